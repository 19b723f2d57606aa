package spec

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/percent"
)

// TestEachUnfit has what of the text of a component is percent-encoded, between brackets.
func TestEachUnfit(t *testing.T) {
	testkit.StatesRFC(t, "/p?q#f")
	changed, err := ReadSpec(GrammarFile{Name: "changed", Text: []byte(`; changes: rfc3987
iquery = [ pair *( "&" pair ) ]
pair = 1*key "=" *key
key = ALPHA / DIGIT / "-" / pct-encoded
isegment = *3( ipchar / "{" 1*DIGIT "}" )
ifragment = 1*( "#" / pct-encoded )
pct-encoded = "%" HEXDIG HEXDIG / "%u" 4HEXDIG
`)})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, text string
		s          *Spec
		kind       component.Kind
		anyString  bool
		want       string // with "!" at the end if it does not conform
	}{
		{"what conforms", "a/b", RFC3987, component.Query, true, "a/b"},
		{"what the component has nowhere", "a b", RFC3987, component.Query, false, "a (20)b"},
		{"beyond ASCII", "é", RFC3986, component.Query, false, "é(C3A9)"},
		{"a percent sign of any string", "%4%41%", RFC3987, component.Query, true, "%(25)4%41%(25)"},
		{"a percent sign of a result", "%4%41", RFC3987, component.Query, false, "%4%41!"},
		{"a reserved character that is had nowhere", "a[b", RFC3987, component.Query, false, "a[(5B)b"},
		{"a colon in the first segment", "a:b:c/d:e", RFC3987, component.PathNoscheme, true, "a:(3A)b:(3A)c/d:e"},
		{"bytes that are not UTF-8", "a\xff b", RFC3987, component.Query, true, "a\xff (20)b!"},
		{"pairs", "a=b|&c=d", changed, component.Query, false, "a=b|(7C)&c=d"},
		{"no pair", "ab|", changed, component.Query, false, "ab|(7C)!"},
		{"the first of what belongs together", "/{a}", changed, component.PathAbempty, false, "/{(7B)a}(7D)"},
		{"what belongs together", "/{1}", changed, component.PathAbempty, false, "/{1}"},
		{"delimiters stay, though less would do without them", "/abc/{a", changed, component.PathAbempty, false,
			"/abc/{(7B)a"},
		{"too long", "/abcd", changed, component.PathAbempty, false, "/abcd!"},
		{"percent-encodings of another kind", "a=%u00E9|", changed, component.Query, true, "a=%u00E9|(7C)"},
		{"too short", "", changed, component.Fragment, true, "!"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			at := 0
			ok := tt.s.Profile().Of[tt.kind].EachCharToEscape(tt.text, tt.anyString, func(from, to int) {
				b.WriteString(tt.text[at:to] + "(" + strings.ReplaceAll(percent.Encode(tt.text[from:to]), "%", "") +
					")")
				at = to
			})
			if b.WriteString(tt.text[at:]); !ok {
				b.WriteString("!")
			}
			if b.String() != tt.want {
				t.Errorf("got %q, want %q", b.String(), tt.want)
			}
		})
	}
}

// TestHeldWithoutReferences holds that nothing is held to a rule that names no whole reference.
func TestHeldWithoutReferences(t *testing.T) {
	own, err := ReadSpec(GrammarFile{Name: "own", Text: []byte("; top: a\n; reference: r\na = *%x21-7E\nr = \"x\"\n")})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Rule{{}, own.Reference(), RFC3987.Profile().Path()} {
		var ref component.Ref
		if r.ConformOrEscape("x y", &ref) || r.ConformOrEscape("x", &ref) || ref.Text != "" {
			t.Errorf("%s: got %q", r, ref)
		}
	}
}
