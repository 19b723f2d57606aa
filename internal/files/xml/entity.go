package xml

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/quote"
)

// The entities of XML and the references to them.

// declarations reads the entities that the internal subset of a DOCTYPE declares
// (XML §4.2).
func (s *xmlCutter) declarations(raw []byte) {
	if words, _ := markup.Fields(raw[len("<!DOCTYPE"):]); len(words) > 1 {
		s.named = string(words[1]) == "SYSTEM" || string(words[1]) == "PUBLIC"
	}
	s.defaultBases(raw)
	eachDeclaration(raw, func(keyword string, words [][]byte, _, _ int) {
		if keyword != "<!ENTITY" {
			return
		}
		if len(words) < 2 || string(words[0]) == "%" { // parameter entities have no place in what is read
			s.named = true
			return
		}
		name := string(words[0])
		value := words[1]
		switch {
		case s.entities == nil:
			s.entities = map[string]xmlEntity{}
		case s.shared:
			s.entities = maps.Clone(s.entities)
		}
		s.shared = false
		s.escaped = [2]input.Escape{}
		if _, ok := s.entities[name]; ok {
			return // the first declaration counts
		}
		if value[0] != '"' && value[0] != '\'' {
			s.entities[name] = xmlEntity{external: true}
			return
		}
		s.entities[name] = xmlEntity{text: replacement(value[1 : len(value)-1])}
	})
}

// attlistBase matches a declaration of attributes with a default for xml:base: the name of its element, and the value.
var attlistBase = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<!ATTLIST\s+([^\s>]+)[^<]*?\sxml:base\s+CDATA\s+(?:#FIXED\s+)?(?:"([^"<]*)"|'([^'<]*)')`)
})

// defaultBases reads the defaults for xml:base that the internal subset declares (XML §3.3.2). The first one for an
// element counts.
func (s *xmlCutter) defaultBases(raw []byte) {
	if !bytes.Contains(raw, []byte("<!ATTLIST")) {
		return
	}
	bases := make(map[string]string)
	for _, m := range attlistBase().FindAllSubmatch(raw, -1) {
		if _, ok := bases[string(m[1])]; !ok {
			bases[string(m[1])] = string(m[2]) + string(m[3])
		}
	}
	s.bases = bases
}

// replacement returns the replacement text of an entity with that value: characters that are references, which stand
// for what they are where the entity is referred to (XML §4.5): "&#38;amp;" for "&".
func replacement(value []byte) string {
	var b strings.Builder
	for i := bytes.Index(value, []byte("&#")); i >= 0; i = bytes.Index(value, []byte("&#")) {
		b.Write(value[:i])
		n := max(i+1, i+referenceEnd(value[i:]))
		if text, ok := markup.Predefined(value[i+1 : n]); ok {
			b.WriteString(text)
			n++
		} else {
			b.Write(value[i:n]) // it is reported where the entity is referred to
		}
		value = value[n:]
	}
	b.Write(value)
	return b.String()
}

// eachDeclaration calls f with each declaration of an entity or a notation in a DOCTYPE: how it starts, the words after
// that, and where it stands.
func eachDeclaration(raw []byte, f func(keyword string, words [][]byte, from, to int)) {
	comments, instructions := true, true // may begin: after one that does not end none does
	for i := 0; ; {
		n := bytes.IndexByte(raw[i:], '<')
		if n < 0 {
			return
		}
		i += n
		rest, keyword := raw[i:], ""
		switch {
		case comments && bytes.HasPrefix(rest, []byte("<!--")):
			n := bytes.Index(rest[4:], []byte("-->"))
			i += 4 + max(0, n)
			comments = n >= 0
			continue
		case instructions && bytes.HasPrefix(rest, []byte("<?")):
			n := bytes.Index(rest[2:], []byte("?>"))
			i += 2 + max(0, n)
			instructions = n >= 0
			continue
		case bytes.HasPrefix(rest, []byte("<!ENTITY")):
			keyword = "<!ENTITY"
		case bytes.HasPrefix(rest, []byte("<!NOTATION")):
			keyword = "<!NOTATION"
		default:
			i++
			continue
		}
		words, n := markup.Fields(rest[len(keyword):])
		n += len(keyword)
		f(keyword, words, i, i+n)
		i += n
	}
}

// expands reports whether a part of the present piece stands for another text: see [xmlCutter.Expand].
func (s *xmlCutter) expands(start, end int) bool {
	return s.Contains(&s.refs, start, end) || s.Contains(&s.returns, start, end)
}

// attrExpands does what expands does, for the value of an attribute.
func (s *xmlCutter) attrExpands(start, end int) bool {
	value := s.Rest()[start:end]
	return s.expands(start, end) || bytes.IndexByte(value, '\n') >= 0 || bytes.IndexByte(value, '\t') >= 0
}

// attrValue returns the value of an attribute, which is valid until the next call. The error is about its source
// from at on.
func (s *xmlCutter) attrValue(p *xmlPiece, a *xmlAttr) (value []byte, at int, err error) {
	if value = p.raw[a.start:a.end]; s.attrExpands(a.start, a.end) {
		s.stands, at, err = s.expand(s.stands[:0], value, true, 0)
		value = s.stands
	}
	return value, at, err
}

