package check

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// FuzzTexts compares Texts on a block of texts with Clean on each.
func FuzzTexts(f *testing.F) {
	f.Add("http://example.org/\x00\x00http://h:8a/\x00a:b\n\x00a:b\r\x00\na:b\x00\r\n\x00http://e/\xff\x00http://e/é")
	f.Add(strings.Repeat("http://e.org/é?x#y\x00", 40) + "a:b\nc:d\x00a b\x00\xe6\x97\x00" +
		strings.Repeat("http://e.org/"+strings.Repeat("x", 600)+"\x00", 3))
	f.Add("http://e.org/" + strings.Repeat("x", 600) + "\r\x00" + strings.Repeat("日", 400) + "\x00a:" +
		strings.Repeat("日", 400) + "\n")
	var validators []*Validator
	for _, rule := range []spec.Rule{spec.RFC3987.Top(), spec.RFC3987.Reference(), spec.LEIRI.Top()} {
		for _, o := range []finding.Run{{}, {Settings: finding.Settings{GrammarOnly: true}}, {Settings: finding.Settings{Lint: true}}} {
			v := new(NewValidator(rule, o))
			v.Texts(bytes.ReplaceAll(testkit.Lines, []byte{'\n'}, []byte{0}), func(int, int) bool { return true })
			validators = append(validators, v)
		}
	}
	f.Fuzz(func(t *testing.T, block string) {
		for _, v := range validators {
			var got, want []string
			clean, wantClean := v.Texts([]byte(block), func(start, end int) bool {
				got = append(got, block[start:end])
				return true
			}), 0
			for text := range strings.SplitSeq(block, "\x00") {
				switch {
				case text == "":
				case v.Clean(text):
					wantClean++
				default:
					want = append(want, text)
				}
			}
			if clean != wantClean || !slices.Equal(got, want) {
				t.Errorf("%s: %q: got %d clean, found %q; want %d, %q", v.rule.Name(), block, clean, got, wantClean, want)
			}
		}
	})
}
