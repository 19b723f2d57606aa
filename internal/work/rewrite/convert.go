// Package rewrite has the jobs that convert or fix the texts of the items of chunks, and write the results in place
// or as a list. Chunks of package input and a conversion come in; it writes the chunks with as few bytes changed as
// possible. It must not know flags, nor where output goes.
package rewrite

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Change says how texts are changed: by a fix or a conversion. Its functions must be safe for concurrent use.
type Change struct {
	// Append appends the result for the text of an item. rule is that of the item. If there is no result it returns
	// an error. A *finding.ParseError and the like have findings; any other error becomes a finding with the code
	// "conversion".
	Append func(dst []byte, rec *input.Item, rule spec.Rule) ([]byte, error)

	// Pieces, if not nil, is used instead of Append: an item may have several results.
	Pieces func(rec *input.Item, rule spec.Rule) []Piece

	// StandsFor, if not nil, returns the IRI that the text of an item means: the target of a reference whose base is
	// known. A table shows it instead of the text.
	StandsFor func(rec *input.Item) string

	// Lines, if not nil, converts many lines that match the rule at the same time, character by
	// character. It appends the results, each with the line end of its line. ASCII stays as it is.
	Lines func(dst []byte, text string) []byte

	// Clean, if not nil, finds the items that stay unchanged.
	Clean input.Cleaner

	Conforming bool // the results of Append conform to the rule
	AnyText    bool // results need not be references: rows are not read again, because not every format finds them then

	Templates bool // texts with placeholders are changed, too; otherwise valid URI Templates stay unchanged, and other texts are refused
	OnBase    bool // the results depend on the bases of references
	Display   bool // the results are for people: a list has them in UTF-8, whatever the charset of the file
	KeepInput bool // in a list, a text without a result is printed unchanged
}

// A Form is the form of the output of a conversion.
type Form uint8

// The forms.
const (
	InPlace Form = iota // in the place of the texts; all other bytes stay
	List                // only the results
	JSON                // objects
	TSV                 // a line for each: the text, a tab, the result
)

// FormOf returns the form for values of the flags --format and --list.
func FormOf(format string, list bool) Form {
	switch {
	case format == render.FormatJSON:
		return JSON
	case format == render.FormatTSV:
		return TSV
	case list:
		return List
	}
	return InPlace
}

// A Rewrite is the [run.Job] that converts or fixes the texts of items. The sink gets each text without a result, and
// each item that cannot be read. For the form JSON it gets none, because these are objects in the output.
type Rewrite struct {
	run.NoJob
	Target  config.Target
	Change  Change
	PerFile func(name string) *Change // returns the change for a file with checks of its own; nil if there are none
	Input   *input.Options            // InPlace: with Rewrite
	Form    Form
	EOL     byte       // List: after each result
	By      summary.By // findings are counted by it, and by their code

	Edits bool // in place, record each edit in the result

	grammar finding.Run     // for reporting texts that do not match the rule
	lines   *checks.Checker // for Change.Lines; nil if that is nil
}

// Prepare must be called before the first chunk.
func (c *Rewrite) Prepare() {
	of := c.Target
	of.Run.GrammarOnly = true
	c.grammar = of.Run
	if c.Change.Lines != nil && c.Form < JSON {
		c.lines = checks.NewChecker(of)
	}
}

// Chunk converts the texts of a chunk.
func (c *Rewrite) Chunk(b *input.Chunk, r *run.Result) {
	if c.Form == InPlace && b.CanReadAgain() && (b.IsWhole() || b.File.Format.Document || !c.Change.AnyText) {
		c.again(b, r)
		return
	}
	c.begin(b, r).chunk()
}

// chunk converts the texts of the chunk.
func (p *converting) chunk() {
	c, b, r := p.c, p.b, p.r
	if c.PerFile != nil {
		p.conversion = c.PerFile(b.File.Name)
	}
	p.inLines = c.lines != nil && b.IsLines(c.Input)
	var clean input.Cleaner
	switch {
	case b.Rest:
	case p.inLines:
		clean = c.lines
		p.skipBOM()
	case c.Form == InPlace && c.lines != nil && p.conversion.Clean == nil:
		clean = asciiCleaner{c.lines, p}
	case c.Form == InPlace:
		clean = p.conversion.Clean
	}
	if clean != nil && (b.IsWhole() || b.File.Format.IsLinkedData()) {
		if clean = (nameCleaner{clean, p}); p.renames() {
			clean = nil
		}
	}
	if r.Each(b, c.Input, clean, p.item); r.Broken != nil {
		return
	}
	p.pass(len(b.Data))
	if c.Form == InPlace {
		p.End()
	}
}

