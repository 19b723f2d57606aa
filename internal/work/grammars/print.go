package grammars

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
)

// An Explainer prints explanations of codes and rules.
type Explainer struct {
	W     io.Writer
	JSON  bool
	Style render.Style

	// Run runs a command line and returns its output: some examples show the messages of a command.
	Run func(args []string, stdin string) []byte
}

// Explain prints an explanation of each name: a code, a rule, or a word that codes have in common. A name that the
// spec does not have is searched in all specs, unless the user has chosen the spec.
func (e Explainer) Explain(names []string, in *spec.Spec, chosen bool) error {
	for i, name := range names {
		x, err := Explain(name, in, chosen)
		if err != nil {
			alike := family(name)
			if _, known := config.LookupCode(finding.Code(name)); known || len(alike) == 0 {
				return err
			}
			for _, info := range alike {
				if !e.JSON {
					e.wrap(strings.Fields(info.Title), fmt.Sprintf("%-24s ", info.Code))
				}
			}
			e.printJSON(alike)
			continue
		}
		switch {
		case e.JSON:
			_, _ = e.W.Write(append(x.appendJSON(nil), '\n'))
		default:
			if i > 0 {
				fmt.Fprint(e.W, "\n\n")
			}
			e.print(x)
		}
	}
	return nil
}

// printJSON prints the explanations of codes, if JSON was asked for.
func (e Explainer) printJSON(list []finding.Entry) {
	for _, c := range list {
		if x, err := Explain(string(c.Code), spec.RFC3987, false); err == nil && e.JSON {
			_, _ = e.W.Write(append(x.appendJSON(nil), '\n'))
		}
	}
}

// List lists all codes.
func (e Explainer) List() {
	codes := config.Codes()
	if e.JSON {
		e.printJSON(codes)
		return
	}
	width := 0
	for _, c := range codes {
		width = max(width, len(c.Code))
	}
	before := ""
	for _, title := range []string{kindGrammar, kindProse, kindConversion, kindPolicy, kindInput, kindCheck} {
		fmt.Fprintf(e.W, "%s%s\n", before, e.Style.Heading(title))
		before = "\n"
		for _, c := range codes {
			if kindOf(c) != title {
				continue
			}
			severity := ""
			if title == kindProse || title == kindCheck {
				severity = " [" + c.Severity.String() + "]"
			}
			e.wrap(strings.Fields(c.Title+severity), fmt.Sprintf("  %-*s  ", width, c.Code))
		}
	}
}

// The headings that codes are listed under.
const (
	kindGrammar    = "Rules of the grammars"
	kindProse      = "Rules in prose"
	kindConversion = "Conversions"
	kindPolicy     = "Policies of programs"
	kindInput      = "Input"
	kindCheck      = "Checks of grammars"
)

func kindOf(c finding.Entry) string {
	switch {
	case c.Grammar:
		return kindGrammar
	case config.IsGrammarCheck(c):
		return kindCheck
	case rules.Lookup(c.Code) != nil:
		return kindProse
	case strings.HasPrefix(c.Command, "check "):
		return kindInput
	case c.Command == explain.PolicyCommand:
		return kindPolicy
	}
	return kindConversion
}

// print prints one explanation for people.
func (e Explainer) print(x Explanation) {
	title := x.name
	if x.info.Title != "" {
		title += ": " + x.info.Title
	}
	lines := render.Wrap(strings.Fields(title), "", "  ", e.Style.Columns())
	fmt.Fprintln(e.W, e.Style.Heading(strings.TrimSuffix(string(lines), "\n")))
	var facts []string
	switch {
	case x.rule != (spec.Rule{}):
		facts = append(facts, x.rule.Section())
		if t := x.rule.Spec().Title(); !strings.HasPrefix(x.rule.Section(), t) {
			facts = append(facts, "in the grammar of "+t)
		}
	default:
		facts = append(facts, x.info.Section)
	}
	facts = append(facts, x.severity())
	e.text(strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " — "))
	if x.info.Clause != "" {
		fmt.Fprintln(e.W)
		e.text("“" + x.info.Clause + "”")
	}
	if x.info.Text != "" {
		fmt.Fprintln(e.W)
		e.text(x.info.Text)
	}
	e.printABNF(x)
	if x.rule != (spec.Rule{}) {
		if by := x.rule.UsedBy(); len(by) > 0 {
			var names []string
			for _, r := range by {
				names = append(names, r.Name())
			}
			e.section("Used by")
			e.text(strings.Join(names, ", "))
		}
	}
	if x.info.Mend != "" {
		e.section("How to fix it")
		e.text(x.info.Mend)
	}
	against := ""
	if start := x.start(); start != (spec.Rule{}) && (start != spec.RFC3987.Top() || x.info.Code == "") {
		against = ", as " + start.Name()
		if start.Spec() != spec.RFC3987 {
			against += " of " + start.Spec().Title()
		}
	}
	switch x.info.Command {
	case "":
	case explain.PolicyCommand:
		against = ", for a policy of a program"
	default:
		against = ", for iri " + x.info.Command
	}
	e.examples("Good"+against, x.good, func(string) string { return "" })
	e.examples("Bad"+against, x.bad, func(s string) string { return x.Fault(s, e.Run) })
}

func (e Explainer) section(title string) {
	fmt.Fprintf(e.W, "\n%s\n", e.Style.Heading(title))
}

func (e Explainer) printABNF(x Explanation) {
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
		e.wrap(render.Alternatives(definition, e.Style.Columns()-len(head)), head)
	}
}

func (e Explainer) examples(title string, examples []string, note func(string) string) {
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
			e.wrap(strings.Fields(quote.Visible(n)), "  "+text+strings.Repeat(" ", max(0, width-uniseg.StringWidth(text)))+"  ")
		} else {
			fmt.Fprintf(e.W, "  %s\n", text)
		}
	}
}

// visibleExample returns an example as it is printed: the empty string in quotes.
func visibleExample(s string) string {
	if s == "" {
		return `""`
	}
	return quote.Visible(s)
}

// wrap prints words in lines of the width; head comes before the first line, and an indent before the others.
func (e Explainer) wrap(words []string, head string) {
	indent := min(uniseg.StringWidth(head), e.Style.Columns()*3/5)
	e.W.Write(render.Wrap(words, head, strings.Repeat(" ", indent), e.Style.Columns()))
}

// text prints a paragraph.
func (e Explainer) text(s string) { e.wrap(strings.Fields(s), "  ") }
