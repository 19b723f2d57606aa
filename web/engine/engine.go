// Package engine answers the questions of the page: a method and its parameters as JSON
// come in, a result as JSON goes out. It runs in a worker of a browser, where package
// main of ../wasm hands the calls over, and in the tests, where it runs as it is.
//
// Strings come from JavaScript and go back there, so every place that the engine names
// stands twice in its results: start and end in bytes, as reports have them, and from
// and to in UTF-16 code units, as editors in a browser count.
package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/abnf"
)

// custom is how the page names the grammar that it has set by the method "use".
const custom = "custom"

// An Engine holds what the methods share. Use it from one goroutine only.
type Engine struct {
	custom  *iri.Spec
	files   []iri.GrammarFile // the text of custom
	trees   map[string]*abnf.Grammar
	tracer  map[[2]string]*nfa
	checker checker
}

// New returns an engine without a grammar of its own.
func New() *Engine {
	return &Engine{trees: make(map[string]*abnf.Grammar), tracer: make(map[[2]string]*nfa)}
}

// Call runs a method. The answer is {"result":…} or {"error":"…"}; it is always JSON.
func (e *Engine) Call(method, params string) string {
	result, err := e.call(method, []byte(params))
	if err == nil {
		var out []byte
		if out, err = json.Marshal(map[string]any{"result": result}); err == nil {
			return string(out)
		}
	}
	out, _ := json.Marshal(map[string]string{"error": err.Error()})
	return string(out)
}

// call runs a method, and returns an error also where it panics: a fault in one answer
// must not end the worker.
func (e *Engine) call(method string, params []byte) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal fault in %s: %v: please report this", method, r)
		}
	}()
	switch method {
	case "specs":
		return e.specs(), nil
	case "use":
		return run(params, e.use)
	case "check":
		return run(params, e.checkLines)
	case "line":
		return run(params, e.line)
	case "reports":
		return run(params, e.reports)
	case "fix":
		return run(params, e.fix)
	case "look":
		return run(params, e.look)
	case "diagram":
		return run(params, e.diagram)
	case "explain":
		return run(params, e.explain)
	case "map":
		return run(params, e.mapText)
	case "grammar-check":
		return run(params, e.grammarCheck)
	case "grammar-text":
		return run(params, e.grammarText)
	case "railroads":
		return run(params, e.railroads)
	case "diff":
		return run(params, e.diff)
	case "samples":
		return run(params, e.samples)
	case "vectors":
		return run(params, e.vectors)
	}
	return nil, fmt.Errorf("there is no method %q", method)
}

// run decodes the parameters of a method and calls it.
func run[P, R any](params []byte, method func(P) (R, error)) (any, error) {
	var p P
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, fmt.Errorf("the parameters cannot be read: %w", err)
	}
	return method(p)
}

// A target names the rule that strings are checked against, and what is checked.
type target struct {
	Spec        string `json:"spec"`
	Rule        string `json:"rule"`
	Lint        bool   `json:"lint"`
	GrammarOnly bool   `json:"grammarOnly"`
}

// options returns the options of Validate.
func (t target) options() []iri.Option {
	var opts []iri.Option
	if t.GrammarOnly {
		opts = append(opts, iri.GrammarOnly())
	}
	if t.Lint {
		opts = append(opts, iri.Lint())
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
	if t.Rule == "" {
		return s.Top(), nil
	}
	r, ok := s.Rule(t.Rule)
	if !ok {
		return iri.Rule{}, fmt.Errorf("%s has no rule %q", s.Title(), t.Rule)
	}
	return r, nil
}

// tree returns the rule trees of a spec.
func (e *Engine) tree(name string) (*abnf.Grammar, error) {
	if g := e.trees[name]; g != nil {
		return g, nil
	}
	var g *abnf.Grammar
	var err error
	if name == custom {
		if e.custom == nil {
			_, err := e.spec(name)
			return nil, err
		}
		g, err = buildGrammar(e.files)
	} else {
		s, err := e.spec(name)
		if err != nil {
			return nil, err
		}
		if g, err = abnf.Load(grammar.Files, ".", s.Name()); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	e.trees[name] = g
	return g, nil
}

// buildGrammar returns the rule trees of files that ReadSpec accepts.
func buildGrammar(files []iri.GrammarFile) (*abnf.Grammar, error) {
	var parsed []*abnf.Grammar
	for _, f := range files {
		g, err := abnf.Parse(f.Name, f.Text)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, g)
	}
	return abnf.Build(grammar.Files, ".", parsed...)
}

// A specInfo describes a spec for the page.
type specInfo struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Top       string   `json:"top"`
	Reference string   `json:"reference"`
	Rules     []string `json:"rules"`
}

func describeSpec(name string, s *iri.Spec) specInfo {
	info := specInfo{Name: name, Title: s.Title(), Top: s.Top().Name(), Reference: s.Reference().Name()}
	for r := range s.Rules() {
		info.Rules = append(info.Rules, r.Name())
	}
	return info
}

// specs describes all specs, the one of the page last.
func (e *Engine) specs() []specInfo {
	var all []specInfo
	for _, s := range iri.Specs() {
		all = append(all, describeSpec(s.Name(), s))
	}
	if e.custom != nil {
		all = append(all, describeSpec(custom, e.custom))
	}
	return all
}

// maxGrammar is the longest text of a grammar that the page reads, in bytes.
const maxGrammar = 1 << 20

// use sets the grammar of the page, or takes it away if the text is empty.
func (e *Engine) use(p struct {
	Text string `json:"text"`
}) ([]specInfo, error) {
	delete(e.trees, custom)
	clear(e.tracer)
	e.custom, e.files, e.checker = nil, nil, checker{}
	if p.Text == "" {
		return e.specs(), nil
	}
	if len(p.Text) > maxGrammar {
		return nil, fmt.Errorf("the grammar has %d bytes; the page reads at most %d", len(p.Text), maxGrammar)
	}
	files := []iri.GrammarFile{{Name: "grammar.abnf", Text: []byte(p.Text)}}
	s, err := iri.ReadSpec(files...)
	if err != nil {
		return nil, err
	}
	e.custom, e.files = s, files
	return e.specs(), nil
}

// grammarText returns the file of a spec as it is printed.
func (e *Engine) grammarText(p struct {
	Spec string `json:"spec"`
}) (string, error) {
	if p.Spec == custom && len(e.files) > 0 {
		return string(e.files[0].Text), nil
	}
	if !slices.ContainsFunc(iri.Specs(), func(s *iri.Spec) bool { return s.Name() == p.Spec }) {
		return "", fmt.Errorf("there is no spec %q", p.Spec)
	}
	text, err := fs.ReadFile(grammar.Files, p.Spec+".abnf")
	return string(text), err
}
