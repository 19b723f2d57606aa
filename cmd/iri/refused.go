package main

import (
	"bufio"
	"fmt"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/work"
)

// This file prints which rules of a grammar cannot be used as start rules, and why.

// A refusedRow is the JSON form of a rule that cannot be used.
type refusedRow struct {
	Rule   string   `json:"rule"`
	Code   string   `json:"code"`
	Reason string   `json:"reason"`
	Path   []string `json:"path"`
}

// A startRules is the JSON form of what grammar check says of the rules.
type startRules struct {
	Top     string       `json:"top"`
	Usable  []string     `json:"usable"`
	Refused []refusedRow `json:"refused"`
}

// writeStartRules writes which rules can be used as start rules and which cannot. As
// text it writes nothing if all can.
func writeStartRules(w *bufio.Writer, in iri.GrammarInspection, format string) error {
	if format == work.FormatJSON {
		row := startRules{Top: in.Top, Usable: in.Usable, Refused: []refusedRow{}}
		if row.Usable == nil {
			row.Usable = []string{}
		}
		for _, r := range in.Refused {
			row.Refused = append(row.Refused, refusedRow{r.Name, r.Code, r.Reason, r.Path})
		}
		return work.WriteJSONLine(w, row)
	}
	if format != work.FormatText || len(in.Refused) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nThese rules cannot be used:\n")
	width := 0
	for _, r := range in.Refused {
		width = max(width, min(len(r.Name), 30))
	}
	for _, r := range in.Refused {
		fmt.Fprintf(w, "  %-*s  %s\n", width, r.Name, r.Reason)
	}
	if len(in.Usable) == 0 {
		fmt.Fprintln(w, "No other rule is left.")
		return nil
	}
	fmt.Fprintf(w, "These rules can be used, each with --rule:\n")
	for _, line := range wrapWords(in.Usable, 78) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	return nil
}

// wrapWords puts words into lines of at most width characters where they fit.
func wrapWords(words []string, width int) []string {
	var lines []string
	line := ""
	for _, word := range words {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// defaultAdvice says which rule is the default and how to set another one, for a file whose
// first rule is not the default: see [spec.Spec.Widest]. It is "" for others.
func defaultAdvice(widest *abnf.Rule) string {
	if widest == nil {
		return ""
	}
	return fmt.Sprintf("the default rule is %s: no other rule uses it, and most rules are reached from it; the comment \"; top: NAME\" before the first rule sets another one", widest.Name)
}

// countRules says how many rules can be used: "all 5 rules can be used".
func countRules(in iri.GrammarInspection) string {
	all := len(in.Usable) + len(in.Refused)
	switch {
	case len(in.Usable) == 0:
		return "no rule can be used"
	case len(in.Refused) > 0:
		return fmt.Sprintf("%d of %s can be used", len(in.Usable), wording.Plural(all, "rule"))
	case all == 1:
		return "its rule can be used"
	}
	return fmt.Sprintf("all %d rules can be used", all)
}
