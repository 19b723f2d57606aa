package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/grammardiff"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/study/railroad"
	"github.com/rfc3987/iri/internal/study/sample"
	"github.com/rfc3987/iri/internal/study/vectors"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A grammarFault is a fault of a grammar, with its place in the whole text in UTF-16
// code units.
type grammarFault struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Rule     string `json:"rule,omitempty"`
	Line     int    `json:"line"`
	Col      int    `json:"col"`
	From     int    `json:"from"`
	To       int    `json:"to"`
}

// A grammarReport says what is wrong with a grammar, and which rules can be used.
type grammarReport struct {
	Faults  []grammarFault `json:"faults"`
	Usable  int            `json:"usable"` // how many rules can be used
	Refused []refusedRow   `json:"refused,omitempty"`
	// the text with continuation lines indented, if that mends faults
	Indented string `json:"indented,omitempty"`
}

// grammarCheck returns the faults of the text of a grammar. A quick check makes no automata: it leaves out the faults that
// only automata show, and does not say which rules can be used.
func (e *Engine) grammarCheck(p struct {
	Text  string `json:"text"`
	Quick bool   `json:"quick"`
}) (grammarReport, error) {
	var in spec.Inspection
	var err error
	if p.Quick {
		_, in.Faults, err = e.resolve(p.Text)
	} else {
		in, err = e.inspect(p.Text)
	}
	if err != nil {
		return grammarReport{}, err
	}
	lines := strings.SplitAfter(p.Text, "\n")
	starts := make([]int, len(lines)+1)
	for i, l := range lines {
		starts[i+1] = starts[i] + lenUTF16(l)
	}
	out := grammarReport{Faults: []grammarFault{}, Usable: len(in.Usable), Refused: refusedRows(in.Refused)}
	for _, f := range in.Faults {
		severity := iri.SeverityError
		if f.Warning {
			severity = iri.SeverityWarning
		}
		g := grammarFault{f.Code, severity.String(), inEditor(f.Msg), f.Rule, f.Pos.Line, f.Pos.Col, 0, 0}
		if at := f.Pos.Line; at > 0 {
			start, end := f.Span()
			g.From = starts[at-1] + lenUTF16(f.Line[:start])
			g.To = starts[at-1] + lenUTF16(f.Line[:end])
		}
		out.Faults = append(out.Faults, g)
	}
	if text := grammarfmt.Indented(p.Text); text != p.Text {
		if _, faults, err := spec.Resolve(spec.GrammarFile{Name: grammarFile, Text: []byte(text)}); err == nil &&
			syntax(faults) < syntax(in.Faults) {
			out.Indented = text
		}
	}
	return out, nil
}

// syntax counts the faults of the notation.
func syntax(faults abnf.ErrorList) (n int) {
	for _, f := range faults {
		if f.Code == abnf.Syntax {
			n++
		}
	}
	return n
}

// lenUTF16 returns how many UTF-16 code units a text has.
func lenUTF16(s string) int { return (&units{text: s}).at(len(s)) }

// A drawnRule is a rule with its diagram.
type drawnRule struct {
	ruleRow
	SVG     string `json:"svg"`               // empty for a rule with an error
	Refused string `json:"refused,omitempty"` // why the rule cannot be used to check strings
}