// expand appends the text that raw stands for: references are replaced, and line ends are line
// feeds (XML §2.11). In the value of an attribute, line ends and tabs are spaces unless they are written
// as references (§3.3.3). The error is about raw[at:].
func (s *xmlCutter) expand(b, raw []byte, attr bool, depth int) (_ []byte, at int, err error) {
	ref, cr := markup.NextOf{Char: '&'}, markup.NextOf{Char: '\r'}
	for i := 0; i < len(raw); {
		if n := min(ref.From(raw, i), cr.From(raw, i)); n > i {
			b = append(b, raw[i:n]...)
			if attr {
				toSpaces(b[len(b)-(n-i):])
			}
			i = n
			continue
		}
		if raw[i] == '\r' {
			b = append(b, '\n')
			if attr {
				toSpaces(b[len(b)-1:])
			}
			n, _ := markup.UnitLineEnd(raw[i:])
			i += n
			continue
		}
		n := referenceEnd(raw[i:])
		if n < 0 {
			return b, i, fmt.Errorf("\"&\" starts a reference, which is a name and a semicolon: write &amp; for \"&\"")
		}
		if text, ok := markup.Predefined(raw[i+1 : i+n]); ok {
			b = append(b, text...)
			i += n + 1
			continue
		}
		name := string(raw[i+1 : i+n])
		if strings.HasPrefix(name, "#") {
			if _, ok := s.entities[restricted]; ok && restrictedChar(name) != 0 {
				b = append(b, restrictedChar(name))
				i += n + 1
				continue
			}
			return b, i, fmt.Errorf("&%s; is not a character of XML (§2.2, §4.1)", quote.Cut(name))
		}
		e, ok := s.entities[name]
		if !ok && s.named {
			e.text = html.UnescapeString(string(raw[i : i+n+1]))
			ok = e.text != string(raw[i:i+n+1])
		}
		switch {
		case !ok:
			return b, i, s.undeclared(name)
		case e.external:
			return b, i, fmt.Errorf("the entity &%s; is external: other files are not read", quote.Cut(name))
		case depth >= maxEntityDepth:
			s.nested = true
			return b, i, fmt.Errorf("the entity &%s; is nested more than %d deep: entities that refer to each other "+
				"have no end", quote.Cut(name), maxEntityDepth)
		}
		if s.budget -= len(e.text); s.budget < 0 {
			return b, i, fmt.Errorf("the entities of the document expand to more than %d bytes", maxEntities)
		}
		if b, _, err = s.expand(b, []byte(e.text), attr, depth+1); err != nil {
			return b, i, err
		}
		i += n + 1
	}
	return b, 0, nil
}

// restricted is the name that stands among the entities of a document in XML 1.1, where "&#1;" and other references to
// controls are allowed (RestrictedChar, XML 1.1 §2.2). No entity has it.
const restricted = "#"

// restrictedChar returns the control that the name of a reference is the number of, 0 if it is not one.
func restrictedChar(name string) byte {
	digits, base := name[1:], 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	if n, err := strconv.ParseUint(digits, base, 8); err == nil && n < ' ' {
		return byte(n)
	}
	return 0
}

// referenceEnd returns the offset of the semicolon of the reference at the start of raw, -1 if there is none.
func referenceEnd(raw []byte) int {
	n := 1
	if n < len(raw) && raw[n] == '#' {
		n++
	}
	for n < len(raw) && (xmlMarks[raw[n]]&xmlNameByte != 0 || raw[n] >= utf8.RuneSelf) {
		n++
	}
	if n == 1 || n == len(raw) || raw[n] != ';' {
		return -1
	}
	return n
}

// undeclared says that an entity is not declared (XML §4.1), and what can be written.
func (s *xmlCutter) undeclared(name string) error {
	root := s.piece.name
	if len(s.open) > 1 {
		root = s.names[:s.open[1]]
	} else if len(s.open) > 0 {
		root = s.names
	}
	ns := scheme.Namespace(name)
	if ns == "" {
		ns = "…"
	}
	mend := fmt.Sprintf("<!DOCTYPE %s [<!ENTITY %s \"%s\">]> before the root element", quote.Cut(root), quote.Cut(name), ns)
	if text := html.UnescapeString("&" + name + ";"); text[0] != '&' {
		r, _ := utf8.DecodeRuneInString(text)
		mend = fmt.Sprintf("&#x%X;", r)
	}
	return fmt.Errorf("the entity &%s; is not declared: write %s, or &amp; for \"&\"", quote.Cut(name), mend)
}

// toSpaces makes spaces of line feeds and tabs.
func toSpaces(text []byte) {
	for i, c := range text {
		if c == '\n' || c == '\t' {
			text[i] = ' '
		}
	}
}

// code returns the code of a fault in an entity: the one given, unless the entities of the document
// have expanded to too much.
func (s *xmlCutter) code(code string) string {
	if s.budget < 0 || s.nested {
		s.nested = false
		return input.CodeEntities
	}
	return code
}
