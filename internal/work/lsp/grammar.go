package lsp

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/lsp/draft"
	"github.com/rfc3987/iri/internal/work/run"
)

// isGrammar reports whether a document is a grammar in the notation of RFC 5234.
func (d *document) isGrammar() bool {
	return d.language == "abnf" || strings.EqualFold(filepath.Ext(d.path()), ".abnf")
}

// findInGrammar returns the findings of iri grammar check in a document, without the slow checks; nil if iri.toml
// excludes the document.
func (d *document) findInGrammar() ([]diagnostic, error) {
	path := d.path()
	d.draft, d.levels = draft.New(filepath.Base(path), d.text.string, d.draft), nil
	c, err := d.config()
	if err != nil {
		return nil, err
	}
	if d.levels = c.GrammarLevels(path); c.Flag("lint") != "" || d.settings.Lint {
		d.levels.Lint()
	}
	var j task
	if err := j.fill(config.Flags{}, c); err != nil || leaves(j.input, path) {
		return nil, err
	}
	return d.faults(d.levels.Apply(d.draft.Faults)), nil
}

// faults returns the faults of a grammar in the form of the protocol.
func (d *document) faults(faults abnf.ErrorList) []diagnostic {
	all := []diagnostic{}
	for _, f := range faults {
		severity := 1
		if f.Warning {
			severity = 2
		}
		start := d.text.at(run.Place{Line: f.Pos.Line, Col: f.Pos.Col})
		from, to := f.Span()
		end := min(start+to-from, len(d.text.string))
		all = append(all, diagnostic{Range: d.text.span(start, end), Severity: severity, Code: f.Code, Source: "iri",
			Message: f.Msg, Description: describe(f.Code, ""), meant: f.Meant()})
	}
	return all
}

// renames returns the actions that replace a misspelt name by a similar one, for the faults in a range.
func (d *document) renames(at span) []action {
	actions := []action{}
	for _, g := range d.diagnostics {
		if g.meant == "" || !g.Range.touches(at) {
			continue
		}
		actions = append(actions, action{
			Title: "Write " + g.meant, Kind: quickFix, Diagnostics: []diagnostic{g},
			Edit: d.change([]textEdit{{Range: g.Range, NewText: g.meant}}),
		})
	}
	return actions
}

// grammar returns an open grammar whose draft is up to date, or nil for another document.
func (s *Server) grammar(p textDocument) (*document, error) {
	d, err := s.checked(p.URI)
	if err != nil || !d.isGrammar() {
		return nil, err
	}
	return d, nil
}

// named calls f with a grammar and the name of a rule at a position. The result is nil if there is no name.
func (s *Server) named(p documentPosition, f func(d *document, n draft.Name, name string) (any, error)) (any, error) {
	d, err := s.grammar(p.TextDocument)
	if d == nil {
		return nil, err
	}
	n, name, ok := d.draft.At(d.text.offset(p.Position))
	if !ok {
		return nil, nil
	}
	return f(d, n, name)
}

// locations returns the positions of names.
func (d *document) locations(names []draft.Name) any {
	all := []location{}
	for _, n := range names {
		all = append(all, location{d.uri, d.text.span(n.Start, n.End)})
	}
	return all
}

func (s *Server) definition(p documentPosition) (any, error) {
	return s.named(p, func(d *document, _ draft.Name, name string) (any, error) {
		return d.locations(d.draft.All(name, false)), nil
	})
}

func (s *Server) references(p referenceParams) (any, error) {
	return s.named(p.documentPosition, func(d *document, _ draft.Name, name string) (any, error) {
		all := d.draft.All(name, true)
		return d.locations(slices.DeleteFunc(all, func(n draft.Name) bool { return n.Defines && !p.Context.IncludeDeclaration })), nil
	})
}

// prepareRename returns the name at a position, if the file defines it.
func (s *Server) prepareRename(p documentPosition) (any, error) {
	return s.named(p, func(d *document, n draft.Name, name string) (any, error) {
		if len(d.draft.All(name, false)) == 0 {
			return nil, nil
		}
		return d.text.span(n.Start, n.End), nil
	})
}

func (s *Server) rename(p renameParams) (any, error) {
	return s.named(p.documentPosition, func(d *document, _ draft.Name, name string) (any, error) {
		names, err := d.draft.Rename(name, p.NewName)
		if err != nil {
			return nil, &rpcError{requestFailed, err.Error()}
		}
		var edits []textEdit
		for _, n := range names {
			edits = append(edits, d.text.edit(n.Start, n.End, p.NewName))
		}
		return d.change(edits), nil
	})
}

// completion returns the names of rules, at a position where one can be written.
func (s *Server) completion(p documentPosition) (any, error) {
	d, err := s.grammar(p.TextDocument)
	if d == nil {
		return nil, err
	}
	at := d.text.offset(p.Position)
	from := at
	if n, _, ok := d.draft.At(at); ok {
		from = n.Start
	} else if d.draft.Quoted(at) {
		return nil, nil
	}
	items := []completionItem{}
	for _, k := range d.draft.NamedRules() {
		items = append(items, completionItem{
			Label: k.Name, Kind: 3, Detail: k.Section, Documentation: k.Definition,
			TextEdit: d.text.edit(from, at, k.Name),
		})
	}
	return items, nil
}

// documentSymbol returns the outline: the rules with their sections.
func (s *Server) documentSymbol(p documentPosition) (any, error) {
	d, err := s.grammar(p.TextDocument)
	if d == nil {
		return nil, err
	}
	all := []symbol{}
	for _, e := range d.draft.Outline() {
		all = append(all, symbol{e.Rule, e.Section, 12, d.text.span(e.Start, e.To), d.text.span(e.Start, e.End)})
	}
	return all, nil
}

// formatting returns the edits of iri grammar fmt.
func (s *Server) formatting(p documentPosition) (any, error) {
	d, err := s.grammar(p.TextDocument)
	if d == nil {
		return nil, err
	}
	text, err := grammarfmt.Format(d.draft.File, []byte(d.text.string), grammarfmt.Width)
	switch {
	case err != nil:
		return nil, &rpcError{requestFailed, quote.Visible(err.Error())}
	case string(text) == d.text.string:
		return []textEdit{}, nil
	}
	return []textEdit{d.text.edit(0, len(d.text.string), string(text))}, nil
}
