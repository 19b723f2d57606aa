// Package yaml reads YAML.
package yaml

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/memberpath"
	"github.com/rfc3987/iri/internal/files/uchar"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Format has IRIs in strings.
var Format = &input.Format{
	Name: "yaml", Aliases: []string{"yml"}, Endings: []string{".yaml", ".yml"}, FaultCode: input.CodeYAML,
	Largest: 8 << 20,
	Traits:  input.Traits{Document: true, CommentStart: "#", NoNUL: true, Members: true, ByHand: true, Templated: true},
	Reading: input.Reading{Open: input.OpenWhole(readYAML), Decode: input.DecodeDocument},
	Writing: input.Writing{AcceptsRelative: acceptsRelative, EncodeDelimiters: bare.EncodeInProse, NeedsScheme: bare.NeedsScheme},
}

// acceptsRelative is [bare.AcceptsRelative]; an empty string is nothing.
func acceptsRelative(r *input.Item, ref string) bool {
	return ref != "" && bare.AcceptsRelative(r, ref)
}

// readYAML adds the IRIs of YAML: the strings that Options.Fields name, or else those of members that hold URLs and all
// others that start with a scheme and have no white space. After a fault reading goes on at the next document that
// starts with "---" (YAML 1.2 §9.1.2), and in the one with the fault line by line. A document that is not YAML because a
// template makes it is text.
func readYAML(w *input.WholeReader, source []byte) {
	y := yamlWalk{d: w.Decoder(source), source: source, paths: memberpath.Parse(w.Options.Fields),
		hit: make([]bool, len(w.Options.Fields))}
	defer func() {
		w.File.Selected.Add(y.hit)
		w.Comments(source, y.realComments())
	}()
	if y.at = 0; bytes.HasPrefix(source, linecol.BOM) {
		y.at = len(linecol.BOM)
	}
	y.findComments(w.File)
	y.places = linecol.LinesOfAny(chars.UnsafeString(source), lineEnds)
	parsed := bytes.ReplaceAll(source, []byte("%YAML 1.2"), []byte("%YAML 1.1")) // the parser refuses the name alone
	beginBare(parsed)
	hidden := hideSlashes(parsed)
	for y.at < len(source) {
		from, line := y.at, 1+y.places.At(y.at)
		var last int // where reading stopped
		documents := yaml.NewDecoder(bytes.NewReader(parsed[from:]))
		for {
			var node yaml.Node
			err := documents.Decode(&node)
			if err == io.EOF {
				return
			}
			if err != nil {
				if last = y.at; y.broken(err, from, line) {
					last = y.at // its comments are such
				}
				break
			}
			if hidden {
				showSlashes(&node)
			}
			y.base = line - 1
			y.states = y.paths.Start(y.states[:0])
			y.openAPI = showsOpenAPI(&node)
			y.walk(&node, 0, "", nil, false)
		}
		if !y.resume() {
			y.noComments(last, len(source))
			return
		}
		y.noComments(last, y.at)
	}
}

// showsOpenAPI reports whether a document is one of OpenAPI.
func showsOpenAPI(document *yaml.Node) bool {
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		return false
	}
	for i, n := range document.Content[0].Content {
		if i%2 == 0 && bare.ShowsOpenAPI(n.Value) {
			return true
		}
	}
	return false
}

// A yamlWalk goes through the documents of a file.
type yamlWalk struct {
	d      *input.Decoder
	source []byte
	paths  memberpath.Paths // to the values that are wanted; empty for what looks like an IRI
	hit    []bool           // for each path whether it has led to a value
	states []uint64         // of the paths, len(paths) for each node that is open
	base   int              // the lines before the text that is parsed
	faults int

	openAPI bool // the present document is one of OpenAPI

	places linecol.Lines
	at     int // the last place that was looked for

	comments []input.Span // what looks like those that ignore findings
	isData   []bool       // which of them are in scalars, or where nothing has been read
}

