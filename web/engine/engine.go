// Package engine answers the questions of the page: a method and its parameters as JSON
// come in, a result as JSON goes out. It runs in a worker of a browser, where package
// main of ../wasm hands the calls over, and in the tests, where it runs as it is.
//
// JavaScript sends the strings and reads the results, so each result has every span twice: start and end in bytes, as
// reports have them, and from and to in UTF-16 code units, as editors in a browser count.
package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
)

// custom is how the page names the grammar that it has set by the method "use".
// grammarFile is the name of its file, in reports and in commands.
const (
	custom      = "custom"
	grammarFile = "grammar.abnf"
)

// An Engine holds what the methods share. Use it from one goroutine only.
type Engine struct {
	custom  *iri.Spec
	text    string // of custom
	tracer  map[[2]string]*tracer
	checker validators
	draft   *inspection // of the text that is being written
}

// New returns an engine without a grammar of its own.
func New() *Engine {
	return &Engine{tracer: make(map[[2]string]*tracer)}
}

// Names loads the names of characters, for a program that is built without them.
func (e *Engine) Names(names string) {
	quote.LoadNames(names)
	clear(e.tracer) // the tracers may have messages without names
	e.checker, e.draft = validators{}, nil
}

// Call runs a method. The answer is {"result":…} or {"error":"…"}; it is always JSON. It has "unnamed":true
// if it names characters and their names are not loaded: then load them and ask again.
func (e *Engine) Call(method, params string) string {
	result, err := e.call(method, []byte(params))
	if err == nil {
		var out []byte
		if out, err = json.Marshal(answer{result, quote.MissedNames()}); err == nil {
			return string(out)
		}
	}
	out, _ := json.Marshal(map[string]string{"error": inEditor(err.Error())})
	return string(out)
}

// An answer is what a method returned.
type answer struct {
	Result  any  `json:"result"`
	Unnamed bool `json:"unnamed,omitempty"`
}

// call runs a method. It returns an error if the method panics: a fault in one answer must not end the worker.
func (e *Engine) call(method string, params []byte) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal fault in %s: %v: please report this", method, r)
		}
	}()
	ask := map[string]func([]byte) (any, error){
		"specs":         func([]byte) (any, error) { return e.specs(), nil },
		"use":           run(e.use),
		"check":         run(e.checkLines),
		"line":          run(e.line),
		"reports":       run(e.reports),
		"look":          run(e.look),
		"parts":         run(e.parts),
		"diagram":       run(e.diagram),
		"explain":       run(e.explain),
		"map":           run(e.mapText),
		"compare":       run(e.compare),
		"grammar-check": run(e.grammarCheck),
		"draft-rule":    run(e.draftRule),
		"draft-changes": run(e.draftChanges),
		"grammar-text":  run(e.grammarText),
		"railroads":     run(e.railroads),
		"diff":          run(e.diff),
		"samples":       run(e.samples),
		"vectors":       run(e.vectors),
	}[method]
	if ask == nil {
		return nil, fmt.Errorf("there is no method %q", method)
	}
	return ask(params)
}

// run returns a function that decodes the parameters of a method and calls it.
func run[P, R any](method func(P) (R, error)) func(params []byte) (any, error) {
	return func(params []byte) (any, error) {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, fmt.Errorf("the parameters cannot be read: %w", err)
		}
		return method(p)
	}
}

// A target names the rule that strings are checked against, and what is checked.
type target struct {
	Spec        string `json:"spec"`
	Rule        string `json:"rule"`
	Lint        bool   `json:"lint"`
	GrammarOnly bool   `json:"grammarOnly"`
}

// options returns the options of Validate.
func (t target) options() []iri.CheckOption {
	var opts []iri.CheckOption
	if t.GrammarOnly {
		opts = append(opts, iri.WithGrammarOnly())
	}
	if t.Lint {
		opts = append(opts, iri.WithLint())
	}
	return opts
}

// spec returns the spec of a name: a built-in one or the one that the page has set.
func (e *Engine) spec(name string) (*iri.Spec, error) {
	if name == custom {
		if e.custom == nil {
			return nil, errors.New("no grammar of your own is in use: write one on the tab Grammar and use it")
		}
		return e.custom, nil
	}
	if s, ok := iri.SpecByName(name); ok {
		return s, nil
	}
	return nil, fmt.Errorf("there is no spec %q", name)
}

// rule returns the rule of a target. The empty name is the spec's top rule.
func (e *Engine) rule(t target) (iri.Rule, error) {
	s, err := e.spec(t.Spec)
	if err != nil {
		return iri.Rule{}, err
	}
	return ruleOf(s, t.Rule)
}

