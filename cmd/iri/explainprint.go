package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
	"github.com/rfc3987/iri/internal/wording"
	"github.com/rfc3987/iri/internal/work/codes"
)

// An explainer prints explanations.
type explainer struct {
	w     io.Writer
	json  bool
	style render.Style
}

// printAll lists all codes.
func (e explainer) printAll() {
	all := codes.All()
	if e.json {
		for _, c := range all {
			x, err := explain(string(c.Code), iri.RFC3987, false)
			if err == nil {
				_, _ = e.w.Write(append(x.appendJSON(nil), '\n'))
			}
		}
		return
	}
	width := 0
	for _, c := range all {
		width = max(width, len(c.Code))
	}
	before := ""
	for _, title := range []string{kindGrammar, kindProse, kindConversion, kindInput, kindCheck} {
		fmt.Fprintf(e.w, "%s%s\n", before, e.style.Heading(title))
		before = "\n"
		for _, c := range all {
			if kindOf(c) != title {
				continue
			}
			severity := ""
			if title == kindProse || title == kindCheck {
				severity = " [" + c.Severity.String() + "]"
			}
			fmt.Fprintf(e.w, "  %-*s  %s%s\n", width, c.Code, c.Title, severity)
		}
	}
}

// The headings that codes are listed under.
const (
	kindGrammar    = "Rules of the grammars"
	kindProse      = "Rules in prose"
	kindConversion = "Conversions"
	kindInput      = "Input"
	kindCheck      = "Checks of grammars"
)

func kindOf(c iri.CodeInfo) string {
	switch {
	case c.Grammar:
		return kindGrammar
	case c.Command == codes.CheckCommand:
		return kindCheck
	case strings.HasPrefix(c.Command, "check "):
		return kindInput
	case c.Command != "":
		return kindConversion
	}
	return kindProse
}

// print prints one explanation for people.
func (e explainer) print(x explanation) {
	title := x.name
	if x.info.Title != "" {
		title += ": " + x.info.Title
	}
	fmt.Fprintln(e.w, e.style.Heading(title))
	var facts []string
	switch {
	case x.rule != (iri.Rule{}):
		facts = append(facts, x.rule.Section())
		if t := x.rule.Spec().Title(); !strings.HasPrefix(x.rule.Section(), t) {
			facts = append(facts, "in the grammar of "+t)
		}
	default:
		facts = append(facts, x.info.Section)
	}
	facts = append(facts, x.severity())
	fmt.Fprintf(e.w, "  %s\n", strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " — "))
	if x.info.Clause != "" {
		fmt.Fprintln(e.w)
		e.wrap("“"+x.info.Clause+"”", "  ", "  ")
	}
	if x.info.Text != "" {
		fmt.Fprintln(e.w)
		e.wrap(x.info.Text, "  ", "  ")
	}
	e.printABNF(x)
	if x.rule != (iri.Rule{}) {
		if by := x.rule.UsedBy(); len(by) > 0 {
			var names []string
			for _, r := range by {
				names = append(names, r.Name())
			}
			e.section("Used by")
			e.wrap(strings.Join(names, ", "), "  ", "  ")
		}
	}
	if x.info.Mend != "" {
		e.section("How to fix it")
		e.wrap(x.info.Mend, "  ", "  ")
	}
	against := ""
	if start := x.start(); start != (iri.Rule{}) && (start != iri.RFC3987.Top() || x.info.Code == "") {
		against = ", as " + start.Name()
		if start.Spec() != iri.RFC3987 {
			against += " of " + start.Spec().Title()
		}
	}
	if x.info.Command != "" {
		against = ", for iri " + x.info.Command
	}
	e.examples("Good"+against, x.good, func(string) string { return "" })
	e.examples("Bad"+against, x.bad, x.fault)
}

func (e explainer) section(title string) {
	fmt.Fprintf(e.w, "\n%s\n", e.style.Heading(title))
}

