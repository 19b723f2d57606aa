package iribeam

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
)

// A rewriter changes the strings of records: it fixes or converts them.
type rewriter struct {
	Options    Options
	Kind       Kind
	Codes      []iri.Code // kindFix: the warnings to fix
	Conversion Conversion // the other kinds

	checker *checker
	change  func(text string, rule iri.Rule) (string, error)
	clean   input.Cleaner // the strings that stay as they are; nil if that is not known
}

// Setup is called by Beam once for each instance.
func (r *rewriter) Setup() (err error) {
	o, defaultRule := r.Options, referenceRule
	switch {
	case r.Kind == kindFix:
		defaultRule = topRule
	case o.Spec != "" || len(o.Grammar) > 0:
	case r.Kind == ToIRI:
		o.Spec = iri.RFC3986.Name()
	case r.Kind == FromLEIRI:
		o.Spec = iri.LEIRI.Name()
	}
	if r.Kind != kindFix {
		if r.checker, err = newChecker(o, defaultRule); err == nil {
			r.change, err = r.Conversion.conversion(r.checker)
		}
		return err
	}
	var opts []iri.Option
	for _, code := range r.Codes {
		info, ok := iri.LookupCode(code)
		if !ok {
			return fmt.Errorf("there is no code %q to fix: iri explain lists the codes", string(code))
		}
		// To fix a code that is off by default turns it on, unless the options say otherwise.
		if !info.Grammar && info.Severity == iri.Off {
			opts = append(opts, iri.WithSeverity(code, iri.Warning))
		}
	}
	o.MaxFindings = fixesPerRound
	if r.checker, err = newChecker(o, defaultRule); err != nil {
		return err
	}
	c := r.checker
	c.opts = append(opts, c.opts...)
	c.validator = c.rule.Validator(c.opts...)
	r.clean, r.change = c.validator, r.fix
	return nil
}

const (
	// maxRounds bounds how often fixes are applied: of fixes that overlap, each needs a
	// round.
	maxRounds = 8
	// fixesPerRound bounds the findings that are in memory.
	fixesPerRound = 20_000
)

// fix returns the text with its fixes applied. If the result would not conform, it returns
// the findings that prevent it.
func (r *rewriter) fix(text string, rule iri.Rule) (string, error) {
	first := rule.Validate(text, r.checker.opts...)
	rep := first
	for range maxRounds {
		fixed, changed := rep.FixedWith(r.Codes...)
		if !changed {
			break
		}
		rep = rule.Validate(fixed, r.checker.opts...)
	}
	if rep.Conforms() {
		return rep.Input(), nil
	}
	var unfixable, all []iri.Finding
	for _, fd := range first.Findings() {
		if fd.Severity == iri.Error {
			all = append(all, fd)
			if fd.Fix == nil {
				unfixable = append(unfixable, fd)
			}
		}
	}
	if len(unfixable) == 0 {
		unfixable = all
	}
	return "", findingsError(unfixable[:min(len(unfixable), iri.DefaultMaxFindings)])
}

// findingsError is an error that holds findings; at least one.
type findingsError []iri.Finding

func (e findingsError) Error() string           { return e[0].Message }
func (e findingsError) Findings() []iri.Finding { return e }

// rewrite returns the new text of a record, or the findings because of which there is
// none.
func (r *rewriter) rewrite(rec *input.Record) (string, result) {
	if rec.Err != nil {
		return "", r.checker.check(rec)
	}
	rule, err := r.checker.ruleFor(rec)
	if err != nil {
		return "", r.checker.check(rec)
	}
	text, err := r.change(rec.Text, rule)
	if err != nil {
		return "", result{findings: findingsOf(err, rec.Text)}
	}
	return text, result{conforms: true}
}

// rewriteFn copies a part and changes its strings.
type rewriteFn struct{ rewriter }

