package render

import (
	"bufio"
	"bytes"
	"hash/maphash"
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Formatter formats findings. Several goroutines may call its methods at the same time. The caller writes the
// results in the order of the input, between those of Start and End, and omits the separator before the first one
// (see [Trimmer]).
type Formatter struct {
	Format
	Writer // nil for JSON, which has an object for each item
	target config.Target
	once   bool // equal findings are written once, so ends tell which are equal
}

// NewFormatter returns a formatter. codes are the codes that findings may have, for reports.
func NewFormatter(format string, t config.Target, st Style, version string, codes func() []finding.Entry) *Formatter {
	f := &Formatter{Format: formatOf(format), target: t}
	if f.writer != nil {
		all := func() []finding.Entry {
			known := codes()
			return append(known, productions(t, known)...)
		}
		f.Writer = f.writer(writerOptions{st, version, all,
			func() *summary.Spec { return summary.MadeFrom(t.Spec) }})
	}
	return f
}

// productions returns entries for the productions that findings can name in addition to those of whole references. If
// the rule is of a grammar that was read, or is not for whole references, these are all rules that it uses.
func productions(t config.Target, known []finding.Entry) []finding.Entry {
	if t.Rule.IsWhole() && !t.Spec.IsCustom() {
		return nil
	}
	var codes []finding.Entry
	for _, r := range append([]spec.Rule{t.Rule}, t.Rule.Uses()...) {
		if !slices.ContainsFunc(known, func(c finding.Entry) bool { return string(c.Code) == r.Name() }) {
			codes = append(codes, finding.Entry{
				Code: finding.Code(r.Name()), Grammar: true, Severity: finding.Error, Title: r.ABNF(),
				Section: r.Section(),
			})
		}
	}
	return codes
}

// Start returns the text before the first item.
func (f *Formatter) Start() []byte {
	if f.Writer == nil {
		return nil
	}
	return f.Writer.Start()
}

// End returns the text after the last item.
func (f *Formatter) End(o Outcome) []byte {
	if f.Writer == nil {
		return nil
	}
	return f.Writer.End(o)
}

// report writes a report with the findings.
func (f *Formatter) report(to *bufio.Writer, pieces []Piece, o Outcome) {
	if whole, ok := f.Writer.(Reporter); ok {
		whole.Report(to, pieces, o)
		return
	}
	to.Write(f.Start())
	for i, p := range pieces {
		if i == 0 {
			p.Out = bytes.TrimPrefix(p.Out, []byte{f.Separator})
		}
		to.Write(p.Out)
	}
	to.Write(f.End(o))
}

// Append appends the output for an item. If ends is not nil, it appends to it the end in b of each finding or, in
// JSON, of the object of the item.
func (f *Formatter) Append(b []byte, ends *[]run.End, rec *input.Item, c *run.Checked) []byte {
	if f.Writer == nil {
		b = AppendJSON(b, &f.target, rec, c)
		noteEnd(ends, run.End{At: len(b)})
		return b
	}
	return f.appendFindings(b, ends, run.NewPlacer(rec, c), c.Findings, c.More)
}

// appendFindings appends findings, which may be a slice of those of an item, and in text how many more the item has.
func (f *Formatter) appendFindings(b []byte, ends *[]run.End, at *run.Placer, findings []finding.Finding, more int) []byte {
	text, isText := f.Writer.(Text)
	var end run.End
	for i := range findings {
		if i > 0 {
			noteEnd(ends, end)
		}
		fd := at.Expanded(findings[i])
		if isText {
			adviseOnce(&fd, at)
		}
		b = f.Finding(b, &at.Quoter, &fd, at.Shown(&fd))
		end = run.End{At: len(b), Source: at.Rec.Source, Error: fd.Severity == finding.Error}
		if f.once {
			place := at.Place(fd.Start)
			end.Same, end.Code, end.Line, end.Col = sameAs(at.Rec, &findings[i]), fd.Code, place.Line, place.Col
		}
	}
	if isText && more > 0 {
		b = appendMore(append(b, '\n'), more, text.Style)
		end.At = len(b)
	}
	if len(findings) > 0 {
		noteEnd(ends, end)
	}
	return b
}

// noteLeft appends the ends of findings that are not formatted because the limit is reached, so that they are
// counted.
func (f *Formatter) noteLeft(ends *[]run.End, at int, rec *input.Item, findings []finding.Finding) {
	if f.Writer == nil { // JSON has one object for the item
		noteEnd(ends, run.End{At: at})
		return
	}
	for i := range findings {
		end := run.End{At: at}
		if f.once {
			end.Same = sameAs(rec, &findings[i])
		}
		noteEnd(ends, end)
	}
}

// sameSeed is the seed of the hashes of sameAs.
var sameSeed = maphash.MakeSeed()

// sameAs returns a hash that is equal for equal findings about the same string, or about the same prefix of a file.
// It is 0 for a fault of a file, which is never repeated.
func sameAs(rec *input.Item, f *finding.Finding) uint64 {
	var h maphash.Hash
	h.SetSeed(sameSeed)
	about := rec.Text
	if rec.Err != nil {
		if f.Code != input.CodePrefix {
			return 0
		}
		about = rec.Source
	} else {
		h.Write(strconv.AppendInt(nil, int64(f.Start), 10))
	}
	for _, s := range []string{string(f.Code), f.MessageText(), about} {
		h.WriteString(s)
		h.WriteByte(0)
	}
	return max(h.Sum64(), 1)
}

// noteEnd appends an end, if ends are recorded.
func noteEnd(ends *[]run.End, end run.End) {
	if ends != nil {
		*ends = append(*ends, end)
	}
}

// adviseOnce removes the hint and the fix of a finding, if those of the same text and code have been written before.
func adviseOnce(f *finding.Finding, at *run.Placer) {
	isSaid := func(advice string) bool {
		if advice = string(f.Code) + " " + advice; at.Said == nil {
			at.Said = map[string]bool{}
		}
		said := at.Said[advice]
		at.Said[advice] = true
		return said
	}
	if hint := f.HintText(); hint != "" && isSaid(hint) {
		f.Hint = finding.Text{}
	}
	if f.Fix != nil && isSaid(fixText(&at.Quoter, f.Fix)) {
		f.Fix = nil
	}
}