// begin starts the work on a chunk.
func (c *Rewrite) begin(b *input.Chunk, r *run.Result) *converting {
	p := &converting{c: c, b: b, r: r, Writer: run.NewWriter(r, b), conversion: &c.Change,
		target: c.Target.For(b.File.Name)}
	p.Edits = c.Edits
	converted := func(rec *input.Item) []Piece { return p.pieces(rec, p.leaves(rec)) }
	p.rewriter = rewriter{convert: converted, namespaces: make(map[*input.Prefix]namespace)}
	return p
}

// A nameCleaner finds the clean items, except names whose prefix gets another namespace.
type nameCleaner struct {
	input.Cleaner
	p *converting
}

// Clean implements [input.Cleaner].
func (c nameCleaner) Clean(rec *input.Item) bool {
	return c.Cleaner.Clean(rec) && (rec.Prefix == nil || c.p.namespace(rec).iri == rec.Prefix.IRI)
}

// IsLine implements [input.Cleaner].
func (c nameCleaner) IsLine(rec *input.Item) bool {
	return rec.Prefix == nil && c.Cleaner.IsLine(rec)
}

// renames reports whether a prefix of a Turtle chunk gets another namespace.
func (p *converting) renames() bool {
	rec := input.Item{Format: p.b.File.Format}
	return slices.ContainsFunc(p.b.Prefixes(), func(d *input.Prefix) bool { return p.namespaceOf(d, &rec).iri != d.IRI })
}

// converting is the state of the work on one chunk.
type converting struct {
	c *Rewrite
	b *input.Chunk
	r *run.Result

	conversion *Change
	target     config.Target
	rewriter
	run.Writer // the chunk has been processed up to Done
	one        [1]Piece
	inLines    bool // the lines between two items match the rule, and are converted, too

	// inStatements says that IRIs between two items are converted, too: they are in statements of RDF that match the
	// rule. The decoded lines, in order, are exceptions.
	inStatements bool
	decoded      []part
}

// A part is a range of a chunk.
type part struct{ start, end int }

// item converts an item.
func (p *converting) item(rec *input.Item) {
	if rec.Err != nil {
		fault := run.Faulty(rec)
		p.r.Summary.Add(rec, fault.Findings, 0, fault.Conforms, p.c.By)
		if p.c.Form == JSON {
			p.r.Out = render.AppendConverted(p.r.Out, rec, fault, fault.Text, "")
			return
		}
		if p.inLines {
			p.pass(int(rec.From))
			p.leave(int(rec.To))
		}
		p.found(rec, fault)
		return
	}
	for _, d := range [...]*input.Prefix{rec.Prefix, rec.Declares} {
		if d != nil { // it uses the same memory
			p.namespaceOf(d, rec)
		}
	}
	left := p.leaves(rec)
	pieces := p.pieces(rec, left)
	if p.c.Form == InPlace {
		p.keepEncoded(rec, pieces)
	}
	findings, changed := findingsIn(pieces), len(pieces) != 1 || pieces[0].Text != rec.Text
	conforms := !slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Severity == finding.Error })
	changed = changed && len(findings) == 0
	if rec.Prefix != nil {
		findings, changed = p.ofName(rec, pieces, changed)
	}
	if p.c.Form == InPlace {
		cannot := p.inPlace(rec, pieces)
		findings = append(findings[:len(findings):len(findings)], cannot...)
		conforms = conforms && len(cannot) == 0
	} else {
		if p.inLines {
			p.pass(int(rec.From))
			p.Done = int(rec.To)
		}
		for i := range pieces {
			p.list(rec, &pieces[i])
		}
	}
	p.r.Summary.Add(rec, findings, 0, conforms, p.c.By)
	p.r.Summary.AddTemplate(left)
	if changed && conforms {
		p.r.Summary.Mended++
	}
}

// keepEncoded percent-encodes new characters of results that are not ASCII in a file whose bytes are not UTF-8, or
// that would not be read as a part of the IRI: "they MAY be percent-encoded" (RFC 3987 §6.3).
func (p *converting) keepEncoded(rec *input.Item, pieces []Piece) {
	for i := range pieces {
		piece := &pieces[i]
		old := rec.Text[piece.Start:piece.End]
		if len(piece.Findings) > 0 || piece.Text == old {
			continue
		}
		if piece.Text = rec.EncodeDelimiters(piece.Text); chars.IsASCII(piece.Text) {
			continue
		}
		if p.conversion.Display && rec.Format.Unescaped {
			continue
		}
		from, _, end := difference(old, piece.Text)
		if part := piece.Text[from:end]; !chars.IsASCII(part) && p.b.File.NotUTF8() {
			piece.Text = piece.Text[:from] + string(percent.AppendNonASCII(nil, part)) + piece.Text[end:]
		}
	}
}

