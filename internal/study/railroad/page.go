package railroad

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// diagramStyle has the colours. A diagram has a background of its own, so that it can be read
// on any page; the reader's setting chooses light or dark. pageStyle is for what a page has around diagrams.
var (
	//go:embed diagram.css
	diagramStyle string
	//go:embed page.css
	pageStyle string
)

// margin is the space around a diagram.
const margin = 14.0

// SVG writes one drawing with the rules below each other. Boxes link to the rules
// in the drawing, and to the sections that define those which are not in it.
func SVG(w io.Writer, g *abnf.Grammar, rules []*abnf.Rule) error {
	return newDrawing(g, rules).svg(w, rules)
}

// LinkedSVG writes a drawing of one rule whose boxes link to all rules of the grammar: it is for
// pages that have a drawing of each.
// A column of so many pixels gets a drawing that is about as wide, if the rule can be drawn so; 0 asks for nothing.
func LinkedSVG(w io.Writer, g *abnf.Grammar, r *abnf.Rule, column int) error {
	d := newDrawing(g, g.Rules)
	if column > 0 {
		d.width = min(max(float64(column)-6*radius, minWidth), maxWidth)
	}
	return d.svg(w, []*abnf.Rule{r})
}

// svg writes the drawing with some of its rules below each other.
func (d *drawing) svg(w io.Writer, rules []*abnf.Rule) error {
	var body strings.Builder
	width, y := 0.0, margin
	for _, r := range rules {
		dw, dh := d.rule(&body, r, y, true)
		width = max(width, dw)
		y += dh + 2*margin
	}
	title := "Syntax diagrams"
	if len(rules) == 1 {
		title = rules[0].Source
	} else if d.g.Title != "" {
		title += " of " + d.g.Title
	}
	_, err := io.WriteString(w, open(width, y-margin, title)+"<style>\n"+diagramStyle+"</style>\n"+
		`<rect class="ground" width="100%" height="100%"/>`+"\n"+body.String()+"</svg>\n")
	return err
}

func open(width, height float64, title string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%s" height="%s" viewBox="0 0 %[1]s `+
		`%[2]s">`+"\n<title>%[3]s</title>\n", px(width), px(height), escaped(title))
}

// HTML writes a page with all the rules: name, section, ABNF and diagram of each.
func HTML(w io.Writer, g *abnf.Grammar, rules []*abnf.Rule) error {
	d := newDrawing(g, rules)
	var b strings.Builder
	title := "Syntax diagrams"
	if g.Title != "" {
		title += " of " + g.Title
	}
	title = escaped(title)
	openPage(&b, title)
	for _, r := range rules {
		fmt.Fprintf(&b, "<a href=\"#%s\">%[1]s</a>\n", escaped(r.Name))
	}
	b.WriteString("</nav>\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "<section id=\"%s\">\n<h2>%[1]s</h2>\n", escaped(r.Name))
		d.withABNF(&b, r)
		b.WriteString("</section>\n")
	}
	b.WriteString("</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// openPage writes the head of a page, up to and into its list of links.
func openPage(b *strings.Builder, title string) {
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "+
		"content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>%s</title>\n"+
		"<style>\n%s%s</style>\n<h1>%[1]s</h1>\n<nav>\n", title, diagramStyle, pageStyle)
}

// withABNF writes the section, the ABNF and the diagram of a rule.
func (d *drawing) withABNF(b *strings.Builder, r *abnf.Rule) {
	if r.Section != "" {
		section := escaped(r.Cites())
		if u := SectionURL(r.Section); u != "" {
			section = fmt.Sprintf(`<a href="%s">%s</a>`, escaped(u), section)
		}
		fmt.Fprintf(b, "<div>%s</div>\n", section)
	}
	fmt.Fprintf(b, "<pre>%s</pre>\n<div class=\"diagram\">\n", escaped(r.Source))
	var body strings.Builder
	width, height := d.rule(&body, r, margin, false)
	b.WriteString(open(width, height+margin, r.Source) + body.String() + "</svg>\n</div>\n")
}

type drawing struct {
	builder
	here map[*abnf.Rule]bool
}

func newDrawing(g *abnf.Grammar, rules []*abnf.Rule) *drawing {
	d := &drawing{builder: builder{g, maxWidth}, here: make(map[*abnf.Rule]bool)}
	for _, r := range rules {
		d.here[r] = true
	}
	return d
}

func (d *drawing) link(r *abnf.Rule) string {
	if d.here[r] {
		return "#" + r.Name
	}
	return SectionURL(r.Section)
}

