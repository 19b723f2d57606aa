package input

import (
	"bytes"
	"fmt"
	"io"
	"testing"
	"testing/iotest"
)

// TestReadAll reads texts of every length near the sizes of pieces, near the size that the file tells and near the limit.
func TestReadAll(t *testing.T) {
	document := bytes.Repeat([]byte("0123456789abcde"), 300)
	for _, r := range []struct{ length, size, most, want int }{
		{0, 0, 100, 0}, {1, 0, 100, 1}, {100, 0, 100, 100}, {101, 0, 100, 101}, {102, 0, 100, 101},
		{512, 0, 4000, 512}, {513, 0, 4000, 513}, {1024, 0, 4000, 1024}, {1025, 0, 4000, 1025}, {4000, 0, 4000, 4000},
		{4001, 0, 4000, 4001}, {4500, 0, 4000, 4001},
		{4000, 4000, 4000, 4000}, {4500, 3000, 4500, 4500}, {3000, 4000, 4000, 3000}, // a file that grew, and one that shrank
	} {
		for name, reader := range map[string]io.Reader{
			"whole": bytes.NewReader(document[:r.length]),
			"bytes": iotest.OneByteReader(bytes.NewReader(document[:r.length])),
			"error": iotest.DataErrReader(bytes.NewReader(document[:r.length])),
		} {
			t.Run(fmt.Sprintf("%d of %d, %s", r.length, r.most, name), func(t *testing.T) {
				text, err := readAll(reader, r.size, r.most)
				if !bytes.Equal(text, document[:r.want]) {
					t.Errorf("%d bytes are read, not the first %d", len(text), r.want)
				}
				if r.length <= r.most && err != io.EOF {
					t.Errorf("the error is %v, not the end of the file", err)
				}
			})
		}
	}
}
