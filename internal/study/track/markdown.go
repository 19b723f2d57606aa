package track

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammardiff"
	"github.com/rfc3987/iri/internal/text/quote"
)

// Markdown returns the report as a page in Markdown.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s, compared with %s\n\n", code(r.New), code(r.Old))
	if r.Date != "" {
		fmt.Fprintf(&b, "Date of the document: %s\n\n", r.Date)
	}
	fmt.Fprintf(&b, "SHA-256 of the document: `%s`\n\n", r.Hash)
	if r.Same() {
		fmt.Fprintf(&b, "The rules are the same.\n")
		return b.String()
	}
	if why := r.Breaking(); why != "" {
		fmt.Fprintf(&b, "**Breaking:** %s.\n", why)
	} else {
		fmt.Fprintf(&b, "Not breaking: what conformed still does.\n")
	}
	list := func(title string, rules []*abnf.Rule) {
		if len(rules) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n## %s\n\n", title)
		for _, rule := range rules {
			fmt.Fprintf(&b, "- %s%s\n", code(rule.Source), section(rule))
		}
	}
	list("Rules added", r.Added)
	list("Rules gone", r.Gone)
	if len(r.Changed) > 0 {
		fmt.Fprintf(&b, "\n## Rules changed\n")
	}
	for _, c := range r.Changed {
		fmt.Fprintf(&b, "\n### %s\n\n- before: %s%s\n- now: %s%s\n", code(c.New.Name), code(c.Old.Source),
			section(c.Old), code(c.New.Source), section(c.New))
		c.markdown(&b)
	}
	if r.Top.Old != nil && r.Top.New != nil {
		fmt.Fprintf(&b, "\n## The default rule, %s\n\n", code(r.Top.New.Name))
		r.Top.markdown(&b)
	}
	r.Vectors.markdown(&b, "Test vectors of "+code(r.Old))
	if !r.withoutCorpus {
		r.Corpus.markdown(&b, "Corpus")
	}
	return b.String()
}

// markdown writes what a change makes of a language.
func (c Change) markdown(b *strings.Builder) {
	switch {
	case c.Err != nil:
		fmt.Fprintf(b, "- not compared: %s\n", quote.Visible(c.Err.Error()))
	case c.Bounded:
		fmt.Fprintf(b, "- the rule refers to itself, so it was compared to a depth of %d\n", grammardiff.Depth)
	case len(c.Accepted)+len(c.Refused)+c.Elsewhere == 0:
		fmt.Fprintf(b, "- the language is the same\n")
	}
	rows := func(what string, rows []grammardiff.Row) {
		for i, row := range rows {
			if i == maxListed {
				fmt.Fprintf(b, "- and %d more ways\n", len(rows)-i)
				break
			}
			fmt.Fprintf(b, "- %s: %s, because of %s in %s\n", what, witness(row.Witness), code(row.Expr),
				code(strings.Join(row.Path, " > ")))
		}
	}
	rows("newly accepted", c.Accepted)
	rows("newly refused", c.Refused)
	if c.Elsewhere > 0 {
		fmt.Fprintf(b, "- %s more, listed under the rules that make them\n", quote.Plural(c.Elsewhere, "difference"))
	}
}

func (s Sides) markdown(b *strings.Builder, title string) {
	fmt.Fprintf(b, "\n## %s\n\n%s, %d newly accepted, %d newly refused.\n", title, quote.Plural(s.Count, "string"),
		len(s.Accepted), len(s.Refused))
	list := func(what string, texts []string) {
		for i, text := range texts {
			if i == 0 {
				b.WriteByte('\n')
			}
			if i == maxListed {
				fmt.Fprintf(b, "- and %d more\n", len(texts)-i)
				return
			}
			fmt.Fprintf(b, "- %s: %s\n", what, witness(text))
		}
	}
	list("newly accepted", s.Accepted)
	list("newly refused", s.Refused)
}

// witness returns a string as it is shown: the empty string by its name.
func witness(s string) string {
	if s == "" {
		return "the empty string"
	}
	return code(s)
}

// code returns foreign text as code, which cannot end it and has no line end.
func code(s string) string {
	s = quote.Visible(s)
	if !strings.Contains(s, "`") {
		return "`" + s + "`"
	}
	return "`` " + strings.ReplaceAll(s, "``", "` `") + " ``"
}

func section(r *abnf.Rule) string {
	if r.Section == "" {
		return ""
	}
	return " (" + quote.Visible(r.Cites()) + ")"
}