// ofName removes from the pieces of a prefixed name the findings that are reported at the declaration of the prefix.
// It returns the other findings, and whether the name itself changes, and not only its prefix.
func (p *converting) ofName(rec *input.Item, pieces []Piece, changed bool) ([]finding.Finding, bool) {
	ns := p.namespace(rec)
	for i := range pieces {
		pieces[i].Findings, pieces[i].declared = run.Without(pieces[i].Findings, ns.findings)
		p.r.Summary.AddUse(rec, pieces[i].declared)
	}
	if len(pieces) == 1 && changed {
		changed = pieces[0].Text != ns.iri+rec.Text[len(rec.Prefix.IRI):]
	}
	return findingsIn(pieces), changed
}

// inPlace writes the results for an item in place. It returns the findings that prevent that. The pieces are not
// valid afterwards.
func (p *converting) inPlace(rec *input.Item, pieces []Piece) []finding.Finding {
	at := int(rec.Offset - p.b.Offset)
	if p.inLines {
		p.pass(at)
	}
	bad := 0
	for i := range pieces {
		piece := &pieces[i]
		switch {
		case len(piece.Findings)+len(piece.declared) > 0:
			p.failed(rec, piece)
			bad++
		case rec.Format.Unescaped && piece.Text != rec.Text[piece.Start:piece.End]:
			p.Put(at+piece.Start, at+piece.End, piece.Text)
		}
	}
	if p.inLines {
		p.leave(at + len(rec.Raw))
	}
	if bad > 0 && rec.Prefix != nil { // it keeps its IRI, even if the prefix changes
		pieces, bad = []Piece{{End: len(rec.Text), Text: rec.Text}}, 0
	}
	if rec.Format.Unescaped || bad > 0 { // the texts of one value change together
		return nil
	}
	edits, cannot := []edit(nil), []finding.Finding(nil)
	if rec.Declares != nil && p.namespaces[rec.Declares].stays != "" {
		cannot = cannotWrite(rec, p.namespaces[rec.Declares].wanted, p.namespaces[rec.Declares].stays)
	} else {
		edits, cannot = p.edits(rec, pieces)
	}
	if p.reread != nil && len(cannot) == 0 {
		edits, cannot = p.noteEdits(rec, applied(rec.Text, pieces), edits)
	}
	if len(cannot) > 0 {
		p.found(rec, &run.Checked{Findings: cannot})
		if rec.Prefix != nil { // it keeps its IRI, even if the prefix changes
			if edits, _ = p.nameEdits(rec, rec.Text); p.reread != nil {
				edits, _ = p.noteEdits(rec, rec.Text, edits)
			}
		}
	}
	for _, e := range edits {
		p.pass(at + e.start)
		p.replace(at+e.start, at+e.end, e.raw)
	}
	return cannot
}

// replace writes a text in UTF-8 in the place of Data[start:end], or records it until the text is read again.
func (p *converting) replace(start, end int, text []byte) {
	if p.reread != nil {
		p.reread.replace(start, end, text)
	}
	if !p.Dry {
		text = p.Encoder.Encode(text)
	}
	p.Put(start, end, chars.UnsafeString(text))
}

// list writes the result of a piece, or reports why there is none.
func (p *converting) list(rec *input.Item, piece *Piece) {
	r, c := p.r, p.c
	text := rec.Text[piece.Start:piece.End]
	switch {
	case c.Form == JSON:
		checked := run.Checked{Findings: piece.Findings, Declared: piece.declared}
		r.Out = render.AppendConverted(r.Out, p.part(rec, piece), &checked, text, piece.Text)
		return
	case c.Form == TSV && len(piece.Findings)+len(piece.declared) == 0:
		if p.conversion.StandsFor != nil {
			text = p.conversion.StandsFor(rec)
		}
		r.Out = append(append(append(r.Out, field.Replace(text)...), '\t'), field.Replace(piece.Text)...)
		r.Out = append(r.Out, '\n')
		return
	case len(piece.Findings)+len(piece.declared) == 0:
		r.Write(&r.Out, piece.Text)
	case c.Form == TSV:
		p.failed(rec, piece)
		return
	default:
		p.failed(rec, piece)
		if !p.conversion.KeepInput {
			return
		}
		r.Write(&r.Out, text)
	}
	r.Out = append(r.Out, c.EOL)
}

