package engine

import (
	"iter"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/study/railroad"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A finding is an iri.Finding for the page.
type finding struct {
	Code     iri.Code `json:"code"`
	Severity string   `json:"severity"`
	Prose    bool     `json:"prose,omitempty"` // a rule in prose is violated; the grammar allows the text
	Message  string   `json:"message"`
	stringSpan
	Rules      []string `json:"rules,omitempty"`
	Expected   []string `json:"expected,omitempty"`
	Section    string   `json:"section,omitempty"`
	SectionURL string   `json:"sectionURL,omitempty"`
	ABNF       string   `json:"abnf,omitempty"`
	Hint       string   `json:"hint,omitempty"`
	Fix        *fix     `json:"fix,omitempty"`
}

// A fix is an iri.Fix for the page.
type fix struct {
	stringSpan
	Text    string `json:"text"`
	Guessed bool   `json:"guessed,omitempty"` // it may change what the string says
}

// A lineReport is what the page shows of a line.
type lineReport struct {
	Grammatical bool      `json:"grammatical"`
	Conforms    bool      `json:"conforms"`
	Findings    []finding `json:"findings"`
	More        int       `json:"more,omitempty"`

	Fixed string `json:"fixed,omitempty"` // the line with its errors mended, if it then conforms
	Guess string `json:"guess,omitempty"` // or what it was probably meant to be
}

func makeReport(r iri.Report) *lineReport {
	out := &lineReport{Grammatical: r.Grammatical(), Conforms: r.Conforms(), More: r.More()}
	list := r.Findings()
	out.Findings = make([]finding, len(list))
	u := units{text: r.Input()}
	for i, f := range list {
		out.Findings[i] = finding{
			Code: f.Code, Severity: f.Severity.String(), Prose: prose(r.Rule(), f), Message: f.Message,
			stringSpan: u.place(f.Start, f.End),
			Rules:      f.Rules, Expected: f.Expected, Section: f.Section, SectionURL: railroad.SectionURL(f.Section),
			ABNF: f.ABNF, Hint: f.Hint,
		}
		if f.Fix != nil {
			out.Findings[i].Fix = &fix{u.place(f.Fix.Start, f.Fix.End), f.Fix.Text, f.Fix.Guessed}
		}
	}
	return out
}

// prose reports whether a finding is by a rule in prose. The code of a finding by the grammar is the name of a rule.
func prose(r iri.Rule, f iri.Finding) bool {
	_, ok := r.Spec().Rule(string(f.Code))
	return !ok
}

// guessing returns the options for reports that the page shows: the page marks guessed fixes. Reports for files, and the fix
// of all errors, do not guess.
func (t target) guessing() []iri.CheckOption { return append(t.options(), iri.WithGuess()) }

// validators are the validators of the last target, kept for the next text.
type validators struct {
	target          target
	validator, sure *iri.Validator // sure does not guess
}

// checkLines checks lines. The answer has a report for each line: null for a line without findings, and for an empty line,
// which the command skips too.
func (e *Engine) checkLines(p struct {
	target
	Lines []string `json:"lines"`
}) ([]*lineReport, error) {
	if c := &e.checker; c.validator == nil || c.target != p.target {
		r, err := e.rule(p.target)
		if err != nil {
			return nil, err
		}
		*c = validators{p.target, r.Validator(p.guessing()...), r.Validator(p.options()...)}
	}
	v := e.checker.validator
	out := make([]*lineReport, len(p.Lines))
	for i, rep := range reportsOf(v, p.Lines) {
		if len(rep.Findings()) > 0 {
			out[i] = makeReport(rep)
			out[i].mend(e.checker.sure, rep)
		}
	}
	return out, nil
}

// mend sets Fixed to the text that iri fix writes. If there is none, it sets Guess to the guessed text.
func (l *lineReport) mend(sure *iri.Validator, rep iri.Report) {
	if rep.Conforms() {
		return
	}
	if fixed, ok := sure.Check(rep.Input()).Fixed(); ok {
		l.Fixed = fixed
	} else if guess, ok := rep.Fixed(); ok {
		l.Guess = guess
	}
}

// reportsOf yields the reports of lines that are not empty, with their numbers.
func reportsOf(v *iri.Validator, lines []string) iter.Seq2[int, iri.Report] {
	return func(yield func(int, iri.Report) bool) {
		for i, line := range lines {
			if line != "" && !yield(i, v.Check(line)) {
				return
			}
		}
	}
}

// A codePoint is a character beyond US-ASCII, with its place and its name.
type codePoint struct {
	stringSpan
	Name string `json:"name"`
}

// A lineInfo names the characters of one line.
type lineInfo struct {
	Report     *lineReport `json:"report"`
	CodePoints []codePoint `json:"codePoints,omitempty"`
	More       int         `json:"more,omitempty"` // code points that are left out
}

// maxCodePoints is how many characters of a lineInfo have names.
const maxCodePoints = 64

// line describes one line.
func (e *Engine) line(p struct {
	target
	Text string `json:"text"`
}) (lineInfo, error) {
	r, err := e.rule(p.target)
	if err != nil {
		return lineInfo{}, err
	}
	info := lineInfo{Report: makeReport(r.Check(p.Text, p.guessing()...))}
	u := units{text: p.Text}
	for i, c := range p.Text {
		if c >= ' ' && c <= '~' {
			continue
		}
		if len(info.CodePoints) == maxCodePoints {
			info.More++
			continue
		}
		info.CodePoints = append(info.CodePoints, codePoint{u.place(i, i+len(string(c))), quote.RuneName(c)})
	}
	return info, nil
}

// reports returns what iri check --format json prints for lines; empty ones are passed
// over.
func (e *Engine) reports(p struct {
	target
	Lines []string `json:"lines"`
}) (string, error) {
	r, err := e.rule(p.target)
	if err != nil {
		return "", err
	}
	var b []byte
	for _, rep := range reportsOf(r.Validator(p.options()...), p.Lines) {
		b = append(rep.AppendJSON(b), '\n')
	}
	return string(b), nil
}
