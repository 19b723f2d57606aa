package grammars

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/render"
)

// This file says which rules of a grammar can be start rules, and why others cannot.

// A refusedRow is the JSON form of a rule that cannot be used.
type refusedRow struct {
	Rule   string   `json:"rule"`
	Code   string   `json:"code"`
	Reason string   `json:"reason"`
	Path   []string `json:"path"`
}

// A startRules is the JSON form of the list of start rules of iri grammar check.
type startRules struct {
	Top     string       `json:"top"`
	Usable  []string     `json:"usable"`
	Refused []refusedRow `json:"refused"`
}

// WriteStartRules writes, in a format, which rules can be start rules and which cannot. As text it writes nothing if
// all can.
func WriteStartRules(w *bufio.Writer, in spec.Inspection, format string) error {
	if format == render.FormatJSON {
		row := startRules{in.Top, append([]string{}, in.Usable...), []refusedRow{}}
		for _, r := range in.Refused {
			row.Refused = append(row.Refused, refusedRow{r.Rule.Name, r.Code, r.Reason(), abnf.Names(r.Path)})
		}
		return jsonw.WriteLine(w, row)
	}
	if format != render.FormatText || len(in.Refused) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nThese rules cannot be used:\n")
	width := 0
	var causes []*abnf.Rule
	whys, of := make(map[*abnf.Rule]string), make(map[*abnf.Rule][]string) // by the rule that has the fault
	for _, r := range in.Refused {
		cause := r.Path[len(r.Path)-1]
		if whys[cause] == "" {
			causes, whys[cause], width = append(causes, cause), r.Why, max(width, min(len(cause.Name), 30))
		}
		if r.Rule != cause {
			of[cause] = append(of[cause], r.Rule.Name+",")
		}
	}
	for _, cause := range causes {
		fmt.Fprintf(w, "  %-*s  it %s\n", width, cause.Name, quote.Visible(whys[cause]))
		if users := of[cause]; len(users) > 0 {
			users[len(users)-1] = strings.TrimSuffix(users[len(users)-1], ",")
			pad := strings.Repeat(" ", width+4)
			w.Write(render.Wrap(users, pad+"because of that also: ", pad, 100))
		}
	}
	if len(in.Usable) == 0 {
		fmt.Fprintln(w, "No other rule is left.")
		return nil
	}
	fmt.Fprintf(w, "These rules can be used, each with --rule:\n%s", render.Wrap(in.Usable, "  ", "  ", 80))
	return nil
}

// CountRules says how many rules can be used: "all 5 rules can be used".
func CountRules(in spec.Inspection) string {
	all := len(in.Usable) + len(in.Refused)
	switch {
	case len(in.Usable) == 0:
		return "no rule can be used"
	case len(in.Refused) > 0:
		return fmt.Sprintf("%d of %s can be used", len(in.Usable), quote.Plural(all, "rule"))
	case all == 1:
		return "its rule can be used"
	}
	return fmt.Sprintf("all %d rules can be used", all)
}

// DefaultAdvice says which rule is the default and how to set another, if the first rule of a file is not the
// default: see [spec.Spec.GuessedTop]. Otherwise it returns "".
func DefaultAdvice(widest *abnf.Rule) string {
	if widest == nil {
		return ""
	}
	return fmt.Sprintf("the default rule is %s: no other rule uses it, and most rules are reached from it; the "+
		"comment \"; top: NAME\" before the first rule sets another one\n", widest.Name)
}

// FaultAdvice names the rules of a spec that cannot be used because their definitions have faults, or returns "". It
// leaves out rules that use an undefined rule, because drafts have many of these.
func FaultAdvice(s *spec.Spec) string {
	var names []string
	for _, r := range s.Refused() {
		switch r.Code {
		case abnf.Undefined, abnf.ProseValue, abnf.Import, abnf.TooLarge:
		default:
			if len(r.Path) == 1 {
				names = append(names, r.Rule.Name)
			}
		}
	}
	const most = 8
	switch n := len(names); {
	case n == 0:
		return ""
	case n > most:
		names = append(names[:most], fmt.Sprintf("and %d more rules", n-most))
	}
	return fmt.Sprintf("the grammar has faults in %s, and rules that use them cannot be used; \"iri grammar check\" "+
		"shows the faults\n", strings.Join(names, ", "))
}