// ruleOf returns a rule that can be used. The empty name is the spec's top rule.
func ruleOf(s *iri.Spec, name string) (iri.Rule, error) {
	if name == "" {
		name = (*spec.Spec)(s).TopName()
	}
	if r, ok := s.Rule(name); ok {
		return r, nil
	}
	if err := refused(s, name); err != nil {
		return iri.Rule{}, err
	}
	return iri.Rule{}, fmt.Errorf("%s has no rule %q", s.Title(), name)
}

// refused returns the error why a rule cannot be used, nil if the spec does not refuse it.
func refused(s *iri.Spec, name string) error {
	for _, r := range grammars.Refused(s) {
		if strings.EqualFold(r.Name, name) {
			return r
		}
	}
	return nil
}

// tree returns the rule trees of a spec, also those of rules that cannot be used.
func (e *Engine) tree(name string) (*abnf.Grammar, error) {
	s, err := e.spec(name)
	if err != nil {
		return nil, err
	}
	return (*spec.Spec)(s).AllRules(), nil
}

// A specInfo describes a spec for the page. Its rules stand in the order of the menu: the
// default rule, then other rules for whole strings, then their parts.
type specInfo struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Top   string `json:"top"` // empty if the default rule cannot be used
	// the rule for references; empty if there is none
	Reference string       `json:"reference,omitempty"`
	Whole     []string     `json:"whole"`             // rules for whole strings
	Parts     []string     `json:"parts"`             // the other rules that can be used
	Refused   []refusedRow `json:"refused,omitempty"` // the rules that cannot be used
}

// A refusedRow is a rule that cannot be used.
type refusedRow struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

func refusedRows(list []abnf.Refusal) []refusedRow {
	var rows []refusedRow
	for _, r := range list {
		rows = append(rows, refusedRow{r.Rule.Name, inEditor(r.Reason())})
	}
	return rows
}

// describeSpec describes a spec. If no rule of it is for whole references, the rules that no other rule uses are those for
// whole strings.
func describeSpec(name string, s *iri.Spec, core map[string]bool) specInfo {
	info := specInfo{
		Name: name, Title: s.Title(), Top: s.Top().Name(), Reference: s.Reference().Name(), Whole: []string{}, Parts: []string{},
		Refused: refusedRows((*spec.Spec)(s).Refused()),
	}
	if info.Top != "" {
		info.Whole = append(info.Whole, info.Top)
	}
	references := false
	for r := range s.Rules() {
		references = references || r.WholeReference()
	}
	for r := range s.Rules() {
		switch {
		case r == s.Top():
		case r.WholeReference(), !references && len(r.UsedBy()) == 0 && !core[r.Name()]:
			info.Whole = append(info.Whole, r.Name())
		default:
			info.Parts = append(info.Parts, r.Name())
		}
	}
	return info
}

// specs describes all specs, the one of the page last.
func (e *Engine) specs() []specInfo {
	var all []specInfo
	for _, s := range iri.Specs() {
		all = append(all, describeSpec(s.Name(), s, nil))
	}
	if e.custom != nil {
		core := make(map[string]bool)
		if g, err := e.tree(custom); err == nil {
			for _, r := range g.Rules {
				core[r.Name] = r.Core
			}
		}
		all = append(all, describeSpec(custom, e.custom, core))
	}
	return all
}

// maxGrammar is the longest text of a grammar that the page reads, in bytes.
const maxGrammar = 1 << 20

// checkSize returns an error if the text of a grammar is too long.
func checkSize(text string) error {
	if len(text) > maxGrammar {
		return fmt.Errorf("the grammar has %d bytes; the page reads at most %d", len(text), maxGrammar)
	}
	return nil
}

// use sets the grammar of the page, or removes it if the text is empty.
func (e *Engine) use(p struct {
	Text string `json:"text"`
}) ([]specInfo, error) {
	var s *iri.Spec
	if p.Text != "" {
		in, err := e.inspect(p.Text)
		if err != nil {
			return nil, err
		}
		if s = (*iri.Spec)(in.Spec); s == nil {
			return nil, in.Faults.Err() // the grammar before stays in use
		}
	}
	clear(e.tracer)
	e.custom, e.text, e.checker = s, p.Text, validators{}
	return e.specs(), nil
}

// grammarText returns the file of a spec as it is printed.
func (e *Engine) grammarText(p struct {
	Spec string `json:"spec"`
}) (string, error) {
	if p.Spec == custom && e.custom != nil {
		return e.text, nil
	}
	if !slices.ContainsFunc(iri.Specs(), func(s *iri.Spec) bool { return s.Name() == p.Spec }) {
		return "", fmt.Errorf("there is no spec %q", p.Spec)
	}
	text, err := fs.ReadFile(grammar.Files, p.Spec+".abnf")
	return string(text), err
}
