package source

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

// ended fails the test if the goroutine of an unpacker does not end soon.
func ended(t *testing.T, u *unpacker) {
	t.Helper()
	select {
	case <-u.ended:
	case <-time.After(time.Minute):
		t.Fatal("the goroutine has not ended")
	}
}

// TestUnpacker checks that all bytes come through, and then the error, and that the
// decompressor is released.
func TestUnpacker(t *testing.T) {
	want := make([]byte, 5*unpackSize+77)
	for i := range want {
		want[i] = byte(rand.Uint32())
	}
	broken := errors.New("broken")
	for _, tt := range []struct {
		name string
		r    io.Reader
		err  error
	}{
		{"whole", bytes.NewReader(want), nil},
		{"half of what is asked for", iotest.HalfReader(bytes.NewReader(want)), nil},
		{"the error with the last bytes", iotest.DataErrReader(bytes.NewReader(want)), nil},
		{"an error after the data", io.MultiReader(bytes.NewReader(want), iotest.ErrReader(broken)), broken},
	} {
		t.Run(tt.name, func(t *testing.T) {
			released := false
			u := newUnpacker(tt.r, func() { released = true })
			got, err := io.ReadAll(iotest.HalfReader(u))
			if !bytes.Equal(got, want) || !errors.Is(err, tt.err) {
				t.Errorf("got %d bytes and the error %v, want %d and %v", len(got), err, len(want), tt.err)
			}
			ended(t, u)
			if !released {
				t.Error("the decompressor is not released")
			}
			if n, again := u.Read(make([]byte, 1)); n != 0 || again == nil {
				t.Errorf("after the error Read returns %d, %v", n, again)
			}
			u.close(true)
		})
	}
}

// A countingReader counts how often it is read.
type countingReader struct{ reads atomic.Int64 }

func (r *countingReader) Read(p []byte) (int, error) {
	r.reads.Add(1)
	return len(p), nil
}

// TestUnpackerAhead checks that no more is unpacked than one buffer holds, and that close
// ends an unpacker from which nobody reads.
func TestUnpackerAhead(t *testing.T) {
	r := &countingReader{}
	u := newUnpacker(r, nil)
	for deadline := time.Now().Add(time.Minute); r.reads.Load() < 1 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
	if n := r.reads.Load(); n != 1 {
		t.Errorf("%d buffers are filled before anything is read, want 1", n)
	}
	u.close(true)
	ended(t, u)
}

// TestUnpackerBlocked checks that close does not wait for a source that gives nothing, and
// that the goroutine ends when the source does.
func TestUnpackerBlocked(t *testing.T) {
	r, w := io.Pipe()
	u := newUnpacker(r, nil)
	u.close(false)
	w.Close()
	ended(t, u)
}

// TestUnpackerOfFile checks that the goroutine has ended when a packed file has been closed,
// wherever reading stopped.
func TestUnpackerOfFile(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for range 2 << 20 / 8 {
		w.Write([]byte("http:ab\n"))
	}
	w.Close()
	for _, tt := range []struct {
		name   string
		data   []byte
		blocks int
	}{
		{"not read", packed.Bytes(), 0},
		{"read in part", packed.Bytes(), 1},
		{"read to the end", packed.Bytes(), 100},
		{"cut off", packed.Bytes()[:packed.Len()/2], 100},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "a.txt.gz")
			if err := os.WriteFile(name, tt.data, 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := Open(name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Unpack(false); err != nil {
				t.Fatal(err)
			}
			for buf := make([]byte, 512<<10); tt.blocks > 0; tt.blocks-- {
				if _, err := io.ReadFull(f.R, buf); err != nil {
					break
				}
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			if !f.unpack.hasEnded() {
				t.Error("the goroutine has not ended")
			}
		})
	}
}