// walk hands out the strings of a node, which is the value of the member of that name. The states of the
// paths are y.states[at:]. flow is set inside of brackets.
func (y *yamlWalk) walk(n *yaml.Node, at int, name string, trail memberpath.Trail, flow bool) {
	flow = flow || n.Style&yaml.FlowStyle != 0
	switch n.Kind {
	case yaml.DocumentNode, yaml.SequenceNode:
		for _, c := range n.Content {
			y.walk(c, at, name, trail, flow)
		}
	case yaml.MappingNode:
		next := len(y.states)
		y.states = append(y.states, y.states[at:at+len(y.paths)]...)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			y.leaveOut(n.Content[i])
			y.paths.Member(y.states[at:], y.states[next:], key)
			y.walk(n.Content[i+1], next, key, trail.Below(key), flow)
		}
		y.states = y.states[:next]
	case yaml.ScalarNode:
		y.leaveOut(n)
		chosen := false
		text, null := n.ShortTag() == "!!str", n.ShortTag() == "!!null"
		for k, s := range y.states[at : at+len(y.paths)] {
			if y.paths[k].Ends(s) {
				chosen, y.hit[k] = true, y.hit[k] || text || null
			}
		}
		switch {
		case null && chosen:
			y.d.Empty++
		case text && (chosen || len(y.paths) == 0):
			y.scalar(n, name, trail, chosen, flow)
		}
		if sel := y.d.Chunk.File.Selected; sel != nil && text && len(trail) > 0 && len(trail) <= memberpath.MaxTrail &&
			!sel.There.Full() {
			sel.There.Add(trail.String(), []byte(n.Value))
		}
	}
}

// scalar hands out a string. Unless all are wanted, it must look like an IRI.
func (y *yamlWalk) scalar(n *yaml.Node, role string, trail memberpath.Trail, all, flow bool) {
	start := y.scalarStart(n)
	record := func(start, end int, text string, escape input.Escape, whole any) {
		r := &y.d.Rec
		r.Text, r.Raw, r.Role, r.Escape, r.FormatData = text, y.source[start:end], role, escape, whole
		if y.openAPI && bare.IsFixed(trail, text) {
			r.Escape = input.FixedNamespace(escape)
		}
		r.Template = bare.IsTemplate(trail, text, y.openAPI)
		r.Reference = !r.Template && !base.HasScheme([]byte(text))
		y.d.YieldAt(start)
	}
	out := func(start, end int, text string, escape input.Escape) {
		raw, whole := y.source[start:end], bare.WholeAt(trail, y.openAPI)
		switch {
		case all:
			record(start, end, text, escape, nil)
		case !bare.IsIRI(trail, text, y.openAPI, y.d.Options.Templates):
			if bare.BeginsAsProse(text) {
				y.d.Chunk.File.Notes.SawProse()
			}
		case whole.IsList(text, raw):
			member := input.Listed(escape, bare.Comma)
			input.EachMember(raw, bare.Comma, func(from, to int) bool {
				text, ok := member.Unescape(nil, raw[from:to])
				if ok {
					record(start+from, start+to, text, member, bare.WholeIRI)
				}
				return ok
			})
		default:
			record(start, end, text, escape, whole)
		}
	}
	switch {
	case start >= len(y.source):
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		y.blockLines(start, strings.TrimRight(n.Value, "\n"), out)
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		start++
		if end := quotedEnd(y.source, start); n.Value != "" {
			out(start, end, n.Value, yamlEscapes[stringStyle{string(y.source[start-1 : start]), flow}])
		}
	case n.Value != "":
		if end := plainEnd(y.source, start, n.Value); end > start {
			out(start, end, n.Value, yamlEscapes[stringStyle{"", flow}])
		}
	}
}

// scalarStart returns the place of a string, after its anchor and tag.
func (y *yamlWalk) scalarStart(n *yaml.Node) int {
	start := y.find(n.Line+y.base, n.Column)
	for start < len(y.source) && (y.source[start] == '&' || y.source[start] == '!') {
		start += max(1, bytes.IndexAny(y.source[start:], chars.Space))
		start += len(y.source[start:]) - len(bytes.TrimLeft(y.source[start:], chars.Space))
	}
	return start
}

// quotedEnd returns the place of the quote that ends the string after source[:start].
func quotedEnd(source []byte, start int) int {
	quote := source[start-1]
	for i := start; i < len(source); i++ {
		switch {
		case source[i] == '\\' && quote == '"':
			i++
		case source[i] == quote && quote == '\'' && i+1 < len(source) && source[i+1] == quote:
			i++
		case source[i] == quote:
			return i
		}
	}
	return len(source)
}

// plainEnd returns the end of the plain string at source[start:] that stands for a value; -1 if it is
// not that.
func plainEnd(source []byte, start int, value string) int {
	i := start
	for value != "" {
		if i == len(source) {
			return -1
		}
		n, text := yamlFold(source[i:])
		if n == 0 {
			n = max(1, len(source[i:])-len(bytes.TrimLeft(source[i:], " \t")))
			text = string(source[i : i+n])
		}
		rest, ok := strings.CutPrefix(value, text)
		if !ok {
			return -1
		}
		i, value = i+n, rest
	}
	return i
}

