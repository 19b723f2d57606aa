package lsp

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/rewrite"
	"github.com/rfc3987/iri/internal/work/run"
)

// The kinds of actions. source.fixAll, which editors can apply on saving, has no guesses.
const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll.iri"
	guessAll = "source.iri.guess"
)

// aGuess is appended to the title of a fix that is a guess.
const aGuess = " (a guess: it can change what the text says)"

// codeAction returns the actions for a range: the fixes of iri fix and of iri fix --guess, the edits of iri fix for
// the whole document, and comments that ignore findings. The edits for the document are made if the client asks for
// that kind, or if a finding in the range has a fix. For a grammar it returns the renames to similar names.
func (s *Server) codeAction(p actionParams) (any, error) {
	d, err := s.checked(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	actions := []action{}
	if d.isGrammar() {
		if len(p.Context.Only) == 0 || slices.Contains(p.Context.Only, quickFix) {
			actions = d.renames(p.Range)
		}
		return actions, nil
	}
	j, err := d.task()
	if j == nil {
		return actions, err
	}
	j.input.Rewrite = true
	here := slices.ContainsFunc(d.diagnostics, func(g diagnostic) bool { return g.Range.touches(p.Range) })
	wanted := func(kind string) bool {
		return slices.ContainsFunc(p.Context.Only, func(only string) bool { return kind == only || strings.HasPrefix(kind, only+".") })
	}
	menu := here && (len(p.Context.Only) == 0 || wanted(quickFix))
	if menu {
		if actions, err = d.quickFixes(j, p.Range); err != nil {
			return nil, err
		}
	}
	here = len(actions) > 0
	var safe []textEdit
	for _, all := range []struct {
		kind, title string
		guess       bool
	}{
		{fixAll, "Fix all errors of the file that have a fix", false},
		{guessAll, "Fix all errors of the file, guesses too" + aGuess, true},
	} {
		kind := all.kind
		if !wanted(kind) {
			if kind = quickFix; !here || len(p.Context.Only) > 0 {
				continue
			}
		}
		edits, err := d.fixAll(j, all.guess)
		if err != nil {
			return nil, err
		}
		if len(edits) > 0 && !slices.Equal(edits, safe) {
			actions = append(actions, action{Title: all.title, Kind: kind, Edit: d.change(edits)})
		}
		safe = edits
	}
	if menu {
		j.input.Rewrite = false
		actions = append(actions, d.ignores(j, p.Range)...)
	}
	return actions, nil
}

// maxQuickFixes is the largest number of fixes in a menu: for each, some documents are read again.
const maxQuickFixes = 100

// quickFixes returns the fixes of the findings in a range.
func (d *document) quickFixes(j *task, at span) ([]action, error) {
	guessing := *j
	guessing.options.Guess = true
	check, err := guessing.check()
	if err != nil {
		return nil, err
	}
	check.Checker.Tries = true
	actions := []action{}
	_, err = guessing.do(d.text.string, check, run.Func(func(r *run.Result, rec *input.Item, checked *run.Checked) {
		place := run.NewPlacer(rec, checked)
		for _, f := range checked.Findings {
			if f.Fix == nil || r.Chunk == nil || len(actions) == maxQuickFixes {
				continue
			}
			g := d.diagnostic(place.Expanded(f), place.Place)
			if !g.Range.touches(at) {
				continue
			}
			edits, ok := rewrite.EditsOf(r.Chunk, j.input, rec, f.Fix)
			if !ok || len(edits) == 0 {
				continue
			}
			a := action{Title: title(&place.Quoter, f.Fix), Kind: quickFix, Diagnostics: []diagnostic{g},
				IsPreferred: !f.Fix.Guessed}
			a.Edit = d.change(d.edits(edits))
			actions = append(actions, a)
		}
	}), never)
	return actions, err
}

// never is the function vain of work that a change of the document does not stop.
func never() bool { return false }

// fixAll returns the edits of iri fix.
func (d *document) fixAll(j *task, guess bool) ([]textEdit, error) {
	o := j.options
	o.Guess = guess
	t, err := config.NewTarget(&o, config.TopRule)
	if err != nil {
		return nil, err
	}
	conversion, err := rewrite.Fix(t, nil, guess)
	if err != nil {
		return nil, err
	}
	fix := rewrite.Rewrite{Target: t, Change: conversion, PerFile: rewrite.FixesByFile(t, nil, guess), Input: j.input,
		Edits: true}
	fix.Prepare()
	var all edits
	_, err = j.do(d.text.string, &fix, &all, never)
	return d.edits(all.edits), err
}

// An edits is a sink that collects edits.
type edits struct {
	run.NoSink
	edits []run.Edit
}

// Handle implements [run.Sink].
func (e *edits) Handle(r *run.Result) error {
	e.edits = append(e.edits, r.Edits...)
	return nil
}

// edits returns edits in the form of the protocol.
func (d *document) edits(edits []run.Edit) []textEdit {
	out := make([]textEdit, len(edits))
	for i, e := range edits {
		out[i] = d.text.edit(int(e.Start), int(e.End), e.New)
	}
	return out
}

// change returns edits of the document as a workspace edit.
func (d *document) change(edits []textEdit) workspaceEdit {
	return workspaceEdit{map[string][]textEdit{d.uri: edits}}
}

// title describes a fix of a text.
func title(text *component.Quoter, fix *finding.Fix) string {
	old, by := text.Edit(fix.Start, fix.End, fix.Text)
	old, by = quote.Quote(old), quote.Quote(by)
	t := "Replace " + old + " by " + by
	switch {
	case fix.Text == "":
		t = "Remove " + old
	case fix.Start == fix.End:
		t = "Insert " + by
	}
	if fix.Guessed {
		t += aGuess
	}
	return t
}
