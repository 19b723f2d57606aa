package yaml

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/memberpath"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// Documents that are not YAML are read line by line: a line that is YAML by itself has what it has there, and how far
// it is indented says in which members it stands.

// A parent is a member whose value stands on the lines below it.
type parent struct {
	column int
	name   string
}

// broken hands out an error of the parser, and what the lines of the document have before and after it. start is
// where the text of the parser starts, and first its line. A document that a template makes
// is read as text, unless strings are named by the members that they stand in; broken reports whether it is.
func (y *yamlWalk) broken(err error, start, first int) (isText bool) {
	line, message := y.place(err, first)
	from, at := y.at, y.places.Offset(line, 1)
	before := y.source[from:max(from, min(at+len("---"), len(y.source)))]
	if n := bytes.LastIndex(before, []byte("\n---")); n >= 0 && !isOfBytes(message) {
		from += n + 1
	} else if from > start { // a string of the document before stands there
		from += len(linecol.FirstLine(y.source[from:])) + 1
	}
	end := func(at int) int {
		if n := bytes.Index(y.source[at:], []byte("\n---")); n >= 0 {
			return at + n
		}
		return len(y.source)
	}
	from = min(from, len(y.source))
	if to := end(max(from, at)); len(y.paths) == 0 && isTemplate(chars.UnsafeString(y.source[from:to])) {
		y.text(from, to)
		return true
	}
	y.openAPI = false
	parents := y.lines(from, at, nil)
	y.fault(line, message)
	if len(y.paths) > 0 { // the members on the way to a line are not known for certain
		return false
	}
	y.lines(y.at, end(y.at), parents)
	return false
}

// text hands out the IRIs of source[from:to], which is read as text.
func (y *yamlWalk) text(from, to int) {
	y.d.StartRecord()
	for y.d.Off = from; y.d.Off < to; {
		line := linecol.FirstLine(y.source[y.d.Off:to])
		bare.Line(y.d, bytes.TrimSuffix(line, []byte{'\r'}), func(text []byte, _ string) []byte { return text })
		y.d.Off += len(line) + 1
	}
	y.at = max(y.at, to)
}

// isTemplate reports whether a document has an expression of a template outside of its strings. One in a string has
// text before it that no other value begins with, or stands between quotes that it does not have itself.
func isTemplate(document string) bool {
	for _, block := range templates.Blocks(document) {
		text := document[block.Start:block.End]
		if strings.HasPrefix(text, "<?") { // markup
			continue
		}
		before := document[max(0, block.Start-nearBlock):block.Start]
		before = before[strings.LastIndexByte(before, '\n')+1:]
		if strings.IndexByte("{<[", text[0]) < 0 { // as ${{ x }}: a character before the expression
			before += text[:1]
		}
		value := strings.TrimLeft(before, " \t-?")
		if i := strings.LastIndex(value, ": "); i >= 0 && !strings.ContainsAny(value[:i], "#\"'") {
			value = strings.TrimLeft(value[i+1:], " \t")
		}
		switch quote := openQuote(value); {
		case quote == 0 && (value == "" || strings.IndexByte("[{\"'&!*|>", value[0]) >= 0 || value[0] != '#' &&
			(strings.Contains(text, ": ") || strings.Contains(text, " #"))):
			return true
		case quote != 0 && strings.IndexByte(text, quote) >= 0:
			return true
		}
	}
	return false
}

// nearBlock is how many bytes before an expression are looked at.
const nearBlock = 512

// openQuote returns the quotation mark of a string that has begun in a value and not ended, 0 if there is none.
func openQuote(value string) (quote byte) {
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case quote == '"' && c == '\\':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" \t[{,:", value[i-1]) >= 0):
			quote = c
		}
	}
	return quote
}

// lines hands out the strings of the lines of source[from:to], and returns the members in which the next line may
// stand.
func (y *yamlWalk) lines(from, to int, parents []parent) []parent {
	for from < to && len(y.paths) == 0 {
		line := linecol.FirstLine(y.source[from:to])
		var document yaml.Node
		if yaml.Unmarshal(line, &document) == nil && len(document.Content) > 0 {
			n := document.Content[0]
			for n.Kind == yaml.SequenceNode && len(n.Content) > 0 {
				n = n.Content[0]
			}
			column := n.Column
			for len(parents) > 0 && parents[len(parents)-1].column >= column {
				parents = parents[:len(parents)-1]
			}
			var trail memberpath.Trail
			name := ""
			for _, p := range parents {
				trail, name = trail.Below(p.name), p.name
			}
			member := n.Kind == yaml.MappingNode && len(n.Content) > 0 // not {}
			y.openAPI = y.openAPI || member && column == 1 && bare.ShowsOpenAPI(n.Content[0].Value)
			y.base, y.states = y.places.At(from), y.states[:0]
			y.walk(&document, 0, name, trail, false)
			if member && n.Content[1].ShortTag() == "!!null" {
				parents = append(parents, parent{column, n.Content[0].Value})
			}
		}
		from += len(line) + 1
	}
	return parents
}

// beginBare writes "---" in the place of a "..." that a bare document follows (YAML 1.2 §9.2), because the parser knows
// none. At the start of a line "..." is nothing else (§9.1.4).
func beginBare(text []byte) {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("\n..."))
		if n < 0 {
			return
		}
		mark := text[at+n+1 : at+n+4]
		if at += n + 4; at == len(text) || chars.IsSpace(text[at]) {
			if rest := input.AfterComments(text[at:]); len(rest) > 0 && rest[0] != '%' && !bytes.HasPrefix(rest, []byte("---")) &&
				!bytes.HasPrefix(rest, []byte("...")) {
				copy(mark, "---")
			}
		}
	}
}
