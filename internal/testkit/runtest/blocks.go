package runtest

import (
	"strings"
	"sync"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/config"
)

// buffers are those of the last blocks, half a megabyte each: most texts are short, and to clear a new one for each
// takes longer than what is done with it.
var buffers sync.Pool

// Blocks calls do with each block of a file.
func Blocks(t *testing.T, text string, o *input.Options, do func(*input.Block)) {
	t.Helper()
	f, err := input.NewFile("f", strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	buf, _ := buffers.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	for s := input.NewScanner(f, o); ; {
		b, err := s.Next(*buf)
		if err != nil {
			buffers.Put(buf)
			return
		}
		do(&b)
		*buf = b.Buffer()
	}
}

// Target returns what strings are checked against by default.
func Target() config.Target { return config.Target{Spec: spec.RFC3987, Rule: spec.RFC3987.Top()} }
