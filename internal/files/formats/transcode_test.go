package formats_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html/charset"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/text/chars"
)

// FuzzCharset holds that a page in any charset is read without harm: the text of an item is
// what its raw text stands for, and every part of it has a place there.
func FuzzCharset(f *testing.F) {
	f.Add("windows-1258", "<a href='a\xec\xea\xec&#x301; x'><img srcset='\xec 1x, e\xcc 2x'>")
	f.Add("shift_jis", "<a href=\"\x93\xfa\x81\">")
	f.Add("big5", "<a href=\x88\x62\x88>")
	f.Add("gb18030", "<base href='\x81\x35\xf4\x37'><a href='e&#769;\xa8\xbc'>")
	f.Add("utf-16", "\xff\xfe<\x00a\x00")
	f.Fuzz(func(t *testing.T, name, content string) {
		if _, known := charset.Lookup(name); known == "" || len(content) > 1<<10 {
			return // each byte of a text is looked up by going through the text
		}
		o := input.Options{From: html.Format, Rewrite: true, DocumentCharset: name, Stdin: strings.NewReader(content)}
		for r := range runtest.Items(&o, nil, func(error) {}) {
			if r.Err != nil {
				continue
			}
			if text, ok := r.Unescape(r.Raw); r.Decoded() && !strings.HasPrefix(name, "utf-") &&
				(!ok || strings.Trim(text, chars.Space) != strings.Trim(r.Text, chars.Space)) {
				t.Errorf("%s: %q stands for %q, and the text is %q", name, r.Raw, text, r.Text)
			}
			last := 0
			for off := range len(r.Text) + 1 {
				start, _ := r.RawSpan(off, len(r.Text))
				if start < last || start > len(r.Raw) {
					t.Errorf("%s: byte %d of %q is at %d of %q, after %d", name, off, r.Text, start, r.Raw, last)
				}
				last = start
			}
		}
	})
}