func (f *rewriteFn) ProcessElement(ctx context.Context, sp Split, emit func(Text), fail func(Rejected), emitPart func(Part)) error {
	p := Part{File: sp.File.Number, Offset: sp.Start}
	o := *f.checker.input
	o.LinesOnly = true
	out := newTextEmitter(sp, emit)
	bad := rejecter{sp: sp, emit: fail}
	err := readBlocks(ctx, sp, &o, &p, func(b *input.Block) error {
		out.end = recordEnd(b)
		if b.Rest { // of a line that is too long
			out.write(b.Data)
			bad.rest(b.Data)
			return nil
		}
		done := 0 // up to here the block is in the output
		passed := b.Each(&o, f.clean, func(rec *input.Record) bool {
			if f.Options.NoLineNumbers {
				dropLine(rec)
			}
			text, res := f.rewrite(rec)
			p.Counts.Add(rec, res.findings, 0, res.conforms, f.Options.Hosts)
			switch {
			case !res.conforms:
				bad.add(rec, b.Data[rec.From:rec.To], f.checker.findings(rec, &res, sp.File.Number, maxInput))
			case text != rec.Text:
				from, oldEnd, newEnd := difference(rec.Text, text)
				rawFrom, rawEnd := rec.RawSpan(from, oldEnd)
				at := int(rec.Offset - b.Offset)
				out.write(b.Data[done : at+rawFrom])
				out.write(appendEscaped(nil, text[from:newEnd], rec.Escape))
				done = at + rawEnd
			}
			return true
		})
		bad.flush()
		out.write(b.Data[done:])
		p.Counts.Inputs += int64(passed)
		p.Counts.Conforming += int64(passed)
		return nil
	})
	if err != nil {
		return err
	}
	out.finish()
	emitPart(p)
	return nil
}

// difference returns the span in which two texts differ: it has the same start in both,
// and starts and ends between characters.
func difference(a, b string) (from, endA, endB int) {
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	for from > 0 && (from < len(a) && !utf8.RuneStart(a[from]) || from < len(b) && !utf8.RuneStart(b[from])) {
		from--
	}
	endA, endB = len(a), len(b)
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	for endA < len(a) && !utf8.RuneStart(a[endA]) {
		endA, endB = endA+1, endB+1
	}
	return from, endA, endB
}

// appendEscaped appends a part of a string with the escapes of its file's format.
func appendEscaped(b []byte, s string, escape input.Escape) []byte {
	switch escape {
	case input.EscJSON:
		quoted := jsonw.AppendString(nil, s)
		return append(b, quoted[1:len(quoted)-1]...)
	case input.EscCSV:
		return append(b, strings.ReplaceAll(s, `"`, `""`)...)
	case input.EscUchr:
		// IRIREF of N-Triples allows all other characters.
		for _, c := range s {
			if c <= ' ' || strings.ContainsRune("<>\"{}|^`\\", c) {
				b = fmt.Appendf(b, `\u%04X`, c)
			} else {
				b = utf8.AppendRune(b, c)
			}
		}
		return b
	}
	return append(b, s...)
}

// rewriteStringsFn changes strings.
type rewriteStringsFn struct {
	rewriter
	stringPart
}

// StartBundle is called by Beam.
func (f *rewriteStringsFn) StartBundle(_ func(string), _ func(Rejected), _ func(Part)) { f.start() }

func (f *rewriteStringsFn) ProcessElement(text string, emit func(string), fail func(Rejected), _ func(Part)) {
	if f.clean != nil && f.clean.Clean(text) {
		f.part.Counts.Inputs++
		f.part.Counts.Conforming++
		emit(text)
		return
	}
	rec := stringRecord(text)
	changed, res := f.rewrite(&rec)
	f.part.Counts.Add(&rec, res.findings, 0, res.conforms, f.Options.Hosts)
	if !res.conforms {
		fail(Rejected{Source: Strings, Record: []byte(text), Findings: f.checker.findings(&rec, &res, 0, maxInput)})
		changed = text
	}
	emit(changed)
}

// FinishBundle is called by Beam.
func (f *rewriteStringsFn) FinishBundle(_ func(string), _ func(Rejected), emit func(Part)) {
	emit(*f.part)
}