// yamlFold returns the length of the line ends at the start of raw, with the white space around them,
// and what they stand for (YAML 1.2 §6.5); 0 if there are none.
func yamlFold(raw []byte) (n int, text string) {
	lines := 0
	for n < len(raw) && strings.IndexByte(" \t\r\n", raw[n]) >= 0 {
		if raw[n] == '\n' || raw[n] == '\r' && (n+1 == len(raw) || raw[n+1] != '\n') {
			lines++
		}
		n++
	}
	switch lines {
	case 0:
		return 0, ""
	case 1:
		return n, " "
	}
	return n, strings.Repeat("\n", lines-1)
}

// blockLines calls out with the lines of the block string whose "|" or ">" is source[start]: each line
// that is not blank is a string. value is what the block stands for.
func (y *yamlWalk) blockLines(start int, value string, out func(start, end int, text string, escape input.Escape)) {
	at := start + len(linecol.FirstLine(y.source[start:])) + 1
	for left := len(strings.Join(strings.Fields(value), "")); left > 0 && at < len(y.source); {
		line := linecol.FirstLine(y.source[at:])
		text := bytes.TrimSpace(line)
		if len(text) > 0 {
			from := at + bytes.Index(line, text)
			out(from, from+len(text), string(text), input.Literal)
		}
		left -= len(bytes.Join(bytes.Fields(text), nil))
		at += len(line) + 1
	}
}

// lineEnds end lines in YAML 1.1, which the parser reads.
const lineEnds = "\r\n\u0085\u2028\u2029"

// find returns the place of the character in that line and column, both from 1. It does not go back from the last one,
// for strings are found in order.
func (y *yamlWalk) find(line, col int) int {
	if line > len(y.places.Starts) {
		y.at = len(y.source)
	}
	y.at = max(y.at, y.places.Offset(line, col))
	return y.at
}

// maxYAMLFaults is how many documents of a file can have a fault. After each, a new parser begins.
const maxYAMLFaults = 1000

// place returns the line of an error of the parser, which says at most one, and what it says beside that; first is the
// line of the text.
func (y *yamlWalk) place(err error, first int) (line int, message string) {
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	var typed *yaml.TypeError
	if errors.As(err, &typed) {
		message = strings.Join(typed.Errors, "; ")
	}
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, after, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			return first - 1 + n, after
		}
	}
	if at := cause(y.source[y.at:], message); at >= 0 {
		first = 1 + y.places.At(y.at+at)
	}
	return first, message
}

// isOfBytes reports whether an error is about a byte or a character that no file has. The parser reads ahead and finds
// it before it is done with the documents before.
func isOfBytes(message string) bool {
	return strings.Contains(message, "UTF-8") || strings.HasPrefix(message, "control characters")
}

// cause returns where the cause of an error stands if the parser does not say its line; -1 if it is not known.
func cause(text []byte, message string) int {
	if _, name, found := strings.Cut(message, "unknown anchor '"); found {
		name, _, _ = strings.Cut(name, "'")
		return bytes.Index(text, []byte("*"+name))
	}
	for i := 0; isOfBytes(message) && i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 || r < ' ' && strings.IndexByte("\t\n\r", byte(r)) < 0 ||
			r >= 0x7F && r < 0xA0 && r != 0x85 || r == 0xFFFE || r == 0xFFFF {
			return i
		}
		i += n
	}
	return -1
}

// fault hands out what is wrong with a line.
func (y *yamlWalk) fault(line int, message string) {
	if y.faults++; y.faults == maxYAMLFaults {
		message += "; nothing after this is read, because there are so many faults"
	}
	at, n := y.find(line, 1), 0
	if strings.Contains(message, "invalid Unicode character escape") { // it does not say which
		if bad := uchar.Bad(y.source[at:]); bad >= 0 {
			at += bad
			n, message = uchar.Fault(y.source[at:], `\\`)
		}
	}
	whole, start := linecol.LineAt(y.source, at, '\n')
	y.d.Off = at - start
	y.d.Fail(input.CodeYAML, whole, start, start+n, "%s", message)
}

// resume goes to the next line that starts a document. It returns false if there is none.
func (y *yamlWalk) resume() bool {
	for from := y.at; y.faults < maxYAMLFaults; {
		n := bytes.Index(y.source[from:], []byte("\n---"))
		if n < 0 {
			return false
		}
		from += n + len("\n---")
		if from < len(y.source) && strings.IndexByte(chars.Space, y.source[from]) < 0 {
			continue
		}
		y.at = from - len("---")
		return true
	}
	return false
}
