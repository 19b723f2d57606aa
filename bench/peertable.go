package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A PeerRun is what a run of cmd/peers found.
type PeerRun struct {
	Machine string
	Peers   []PeerResult
}

// A PeerResult is what one peer accepts and refuses of the rows of a rule.
type PeerResult struct {
	Name, Language, Version string
	Rule                    string // the rule whose rows it got
	Claims                  string // what it says of itself: strict, practical, or another standard
	Rows                    int
	BadAccepted             int
	GoodRefused             int
	Bad, Good               []string `json:",omitempty"` // the first of them
	NS                      float64  // for a string of the rows
	Problem                 string   `json:",omitempty"` // why it has no result
}

// Sort puts the peers into the order of the page: those that claim to be strict first, and by what
// they get wrong.
func (r *PeerRun) Sort() {
	rank := func(p PeerResult) int {
		switch {
		case p.Problem != "":
			return 3
		case p.Claims == "strict":
			return 0
		case p.Claims == "practical":
			return 1
		}
		return 2
	}
	slices.SortFunc(r.Peers, func(a, b PeerResult) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.BadAccepted+a.GoodRefused, b.BadAccepted+b.GoodRefused), strings.Compare(a.Name, b.Name))
	})
}

// Head returns the table of those that claim to be strict, as the README shows it.
func (r *PeerRun) Head() string {
	var b strings.Builder
	b.WriteString("| peer | rule | bad accepted | good refused | ns a string |\n| --- | --- | ---: | ---: | ---: |\n")
	for _, p := range r.Peers {
		if p.Claims == "strict" && p.Problem == "" {
			fmt.Fprintf(&b, "| %s | %s | %d | %d | %.0f |\n", p.title(), p.Rule, p.BadAccepted, p.GoodRefused, p.NS)
		}
	}
	return b.String()
}

func (p *PeerResult) title() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s", p.Name, p.Version)) + " (" + p.Language + ")"
}

// Page returns docs/peers.md.
func (r *PeerRun) Page() string {
	var b strings.Builder
	b.WriteString(`# Peers

What other validators accept and refuse of the rows of the [conformance kit](../conformance/README.md) for the rule ` + "`URI`" + ` of RFC 3986 or ` + "`IRI`" + ` of
RFC 3987. A row is bad if the rule does not match it. A peer that says that it is strict is held to that. One that says that it takes what is
found in practice, or follows another standard, is not wrong where it differs: the figures say how much that is. ` + "`make peers`" + ` writes this page.

`)
	b.WriteString("Last run: " + r.Machine + ".\n\n")
	b.WriteString("| peer | claims | rule | rows | bad accepted | good refused | ns a string |\n| --- | --- | --- | ---: | ---: | ---: | ---: |\n")
	for _, p := range r.Peers {
		if p.Problem != "" {
			fmt.Fprintf(&b, "| %s | %s | %s | %d | %s | | |\n", p.title(), p.Claims, p.Rule, p.Rows, cell(p.Problem))
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d | %.0f |\n", p.title(), p.Claims, p.Rule, p.Rows, p.BadAccepted, p.GoodRefused, p.NS)
	}
	b.WriteString("\n## The first rows\n\n| peer | bad, but accepted | good, but refused |\n| --- | --- | --- |\n")
	for _, p := range r.Peers {
		if p.BadAccepted+p.GoodRefused > 0 {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", p.title(), cells(p.Bad), cells(p.Good))
		}
	}
	return b.String()
}

// cells shows strings in a cell of a table.
func cells(list []string) string {
	var out []string
	for _, s := range list {
		out = append(out, cell(strconv.QuoteToASCII(s)))
	}
	return strings.Join(out, "<br>")
}

func cell(s string) string {
	return "`" + strings.NewReplacer("|", `\|`, "`", "'", "\n", " ").Replace(s) + "`"
}