// rule draws a rule below y, and returns its size.
func (d *drawing) rule(b *strings.Builder, r *abnf.Rule, y float64, heading bool) (width, height float64) {
	c := &canvas{link: d.link}
	n := d.build(r.Expr)
	w, up, down := n.size()
	x, top := margin, y
	if heading {
		fmt.Fprintf(b, `<g id="%s"><text class="h" x="%s" y="%s">%[1]s</text>`, escaped(r.Name), px(margin), px(y+14))
		width = float64(len(r.Name))*10.5 + 2*margin
		if r.Section != "" {
			text := fmt.Sprintf(`<text class="s" x="%s" y="%s">%s</text>`, px(margin), px(y+32), escaped(r.Cites()))
			if u := SectionURL(r.Section); u != "" {
				text = fmt.Sprintf(`<a href="%s">%s</a>`, escaped(u), text)
			}
			b.WriteString(text)
			width = max(width, float64(len(r.Cites()))*7.4+2*margin)
			top += 18
		}
		b.WriteString("</g>\n")
		top += 28
	}
	rail := top + up + 4
	// Two strokes at each end of the rail.
	fmt.Fprintf(&c.rails, "M%s %sv16m5 -16v16", px(x), px(rail-8))
	x += 5
	c.line(x, rail, x+10)
	n.draw(c, x+10, rail)
	x += 10 + w
	c.line(x, rail, x+10)
	x += 10
	fmt.Fprintf(&c.rails, "M%s %sv16m5 -16v16", px(x), px(rail-8))
	x += 5
	fmt.Fprintf(b, "<path class=\"rail\" d=\"%s\"/>\n%s", c.rails.String(), c.boxes.String())
	return max(width, x+margin), rail + max(down, 8) + 4 - y
}

// documents are those of sections that are not RFCs and drafts: what their names begin with, and where they can be
// read.
var documents = []struct{ name, url string }{
	{"LEIRI", "https://www.w3.org/TR/leiri/"},
	{"RDF 1.2 Turtle", "https://www.w3.org/TR/rdf12-turtle/"},
	{"OWL 2 Structural Specification", "https://www.w3.org/TR/owl2-syntax/"},
	{"RDF 1.2 TriG", "https://www.w3.org/TR/rdf12-trig/"},
	{"RDF 1.2 N-Triples", "https://www.w3.org/TR/rdf12-n-triples/"},
	{"RDF 1.2 N-Quads", "https://www.w3.org/TR/rdf12-n-quads/"},
	{"RDF 1.2 XML Syntax", "https://www.w3.org/TR/rdf12-xml/"},
	{"SPARQL 1.1", "https://www.w3.org/TR/sparql11-query/"},
	{"JSON-LD 1.1", "https://www.w3.org/TR/json-ld11/"},
	{"DID Core", "https://www.w3.org/TR/did-1.0/"},
	{"XML 1.0", "https://www.w3.org/TR/xml/"},
	{"YAML 1.2.2", "https://yaml.org/spec/1.2.2/"},
	{"HTML", "https://html.spec.whatwg.org/multipage/"},
	{"UTS 46", "https://www.unicode.org/reports/tr46/"},
	{"IANA ", "https://www.iana.org/assignments/media-types/media-types.xhtml"},
	{"docs/checks.md", "https://github.com/rfc3987/iri/blob/main/docs/checks.md"},
	{"iri grammar ", "https://github.com/rfc3987/iri/blob/main/docs/grammars.md"},
	{"iri ", "https://github.com/rfc3987/iri/blob/main/docs/commands.md"},
}

// SectionURL returns where a section can be read: "RFC 3986 §3.2.3", "RFC 5234 Appendix B.1",
// "draft-ietf-iri-3987bis §2.2", "LEIRI §3", or the page of our documentation that has it. It returns "" for other
// documents.
func SectionURL(section string) string {
	section = strings.TrimPrefix(section, abnf.ChangedFrom)
	doc, part, ok := strings.Cut(section, " §")
	anchor := "#section-" + part
	if !ok {
		if doc, part, ok = strings.Cut(section, " Appendix "); ok {
			anchor = "#appendix-" + part
		} else {
			anchor = ""
		}
	}
	switch {
	case strings.HasPrefix(doc, "RFC "):
		return "https://www.rfc-editor.org/rfc/rfc" + strings.TrimPrefix(doc, "RFC ") + ".html" + anchor
	case strings.HasPrefix(doc, "draft-"):
		return "https://datatracker.ietf.org/doc/html/" + doc + anchor
	}
	for _, d := range documents {
		if strings.HasPrefix(section, d.name) {
			return d.url
		}
	}
	return ""
}
