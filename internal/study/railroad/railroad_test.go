package railroad

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestDrawings checks the drawings of every spec: they are well-formed, every rule is
// there, and every link has a target.
func TestDrawings(t *testing.T) {
	for _, name := range []string{"core", "rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		g := grammartest.Load(t, name)
		var svg, page strings.Builder
		if err := SVG(&svg, g, g.Rules); err != nil {
			t.Fatal(err)
		}
		if err := HTML(&page, g, g.Rules); err != nil {
			t.Fatal(err)
		}
		for what, text := range map[string]string{"svg": svg.String(), "html": page.String()} {
			ids, links := map[string]bool{}, map[string]bool{}
			d := xml.NewDecoder(strings.NewReader(text))
			d.Strict = what == "svg"
			d.AutoClose = xml.HTMLAutoClose
			for {
				tok, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s of %s: %v", what, name, err)
				}
				if e, ok := tok.(xml.StartElement); ok {
					for _, a := range e.Attr {
						switch a.Name.Local {
						case "id":
							ids[a.Value] = true
						case "href":
							links[a.Value] = true
						}
					}
				}
			}
			for _, r := range g.Rules {
				if !ids[r.Name] {
					t.Errorf("%s of %s: rule %s is not there", what, name, r.Name)
				}
				if u := SectionURL(r.Section); !links[u] {
					t.Errorf("%s of %s: no link to %s", what, name, u)
				}
				for _, u := range g.Uses(r) {
					if !links["#"+u.Name] {
						t.Errorf("%s of %s: no link to %s", what, name, u.Name)
					}
				}
			}
			for l := range links {
				if id, ok := strings.CutPrefix(l, "#"); ok && !ids[id] {
					t.Errorf("%s of %s: the link %s has no target", what, name, l)
				}
			}
			if !strings.Contains(text, "prefers-color-scheme:dark") {
				t.Errorf("%s of %s: no colours for dark", what, name)
			}
		}
	}
}

// TestMeasure checks that a node draws no wider than it says: the rail of each
// ends where that of the next begins.
func TestMeasure(t *testing.T) {
	const one = charWidth + 2*padding + 2*rail
	for _, tt := range []struct {
		name, rule      string
		width, up, down float64
	}{
		{"terminal", `a = "/"`, one, 13, 13},
		{"letter in any case", `a = "v"`, 6*charWidth + 18 + 20, 13, 13},
		{"long terminal", `a = %s"xxxxxxxx"`, 8*charWidth + 18 + 20, 13, 13},
		{"nothing", `a = ""`, 20, 0, 0},
		{"sequence", `a = "," ","`, 2 * one, 13, 13},
		{"choice", `a = "," / ";"`, one + 40, 13, 13 + 10 + 26},
		{"option", `a = [ "," ]`, one + 40, 23, 13},
		{"loop", `a = 1*","`, one + 20, 13, 23},
		{"option of a loop", `a = *","`, one + 60, 23, 23},
		{"loop with a note", `a = 2","`, 7*7.2 + 20, 13, 39},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := abnf.Parse("x", []byte(tt.rule))
			if err != nil {
				t.Fatal(err)
			}
			w, up, down := builder{g, maxWidth}.build(g.Rules[0].Expr).size()
			if px(w) != px(tt.width) || up != tt.up || down != tt.down {
				t.Errorf("got %v, %v, %v, want %v, %v, %v", w, up, down, tt.width, tt.up, tt.down)
			}
		})
	}
}

// TestColumn draws a rule for columns: it is about as wide, as far as it can be.
func TestColumn(t *testing.T) {
	g, err := abnf.Parse("x", []byte(`a = "scheme" "hier-part" [ "query" ] [ "fragment" ] ( "one" "two" "three" / `+
		`"four" )`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name          string
		column        int
		least, atMost float64
	}{
		{"nothing asked for", 0, 600, 900},
		{"a wide one", 5000, 600, 900},
		{"that of a phone", 330, 240, 400},
		{"next to nothing", 1, 240, 400},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var svg strings.Builder
			if err := LinkedSVG(&svg, g, g.Rules[0], tt.column); err != nil {
				t.Fatal(err)
			}
			var w float64
			if _, err := fmt.Sscanf(svg.String()[strings.Index(svg.String(), ` width="`):], ` width="%g"`,
				&w); err != nil || w < tt.least || w > tt.atMost {
				t.Errorf("it is %v wide (%v), want %v to %v", w, err, tt.least, tt.atMost)
			}
		})
	}
}

func TestSectionURL(t *testing.T) {
	for section, want := range map[string]string{
		"RFC 3986 §3.2.3":             "https://www.rfc-editor.org/rfc/rfc3986.html#section-3.2.3",
		"RFC 5234 Appendix B.1":       "https://www.rfc-editor.org/rfc/rfc5234.html#appendix-B.1",
		"draft-ietf-iri-3987bis §2.2": "https://datatracker.ietf.org/doc/html/draft-ietf-iri-3987bis#section-2.2",
		"LEIRI §3":                    "https://www.w3.org/TR/leiri/",
		"RDF 1.2 Turtle §6.5":         "https://www.w3.org/TR/rdf12-turtle/",
		"docs/checks.md":              "https://github.com/rfc3987/iri/blob/main/docs/checks.md",
		"iri grammar check --help":    "https://github.com/rfc3987/iri/blob/main/docs/grammars.md",
		"RFC 3986":                    "https://www.rfc-editor.org/rfc/rfc3986.html",
		"my draft §1":                 "",
		"":                            "",
	} {
		if got := SectionURL(section); got != want {
			t.Errorf("SectionURL(%q): got %q, want %q", section, got, want)
		}
	}
}