// field escapes a field of a table with tabs: a tab, a line end and a backslash become \t, \n, \r
// and \\, because any string can be converted.
var field = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, `\`, `\\`)

// failed reports why a piece has no result, with the position of the piece.
func (p *converting) failed(rec *input.Item, piece *Piece) {
	if len(piece.Findings) == 0 {
		return
	}
	p.found(p.part(rec, piece), &run.Checked{Findings: piece.Findings})
}

// part returns an item for a piece with its position. It returns rec if the piece is all of it.
func (p *converting) part(rec *input.Item, piece *Piece) *input.Item {
	if piece.Start == 0 && piece.End >= len(rec.Text) {
		return rec
	}
	part := *rec
	part.Line, part.Col = rec.Position(piece.Start)
	start, end := rec.RawSpan(piece.Start, piece.End)
	part.Text, part.Raw = rec.Text[piece.Start:piece.End], rec.Raw[min(start, len(rec.Raw)):min(end, len(rec.Raw))]
	return &part
}

// found passes an item that has no result, or cannot be read, to the sink.
func (p *converting) found(rec *input.Item, checked *run.Checked) {
	if p.reread != nil && !p.reread.last && (p.reread.left > 0 || len(p.r.Out)+len(p.r.Second) >= mostHeld) {
		p.reread.left++
		return
	}
	var err error
	if checked.Rule, err = p.target.RuleFor(rec); err != nil && checked.Fault == nil {
		checked.Fault, checked.Text = &checked.Findings[0], rec.Text
	}
	p.r.Render(rec, checked)
}

// pieces converts the text of an item; left is set if the item has placeholders and stays unchanged. The result is
// valid until the next call.
func (p *converting) pieces(rec *input.Item, left bool) []Piece {
	c := p.conversion
	p.one[0] = Piece{End: len(rec.Text)}
	rule, err := p.target.RuleFor(rec)
	template := p.target.IsTemplate(rec) && !c.Templates // its expansions can be converted
	switch {
	case err != nil:
		p.one[0].Findings = conversions.FindingsOf(err, rec.Text)
	case left:
		p.one[0].Text = rec.Text
	case c.Pieces != nil && !template:
		pieces := c.Pieces(rec, rule)
		for i := range pieces {
			piece := &pieces[i]
			text := rec.Text[piece.Start:piece.End]
			if p.refuses(rec, rule, text, len(piece.Findings) == 0 && piece.Text == text) {
				piece.Text, piece.Findings = "", check.Report(text, spec.RFC3987.Reference(), &p.c.grammar).Findings
			}
		}
		return pieces
	case template && !rule.Valid(rec.Text):
		p.one[0].Findings = check.Report(rec.Text, rule, &p.c.grammar).Findings
	case template:
		p.one[0].Text = rec.Text
	default:
		out, err := c.Append(p.r.Scratch[:0], rec, rule)
		p.r.Scratch = out
		if p.refuses(rec, rule, rec.Text, err == nil && c.Conforming) {
			r := check.Report(rec.Text, spec.RFC3987.Reference(), &p.c.grammar)
			out, err = nil, conversions.FindingsError(r.Findings)
		}
		if err != nil {
			p.one[0].Findings = conversions.FindingsOf(err, rec.Text)
			if rec.IsLiteral() { // it may be any text: see [checks.Checker]
				p.one[0].Findings = warnings(p.one[0].Findings)
			}
		}
		p.one[0].Text = chars.UnsafeString(out)
	}
	checks.HintWritten(p.one[0].Findings, rec)
	return p.one[:]
}

// warnings lowers findings to warnings.
func warnings(all []finding.Finding) []finding.Finding {
	r := finding.Report{Findings: slices.Clone(all)}
	r.Warn()
	return r.Findings
}

// leaves reports whether an item stays unchanged because it has placeholders, or the base that its result depends on
// has.
func (p *converting) leaves(rec *input.Item) bool {
	return p.target.Leaves(rec, rec.Text) || p.conversion.OnBase && rec.Base.Known && p.target.Leaves(rec, rec.Base.IRI) &&
		component.OfAny(rec.Text).Parts.Scheme == 0
}

// refuses reports whether a text is not converted because it has placeholders. A text that is known to conform is
// converted, except by the rule of LEIRIs, which allows placeholders, and in literals, which need not conform to the
// rule.
func (p *converting) refuses(rec *input.Item, rule spec.Rule, text string, conforms bool) bool {
	known := conforms && rule.Family() != spec.LEIRIs && !rec.IsLiteral()
	return !p.conversion.Templates && !known && p.target.Refuses(rec, rule, text)
}

// findingsIn returns the findings of all pieces.
func findingsIn(pieces []Piece) []finding.Finding {
	if len(pieces) == 1 {
		return pieces[0].Findings
	}
	var all []finding.Finding
	for _, p := range pieces {
		all = append(all, p.Findings...)
	}
	return all
}

// skipBOM skips the byte order mark at the start of a file of lines.
func (p *converting) skipBOM() {
	if p.b.Offset == 0 && bytes.HasPrefix(p.b.Data, linecol.BOM) {
		p.leave(len(linecol.BOM))
	}
}

// leave skips the chunk up to an offset; in place, it copies it.
func (p *converting) leave(to int) {
	if p.c.Form == InPlace {
		p.Copy(to)
	}
	p.Done = max(p.Done, to)
}

// pass processes the chunk up to an offset, where nothing was found. It copies it or, if the lines or statements
// match the rule, converts it.
func (p *converting) pass(to int) {
	switch {
	case p.inLines && p.c.Form == InPlace:
		p.putLines(to)
	case p.inLines:
		p.listLines(to)
	case p.inStatements:
		p.passStatements(to)
	default:
		p.leave(to)
	}
}

// passStatements is pass for statements of RDF. It converts those that were not decoded: they match the rule, have
// "<" only before an IRI, and no escapes in IRIs. It copies those that were decoded.
func (p *converting) passStatements(to int) {
	data := p.b.Data
	for p.Done < to && p.r.FlushIfLarge() {
		end := to
		if len(p.decoded) > 0 {
			if line := p.decoded[0]; line.start <= p.Done {
				if line.end <= to {
					p.decoded = p.decoded[1:]
				}
				p.leave(min(line.end, to))
				continue
			}
			end = min(end, p.decoded[0].start)
		}
		other := p.Done + chars.NonASCII(chars.UnsafeString(data[p.Done:end]))
		iri := p.Done + bytes.LastIndexByte(data[p.Done:other], '<') + 1
		switch n := bytes.IndexByte(data[iri:end], '>'); {
		case other == end:
			p.leave(end)
		case iri+n > other && iri > p.Done: // the character is in the IRI
			p.leave(iri)
			p.putLines(iri + n)
			p.r.Summary.Mended++
		default: // it is in a literal
			if n := bytes.IndexByte(data[other:end], '<'); n >= 0 {
				end = other + n
			}
			p.leave(end)
		}
	}
	p.Done = max(p.Done, to)
}

// putLines converts the chunk up to an offset by [Change.Lines], line by line. A line of ASCII stays unchanged.
func (p *converting) putLines(to int) {
	data := p.b.Data[:max(to, p.Done)]
	for p.Done < to && p.r.FlushIfLarge() {
		start := p.Done + chars.NonASCII(chars.UnsafeString(data[p.Done:]))
		if start == to {
			break
		}
		start = p.Done + bytes.LastIndexByte(data[p.Done:start], '\n') + 1
		end := len(data)
		if n := bytes.IndexByte(data[start:], '\n'); n >= 0 {
			end = start + n
		}
		if p.inLines && (start == 0 || data[start-1] == '\n') {
			p.r.Summary.Mended++
		}
		if most := start + run.FlushSize/4; end > most { // the rest of the line follows in the next round
			for end = most; !utf8.RuneStart(data[end]); end++ {
			}
		}
		p.r.Scratch = p.c.Change.Lines(p.r.Scratch[:0], chars.UnsafeString(data[start:end]))
		p.replace(start, end, p.r.Scratch)
	}
	p.leave(to)
}

// listLines converts the chunk up to an offset by [Change.Lines], as a list.
func (p *converting) listLines(to int) {
	for p.Done < to && p.r.FlushIfLarge() {
		at := min(to, p.Done+run.FlushSize/4)
		_, rest, _ := bytes.Cut(p.b.Data[at:to], []byte{'\n'}) // whole lines, because the last may lack its end
		end := to - len(rest)
		p.r.Out = p.c.Change.Lines(p.r.Out, chars.UnsafeString(linesWithLF(p.b.Data[p.Done:end])))
		p.Done = end
	}
	p.Done = max(p.Done, to)
}

// linesWithLF returns lines without the blank ones, each ended by LF. The result may share memory with the argument.
func linesWithLF(lines []byte) []byte {
	if lines[0] != '\n' && lines[len(lines)-1] == '\n' && bytes.IndexByte(lines, '\r') < 0 &&
		!bytes.Contains(lines, []byte("\n\n")) {
		return lines
	}
	var b []byte
	for line := range bytes.Lines(lines) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(line) > 0 {
			b = append(append(b, line...), '\n')
		}
	}
	return b
}
