package xml

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestXMLByteByByte has a document that arrives byte by byte, so that each place is once the end of what is
// known: it has the same pieces as when it is read at once.
func TestXMLByteByByte(t *testing.T) {
	const text = "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY a \"]>\">]><r x=\"a&amp;é>\">some longer text<b " +
		"y='>'/>\n&lt;<!-- - --><![CDATA[]]]>é<?p ?></r>\n"
	pieces := func(r io.Reader) (list []string) {
		s := &xmlCutter{Window: input.NewWindow(new(input.File), r, new(input.Options)), budget: maxEntities}
		for {
			p, err := s.next()
			if err != nil || p == nil {
				return append(list, fmt.Sprint(err))
			}
			list = append(list, fmt.Sprintf("%d %q %q", p.off, p.name, p.raw))
		}
	}
	want := strings.Join(pieces(strings.NewReader(text)), "\n")
	if got := strings.Join(pieces(iotest.OneByteReader(strings.NewReader(text))), "\n"); got != want ||
		strings.Count(want, "\n") < 10 {
		t.Errorf("byte by byte:\n%s\nat once:\n%s", got, want)
	}
}
