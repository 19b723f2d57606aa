package rdf

import (
	"bytes"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/uchar"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// The line syntax of RDF: N-Triples and N-Quads of RDF 1.2, or with Options.RDF11 of RDF
// 1.1. Version 1.1 has a colon in the labels of blank nodes, which 1.2 has not; 1.2 has triple
// terms, VERSION and base directions, which 1.1 has not. A statement is
//
//	subject predicate object graph? "." comment?
//
// on one line, where only the object may be a triple term, <<( s p o )>>, whose
// object may be one again: nesting is counted, not recursed into.
//
// IRIREF excludes the space, <>"{}|^`\ and controls. This reader accepts all of them but
// "<" between "<" and ">", because the check of the IRI then names the fault and its
// place.

// An rdfDecoder reads the statements of a chunk.
type rdfDecoder struct {
	*input.Decoder
	own   Options
	block *turtleChunk // Turtle: what the parser has found
	terms []turtleItem // N-Triples: the items of the batch
	batch *input.Batch // nil without Cleaner

	// N-Triples: whether the chunk has these characters. To search the chunk once is faster than
	// to look in each term.
	has struct{ cr, backslash bool }

	lineEnd int // the end of a line that has been looked for; 0 for none
	through int // up to where lines have been read with the one before them

	// N-Triples that are rewritten: the IRIs of the present statement. They are handed out at its end, because what is
	// not a statement is not changed.
	held []turtleItem
}

// decodeNTriples hands out the items of a chunk of N-Triples or N-Quads.
func decodeNTriples(d *input.Decoder, clean input.Cleaner) {
	r := rdfDecoder{Decoder: d, own: input.FormatOptions[Options](d.Options)}
	d.Flush = r.flushBatch
	if c, ok := clean.(StatementCleaner); ok && len(d.Chunk.Data) <= d.Options.LongestLine() &&
		d.Chunk.File.LineEnd() == '\n' {
		r.statements(c, clean)
	} else {
		r.start(clean)
		d.Each(r.read)
	}
	r.flushBatch()
}

func (d *rdfDecoder) syntax() rdfSyntax { return d.Chunk.File.Format.Data.(rdfSyntax) }

// start prepares for the function read.
func (d *rdfDecoder) start(clean input.Cleaner) {
	if clean != nil {
		d.batch = new(input.NewBatch(clean))
	}
	d.has.cr, d.has.backslash = bytes.IndexByte(d.Chunk.Data, '\r') >= 0, bytes.IndexByte(d.Chunk.Data, '\\') >= 0
}

// read reads the statements of one line. A carriage return ends a statement, as a
// line feed does (EOL, N-Triples §7), but lines are counted by [input.File.LineEnd].
func (d *rdfDecoder) read(line []byte) bool {
	if d.Off < d.through {
		d.Lines--
		return true
	}
	line = d.unbroken(line)
	at := 0
	for {
		end := len(line)
		if d.has.cr {
			if i := bytes.IndexByte(line[at:], '\r'); i >= 0 {
				end = at + i
			}
		}
		if !d.statement(line, at, end) {
			return false
		}
		for _, it := range d.held {
			if !d.handOut(it) {
				return false
			}
		}
		d.held = d.held[:0]
		if end == len(line) {
			return true
		}
		at = end + 1
	}
}

// unbroken returns the present line, with the next ones if its last IRI goes on there.
func (d *rdfDecoder) unbroken(line []byte) []byte {
	for {
		open := bytes.LastIndexByte(line, '<')
		if open < 0 || bytes.IndexByte(line[open:], '>') >= 0 || line[0] == '#' {
			return line
		}
		end, _ := brokenIRI(d.Chunk.Data, d.Off+open)
		if end == 0 {
			return line
		}
		next := len(d.Chunk.Data)
		if n := bytes.IndexByte(d.Chunk.Data[end:], d.Chunk.File.LineEnd()); n >= 0 {
			next = end + n + 1
		}
		d.through, d.Rec.To = next, int64(next)
		line = linecol.TrimLineEnd(d.Chunk.Data[d.Off:next])
	}
}

// roles holds the roles of the terms of a statement, in order, and then the role of the
// IRI after a literal.
var roles = [...]string{input.Subject, input.Predicate, input.Object, input.Graph, datatype: input.Datatype,
	rolePrefix: input.RolePrefix, roleBase: input.RoleBase, roleLiteral: input.RoleLiteral, roleNone: "",
	roleArgument: input.RoleArgument, roleCompared: input.RoleCompared, roleTemplate: "template"}

const (
	datatype = 4 + iota
	rolePrefix
	roleBase
	roleLiteral
	roleNone     // in a query
	roleArgument // of the function IRI or URI in a query
	roleCompared // with the result of the function STR in a query
	roleTemplate // of IRIs
)

// statement reads the statement in line[i:end], if there is one.
func (d *rdfDecoder) statement(line []byte, i, end int) bool {
	s := line[:end]
	i = skipBlank(s, i)
	if i == end {
		return true
	}
	if s[i] == '#' {
		return d.comment(line, i, end)
	}
	if (s[i] == 'V' || s[i] == 'v') && !d.own.RDF11 { // RDF 1.2: VERSION "1.2"
		return d.version(line, s, i)
	}
	depth, term := 0, 0 // of triple terms that are open, and the index of the term that comes
	for {
		i = skipBlank(s, i)
		if bytes.HasPrefix(s[i:], []byte("<<")) {
			if i = d.openTriple(line, s, i, term); i <= 0 {
				return i == faultReported
			}
			depth, term = depth+1, 0
			continue
		}
		if i = d.readTerm(line, s, i, term); i <= 0 {
			return i == faultReported
		}
		for term++; term == 3 && depth > 0; depth, i = depth-1, i+len(")>>") {
			if i = skipBlank(s, i); !bytes.HasPrefix(s[i:], []byte(")>>")) {
				return d.bad(line, i, min(i+1, end), "a triple term ends with )>>")
			}
		}
		if term < 3 {
			continue
		}
		i = skipBlank(s, i)
		switch {
		case i < end && s[i] == '.':
			if i = skipBlank(s, i+1); i < end && s[i] != '#' {
				return d.bad(line, i, end, "only a comment can follow the \".\" on its line")
			}
			return d.comment(line, i, end)
		case term == 4 || i == end:
			return d.bad(line, i, min(i+1, end), "a statement ends with \".\"")
		case !d.syntax().graphs:
			return d.bad(line, i, min(i+1, end), "a statement ends with \".\" after its object; --from nquads reads a graph name here")
		}
	}
}

// openTriple reads the start of a triple term, "<<(" at s[i], in the place of the term with an index. It returns the
// offset after that, or else faultReported or stopped.
func (d *rdfDecoder) openTriple(line, s []byte, i, term int) int {
	switch {
	case i+2 == len(s) || s[i+2] != '(':
		return afterFault(d.bad(line, i, i+2, "\"<<\" without \"(\": RDF 1.2 writes a triple term <<( s p o )>>, "+
			"RDF-star's << s p o >> is not N-Triples"))
	case d.own.RDF11:
		return afterFault(d.bad(line, i, i+3, "a triple term, which RDF 1.1 has not: --from %s reads RDF 1.2", d.Chunk.File.Format))
	case term != 2:
		return afterFault(d.bad(line, i, i+3, "a triple term as %s: it can only be an object", roles[term]))
	}
	return i + 3
}

// readTerm reads the term with an index, which is not a triple term, and hands out its IRI. It returns the offset after
// it, or else faultReported or stopped.
func (d *rdfDecoder) readTerm(line, s []byte, i, term int) int {
	end := len(s)
	switch {
	case i == end:
	case s[i] == '<':
		return d.iriref(line, s, i, term)
	case s[i] == '_' && term != 1:
		n := blankNode(s[i:], d.own.RDF11)
		if at := i + max(n, len("_:")); at < end && s[at] == ':' && s[i+1] == ':' {
			return afterFault(d.bad(line, i, at+1,
				"a label of a blank node has no colon: RDF 1.1 allows it, and --from %s-1.1 reads that",
				d.Chunk.File.Format))
		}
		if n == 0 {
			return afterFault(d.bad(line, i, min(i+2, end),
				"a blank node is written _: and a label that starts with a letter, a digit or _"))
		}
		return i + n
	case s[i] == '"' && term == 2:
		return d.literal(line, s, i)
	}
	return afterFault(d.badTerm(line, i, end, term))
}

// comment reads the comment line[i:end], which may be empty.
func (d *rdfDecoder) comment(line []byte, i, end int) bool {
	if d.Comment != nil {
		d.Comment(d.Off+i, d.Off+end)
	}
	if at, n := badUTF8(line[i:end]); n > 0 {
		return d.bad(line, i+at, i+at+n, "%s", notUTF8)
	}
	return true
}

// bad reports a fault of syntax at line[start:end]. It returns false if no more items
// are wanted.
func (d *rdfDecoder) bad(line []byte, start, end int, format string, args ...any) bool {
	d.held = d.held[:0]
	if !d.flushBatch() { // the items before the fault come first
		return false
	}
	return d.Fail(d.Chunk.File.Format.FaultCode, line, start, end, format, args...)
}

// badTerm reports that the term with this index cannot start with line[i].
func (d *rdfDecoder) badTerm(line []byte, i, end, term int) bool {
	allowed := [...]string{"an IRI or a blank node", "an IRI", "an IRI, a blank node, a literal or a triple term",
		"an IRI or a blank node"}[term]
	what := "the line ends"
	if iri := meantAsIRI(line[i:iriEnd(line[:end], i)]); base.HasScheme(iri) && bytes.Contains(iri, []byte("://")) {
		return d.bad(line, i, i+len(iri), noBrackets, quote.Cut(iri))
	}
	if i < end {
		_, n := utf8.DecodeRune(line[i:end])
		end = i + n
		what = quote.Quote(line[i:end])
	}
	return d.bad(line, i, end, "%s where the %s should be: it is %s", what, roles[term], allowed)
}

func skipBlank(s []byte, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// The results of iriref, literal and quotedString that are not an offset.
const (
	faultReported = 0  // go on with the next statement
	stopped       = -1 // no more items are wanted
)

// afterFault returns the result after a fault. more is what its report has returned.
func afterFault(more bool) int {
	if more {
		return faultReported
	}
	return stopped
}

// iriref hands out the IRI that starts at the "<" at s[i]. It returns the offset after
// its ">", or else faultReported or stopped.
func (d *rdfDecoder) iriref(line, s []byte, i, role int) int {
	start := i + 1
	n := bytes.IndexByte(s[start:], '>')
	if n < 0 {
		return afterFault(d.bad(line, i, len(s), "no \">\" ends the IRI that starts here"))
	}
	raw := s[start : start+n]
	if j := bytes.IndexByte(raw, '<'); j >= 0 {
		if isInIRI(raw, j) {
			return afterFault(d.bad(line, start+j, start+j+1, "%s", lessInIRI))
		}
		return afterFault(d.bad(line, i, start+j, "no \">\" ends the IRI that starts here before the next \"<\""))
	}
	it := turtleItem{start: uint32(d.Off + start), end: uint32(d.Off + start + n), role: uint8(role)}
	if d.has.backslash && bytes.IndexByte(raw, '\\') >= 0 {
		if j := uchar.Bad(raw); j >= 0 {
			n, why := uchar.Fault(raw[j:], "/")
			return afterFault(d.bad(line, start+j, start+j+n, "%s", why))
		}
		it.kind = itemEscapedIRI
	}
	if d.Off < d.through { // it may have line ends
		it.kind = itemEscapedIRI
	}
	if !d.term(it) {
		return stopped
	}
	return start + n + 1
}

// term takes an IRI. It returns false if no more items are wanted.
func (d *rdfDecoder) term(it turtleItem) bool {
	if d.Options.Rewrite {
		d.held = append(d.held, it)
		return true
	}
	return d.handOut(it)
}

// handOut puts an IRI into the batch, or hands it out if there is none or it cannot be in one. It
// returns false if no more items are wanted.
func (d *rdfDecoder) handOut(it turtleItem) bool {
	if b := d.batch; b != nil {
		if raw := d.Chunk.Data[it.start:it.end]; len(raw) <= input.BatchBytes { // a longer one is not worth a copy
			start := len(b.Text)
			b.Text = d.block.turtleText(b.Text, d.Chunk.Data, &it)
			if b.Add(start, len(d.terms), it.kind != itemIRI) {
				d.terms = append(d.terms, it)
				return !b.Full() || d.flushBatch()
			}
		}
		if !d.flushBatch() { // the items before this one come first
			return false
		}
	}
	d.termText(&it)
	return d.IsClean() || d.termItem(&it)
}

// flushBatch lets the cleaner check the batch, and hands out what is not clean.
func (d *rdfDecoder) flushBatch() bool {
	if d.batch == nil {
		return true
	}
	more := d.batch.Check(d.Decoder, func(item int) bool {
		if d.block != nil {
			return d.turtleItem(&d.block.items[item])
		}
		d.termText(&d.terms[item])
		return d.termItem(&d.terms[item])
	})
	d.terms = d.terms[:0]
	return more
}

// termText finds the text of an IRI.
func (d *rdfDecoder) termText(it *turtleItem) {
	raw, r := d.Chunk.Data[it.start:it.end], &d.Rec
	r.Raw, r.Text, r.Escape, r.Reference = raw, chars.UnsafeString(raw), input.None, false
	if it.kind != itemIRI && bytes.IndexByte(raw, '\\') >= 0 {
		d.Buf = d.block.turtleText(d.Buf[:0], d.Chunk.Data, it)
		r.Text, r.Escape = chars.UnsafeString(d.Buf), EscUchr
	}
	if it.kind == itemLiteral {
		r.Escape, r.Reference = EscLiteral, !base.HasScheme(r.Text)
		if it.role == roleCompared {
			r.Escape = comparedText
		}
		if r.Template = it.role == roleTemplate; r.Template {
			r.Reference = false
		}
	}
}

// termItem hands out the IRI whose text has been found.
func (d *rdfDecoder) termItem(it *turtleItem) bool {
	data, r := d.Chunk.Data, &d.Rec
	d.Place(int(it.start))
	if d.lineEnd < int(it.end) {
		d.lineEnd = len(data)
		if n := bytes.IndexByte(data[it.end:], d.Chunk.File.LineEnd()); n >= 0 {
			d.lineEnd = int(it.end) + n + 1
		}
	}
	start := d.Places.Start
	r.LineText, r.Role = linecol.TrimLineEnd(data[start:d.lineEnd]), roles[it.role]
	r.From, r.To = int64(start), int64(d.lineEnd)
	return d.YieldAt(int(it.start))
}

// literal reads the literal that starts at s[i] and hands out its datatype, after the literal itself if
// that is a reference. It returns what iriref returns. White space may stand between the string and what follows it
// (RDF 1.2 N-Triples §5.1).
func (d *rdfDecoder) literal(line, s []byte, i int) int {
	end := d.quotedString(line, s, i)
	if end <= 0 {
		return end
	}
	switch at := skipBlank(s, end); {
	case bytes.HasPrefix(s[at:], []byte("^^")):
		mark := at
		at = skipBlank(s, mark+2)
		if at == len(s) || s[at] != '<' {
			return afterFault(d.bad(line, mark, mark+2, "an IRI, the datatype, follows ^^"))
		}
		if bytes.HasPrefix(s[at+1:], []byte(input.AnyURI+">")) &&
			!d.term(turtleItem{start: uint32(d.Off + i + 1), end: uint32(d.Off + end - 1), role: roleLiteral,
				kind: itemLiteral}) {
			return stopped
		}
		return d.iriref(line, s, at, datatype)
	case at < len(s) && s[at] == '@':
		n := langDir(s[at:])
		if d.own.RDF11 && bytes.Contains(s[at:at+n], []byte("--")) {
			return afterFault(d.bad(line, at, at+n,
				"a language tag with a base direction, which RDF 1.1 has not: --from %s reads RDF 1.2",
				d.Chunk.File.Format))
		}
		if n == 0 {
			return afterFault(d.bad(line, at, at+1,
				"a language tag such as @en or @zh-Hant, perhaps with --ltr or --rtl, follows the literal"))
		}
		end = at + n
	}
	return end
}

// quotedString returns the end of the STRING_LITERAL_QUOTE that starts at s[i], or else
// faultReported or stopped.
func (d *rdfDecoder) quotedString(line, s []byte, i int) int {
	end, stop := i+1, -1 // stop is where the next quote stands, once it is known
	for {
		if stop < end {
			n := bytes.IndexByte(s[end:], '"')
			if n < 0 {
				return afterFault(d.bad(line, i, len(s), "no quote ends the literal that starts here"))
			}
			stop = end + n
		}
		e := -1
		if d.has.backslash {
			e = bytes.IndexByte(s[end:stop], '\\')
		}
		if e < 0 {
			end = stop + 1
			if at, n := badUTF8(s[i:end]); n > 0 {
				return afterFault(d.bad(line, i+at, i+at+n, "%s", notUTF8))
			}
			break
		}
		e += end // the quote may belong to this escape
		n, ok := escapeLen(s[e:])
		if !ok {
			n, why := escapeFault(s[e:])
			return afterFault(d.bad(line, e, e+n, "%s", why))
		}
		end = e + n
	}
	return end
}

// version reads the version directive of RDF 1.2: VERSION, in capitals, and a string.
func (d *rdfDecoder) version(line, s []byte, i int) bool {
	const word = "VERSION"
	if len(s)-i < len(word) || !bytes.EqualFold(s[i:i+len(word)], []byte(word)) {
		return d.badTerm(line, i, len(s), 0)
	}
	if string(s[i:i+len(word)]) != word {
		return d.bad(line, i, i+len(word), "VERSION is written in capitals")
	}
	i = skipBlank(s, i+len(word))
	if i == len(s) || s[i] != '"' {
		return d.bad(line, i, min(i+1, len(s)), "VERSION is followed by a version in quotes, such as \"1.2\"")
	}
	end := d.quotedString(line, s, i)
	if end <= 0 {
		return end == faultReported
	}
	if i = skipBlank(s, end); i < len(s) && s[i] != '#' {
		return d.bad(line, i, len(s), "only a comment can follow the version on its line")
	}
	return true
}