// railroads draws the rules of a spec.
func (e *Engine) railroads(p struct {
	Spec  string `json:"spec"`
	Width int    `json:"width"`
}) ([]drawnRule, error) {
	g, err := e.tree(p.Spec)
	if err != nil {
		return nil, err
	}
	s, err := e.spec(p.Spec)
	if err != nil {
		return nil, err
	}
	why := make(map[string]string)
	for _, r := range grammars.Refused(s) {
		why[r.Name] = inEditor(r.Reason)
	}
	out := []drawnRule{}
	for _, r := range g.Rules {
		d := drawnRule{ruleRow: rowOf(r), Refused: why[r.Name]}
		if !r.Faulty() {
			if d.SVG, err = drawing(g, r, p.Width); err != nil {
				return nil, err
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// draw returns a rule with its drawing.
func draw(g *abnf.Grammar, r *abnf.Rule, width int) (drawnRule, error) {
	svg, err := drawing(g, r, width)
	return drawnRule{rowOf(r), svg, ""}, err
}

// drawing draws a rule for a column of a width in pixels, without the style sheet: the page has its own, and its policy
// allows no other.
func drawing(g *abnf.Grammar, r *abnf.Rule, width int) (string, error) {
	var b strings.Builder
	if err := railroad.LinkedSVG(&b, g, r, width); err != nil {
		return "", err
	}
	head, rest, _ := strings.Cut(b.String(), "<style>")
	_, body, _ := strings.Cut(rest, "</style>")
	return head + body, nil
}

// ruleTree returns the rule with a name, and its tree; the empty name stands for the spec's top rule. It fails for a rule that
// cannot be used.
func (e *Engine) ruleTree(of, name string) (*abnf.Grammar, *abnf.Rule, iri.Rule, error) {
	r, err := e.rule(target{Spec: of, Rule: name})
	if err != nil {
		return nil, nil, r, err
	}
	g := (*spec.Spec)(r.Spec()).Grammar()
	return g, g.Rule(r.Name()), r, nil
}

// diff compares the languages of two rules. It is exact; every witness is checked.
func (e *Engine) diff(p struct {
	A     string `json:"a"`
	B     string `json:"b"`
	RuleA string `json:"ruleA"`
	RuleB string `json:"ruleB"`
}) ([]grammardiff.JSONRow, error) {
	var sides [2]grammardiff.Side
	for i, s := range [2][2]string{{p.A, p.RuleA}, {p.B, p.RuleB}} {
		g, r, rule, err := e.ruleTree(s[0], s[1])
		if err != nil {
			return nil, err
		}
		sides[i] = grammardiff.Side{Name: s[0], Grammar: g, Rule: r, Engines: []func(string) bool{rule.Valid}}
	}
	rows, err := grammardiff.Compare(sides[0], sides[1])
	if err != nil {
		return nil, err
	}
	out := []grammardiff.JSONRow{}
	for _, r := range rows {
		out = append(out, r.JSON())
	}
	return out, nil
}

// maxSamples is how many samples the page draws at once.
const maxSamples = 10_000

// samples draws random strings, as iri grammar sample does.
func (e *Engine) samples(p struct {
	Spec    string `json:"spec"`
	Rule    string `json:"rule"`
	Seed    uint64 `json:"seed"`
	Count   int    `json:"count"`
	Invalid bool   `json:"invalid"`
}) ([]sample.Row, error) {
	if p.Count < 1 || p.Count > maxSamples {
		return nil, fmt.Errorf("ask for 1 to %d samples, not %d", maxSamples, p.Count)
	}
	g, r, _, err := e.ruleTree(p.Spec, p.Rule)
	if err != nil {
		return nil, err
	}
	s, err := sample.New(g, r, p.Seed)
	if err != nil {
		return nil, err
	}
	out := make([]sample.Row, p.Count)
	for i := range out {
		if out[i], err = s.Row(p.Invalid); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// maxVectors is how many bytes of test vectors the page makes.
const maxVectors = 64 << 20

// A suite is a conformance suite in JSON Lines.
type suite struct {
	Rows  int    `json:"rows"`
	Lines string `json:"lines"`
}

// vectors makes a conformance suite, as iri grammar vectors does.
func (e *Engine) vectors(p struct {
	Spec string `json:"spec"`
	Rule string `json:"rule"`
	Size string `json:"size"`
}) (suite, error) {
	size := slices.Index(vectors.Sizes(), p.Size)
	if size < 0 {
		return suite{}, fmt.Errorf("there is no size %q: choose one of small, medium, full", p.Size)
	}
	g, r, _, err := e.ruleTree(p.Spec, p.Rule)
	if err != nil {
		return suite{}, err
	}
	var b strings.Builder
	var out suite
	for row, err := range vectors.Suite(g, r, vectors.Size(size), nil) {
		if err == nil {
			err = jsonw.WriteLine(&b, row)
		}
		if err != nil {
			return suite{}, err
		}
		if out.Rows++; b.Len() > maxVectors {
			return suite{}, fmt.Errorf("the suite has more than %d MiB, too much for the page: use iri grammar vectors", maxVectors>>20)
		}
	}
	out.Lines = b.String()
	return out, nil
}
