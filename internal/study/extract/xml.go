package extract

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// This file finds the rules of a document in XML (RFC 7991, and RFC 7749 before it):
// what stands in <sourcecode type="abnf"> and <artwork type="abnf">. If the document gives
// no element that type, it looks into all of them as into text.

// isXML reports whether a document is in XML.
func isXML(text string) bool {
	t := strings.TrimSpace(text)
	return strings.HasPrefix(t, "<?xml") || strings.HasPrefix(t, "<rfc") || strings.HasPrefix(t, "<!DOCTYPE rfc") ||
		strings.HasPrefix(t, "<!--")
}

// A block is the text of an element that may hold rules.
type block struct {
	kind  string // the type
	part  part
	lines []line
}

// xml finds the rules of a document in XML and returns the name that it gives itself, or
// else base.
func (s *scan) xml(text, base string) (name string) {
	blocks, name := s.blocks(text)
	name = cmp.Or(name, base)
	typed := false
	for _, b := range blocks {
		typed = typed || isABNF(b.kind)
	}
	s.title = titleOf(name)
	for _, b := range blocks {
		s.part = b.part
		switch {
		case isABNF(b.kind):
			s.text(b.lines, true)
		case !typed:
			s.components(b.lines)
		}
	}
	return name
}

// isABNF reports whether a type of a block says ABNF: abnf, or abnf9110 with lists.
func isABNF(kind string) bool {
	kind = strings.ToLower(kind)
	return strings.HasPrefix(kind, "abnf") && strings.Trim(kind[len("abnf"):], "0123456789") == ""
}

// blocks returns the elements that may hold rules.
func (s *scan) blocks(text string) (all []block, name string) {
	dec := xml.NewDecoder(strings.NewReader(text))
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var at sectionCounts
	var open *block
	var content strings.Builder
	start := 0
	for {
		tok, err := dec.RawToken()
		if err != nil {
			if err != io.EOF {
				row, _ := dec.InputPos()
				s.problems = append(s.problems, Problem{Line: row, Message: fmt.Sprintf("the XML cannot be read from here on: %v", err),
					Lost: true})
			}
			return all, name
		}
		switch t := tok.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "rfc":
				if n := attr(t, "number"); n != "" {
					name = "rfc" + n
				} else if m := draftName().FindStringSubmatch(attr(t, "docName")); m != nil {
					name = m[1]
				} else {
					name = attr(t, "docName")
				}
			case "date": // the first one is that of the document, the others are those of references
				s.date = cmp.Or(s.date, isoDate(attr(t, "year"), attr(t, "month"), attr(t, "day")))
			case "back":
				at.back()
			case "section":
				at.enter(attr(t, "pn"), attr(t, "title"))
			case "artwork", "sourcecode":
				open = &block{kind: attr(t, "type"), part: at.part()}
				content.Reset()
				start, _ = dec.InputPos()
				if src := attr(t, "src"); src != "" {
					s.xmlFile(open, src, start)
				}
			case "xref":
				if to := attr(t, "target"); open != nil && to != "" {
					content.WriteString("[" + to + "]")
					if n := cmp.Or(attr(t, "section"), attr(t, "sec")); n != "" {
						content.WriteString(", Section " + n)
					}
				}
			case "include": // of XInclude
				if open != nil {
					at, _ := dec.InputPos()
					s.xmlFile(open, attr(t, "href"), at)
				}
			}
		case xml.CharData:
			if open != nil {
				content.Write(t)
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "section":
				at.leave()
			case "artwork", "sourcecode":
				if open == nil {
					break
				}
				if strings.TrimSpace(content.String()) == "" {
					content.Reset()
				}
				for i, l := range strings.Split(content.String(), "\n") {
					open.lines = append(open.lines, line{n: start + i, text: strings.TrimRight(l, " \t\r")})
				}
				all = append(all, *open)
				open = nil
			}
		}
	}
}

// xmlFile reads a file into a block, which names it at a line.
func (s *scan) xmlFile(to *block, name string, n int) {
	text, err := s.file(name, 0)
	if err != nil {
		s.notRead(line{n: n}, name, err, isABNF(to.kind))
		return
	}
	for _, l := range textLines(text) {
		l.file = name
		to.lines = append(to.lines, l)
	}
}

func attr(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// A sectionCounts counts sections: by their "pn" where the document has been prepared for
// publication, else by their order.
type sectionCounts struct {
	inBack bool
	counts []int  // of the sections that are open, and of those in the innermost one
	open   []part // the sections that are open
}

// back starts the appendices.
func (p *sectionCounts) back() { *p = sectionCounts{inBack: true} }

func (p *sectionCounts) enter(pn, title string) {
	depth := len(p.open)
	if len(p.counts) == depth {
		p.counts = append(p.counts, 0)
	}
	p.counts = p.counts[:depth+1]
	p.counts[depth]++
	number := ""
	for i, n := range p.counts {
		switch {
		case i == 0 && p.inBack:
			number = string(rune('A' + (n-1)%26))
		case i == 0:
			number = fmt.Sprint(n)
		default:
			number += fmt.Sprintf(".%d", n)
		}
	}
	for _, prefix := range []string{"section-", "appendix-", "section-appendix."} {
		if n, ok := strings.CutPrefix(pn, prefix); ok && n != "" {
			number = strings.ToUpper(n[:1]) + n[1:]
		}
	}
	p.open = append(p.open, part{number, title})
}

func (p *sectionCounts) leave() {
	if n := len(p.open); n > 0 {
		p.open = p.open[:n-1]
		p.counts = p.counts[:min(len(p.counts), n+1)]
	}
}

// part returns the innermost section that is open.
func (p *sectionCounts) part() part {
	if n := len(p.open); n > 0 {
		return p.open[n-1]
	}
	return part{}
}