func (e explainer) printABNF(x explanation) {
	rules := x.abnf()
	if len(rules) == 0 {
		return
	}
	e.section("ABNF")
	width := 0
	for _, r := range rules {
		width = max(width, len(r.Name()))
	}
	for _, r := range rules {
		name, definition, _ := strings.Cut(r.ABNF(), "=")
		name, definition = strings.TrimSpace(name), strings.TrimSpace(definition)
		head := fmt.Sprintf("  %-*s = ", width, name)
		e.wrapWords(alternatives(definition), head, strings.Repeat(" ", len(head)))
	}
}

func (e explainer) examples(title string, examples []string, note func(string) string) {
	if len(examples) == 0 {
		return
	}
	e.section(title)
	width := 0
	for _, s := range examples {
		width = max(width, min(40, uniseg.StringWidth(visibleExample(s))))
	}
	for _, s := range examples {
		text := visibleExample(s)
		if n := note(s); n != "" {
			fmt.Fprintf(e.w, "  %s%s  %s\n", text, strings.Repeat(" ", max(0, width-uniseg.StringWidth(text))), wording.Visible(n))
		} else {
			fmt.Fprintf(e.w, "  %s\n", text)
		}
	}
}

// visibleExample returns an example as it is printed: the empty string in quotes.
func visibleExample(s string) string {
	if s == "" {
		return `""`
	}
	return wording.Visible(s)
}

// alternatives splits a definition after each "/" that is not in a group, so that a
// line break never divides an alternative.
func alternatives(definition string) []string {
	var alts []string
	depth, from, quoted := 0, 0, false
	for i := range len(definition) {
		switch c := definition[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		}
		if depth == 0 && !quoted && strings.HasPrefix(definition[i:], " / ") {
			alts = append(alts, definition[from:i+2])
			from = i + 3
		}
	}
	return append(alts, definition[from:])
}

// maxColumns is the width of the lines that explain prints.
const maxColumns = 88

// wrap prints text in lines of at most maxColumns, broken between words.
func (e explainer) wrap(text, first, rest string) { e.wrapWords(strings.Fields(text), first, rest) }

func (e explainer) wrapWords(words []string, first, rest string) {
	line, empty := first, true
	for _, word := range words {
		if !empty && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) > maxColumns {
			fmt.Fprintln(e.w, line)
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	fmt.Fprintln(e.w, line)
}

// appendJSON appends the explanation as one object.
func (x explanation) appendJSON(b []byte) []byte {
	b = append(b, `{"name":`...)
	b = jsonw.AppendString(b, x.name)
	member := func(name, value string) {
		if value != "" {
			b = append(b, `,"`+name+`":`...)
			b = jsonw.AppendString(b, value)
		}
	}
	member("code", string(x.info.Code))
	section := x.info.Section
	if x.rule != (iri.Rule{}) {
		member("spec", x.rule.Spec().Name())
		member("rule", x.rule.Name())
		section = x.rule.Section()
	}
	if x.info.Code != "" {
		member("severity", x.info.Severity.String())
	}
	member("title", x.info.Title)
	member("section", section)
	member("clause", x.info.Clause)
	member("text", x.info.Text)
	member("mend", x.info.Mend)
	member("command", x.info.Command)
	if rules := x.abnf(); len(rules) > 0 {
		b = append(b, `,"abnf":[`...)
		for i, r := range rules {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, `{"rule":`...)
			b = jsonw.AppendString(b, r.Name())
			member("abnf", r.ABNF())
			member("section", r.Section())
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	if start := x.start(); start != (iri.Rule{}) {
		member("examplesSpec", start.Spec().Name())
		member("examplesRule", start.Name())
	}
	for _, e := range []struct {
		name     string
		examples []string
	}{{"good", x.good}, {"bad", x.bad}} {
		b = append(b, `,"`+e.name+`":[`...)
		for i, s := range e.examples {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonw.AppendString(b, s)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

// printFamily prints the codes that a text finds: in JSON what each of them means, in text
// a line for each.
func (e *explainer) printFamily(family []iri.CodeInfo) {
	for _, info := range family {
		if e.json {
			x, err := explain(string(info.Code), iri.RFC3987, false)
			if err == nil {
				_, _ = e.w.Write(append(x.appendJSON(nil), '\n'))
			}
			continue
		}
		fmt.Fprintf(e.w, "%-24s %s\n", info.Code, info.Title)
	}
}
