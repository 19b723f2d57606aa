package bench

import (
	"cmp"
	"fmt"
	"slices"
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
	Kinds                   []Kind   `json:",omitempty"` // by production, of those that claim to be strict
	NS                      float64  // for a string of the rows
	Problem                 string   `json:",omitempty"` // why it has no result
}

// A Kind is the rows that test a production, and on which a peer differs.
type Kind struct {
	Rule, Section string
	BadAccepted   int
	GoodRefused   int
	First         string
}

// Differ counts a row on which the peer differs.
func (p *PeerResult) Differ(rule, section string, accepted bool, input string) {
	i := slices.IndexFunc(p.Kinds, func(k Kind) bool { return k.Rule == rule })
	if i < 0 {
		i = len(p.Kinds)
		p.Kinds = append(p.Kinds, Kind{Rule: rule, Section: section, First: input})
	}
	if k := &p.Kinds[i]; accepted {
		k.BadAccepted++
	} else {
		k.GoodRefused++
	}
}

// reasons says of peers that claim to be strict why they differ, where that is one thing or two.
var reasons = map[string]string{
	"oxiri": "It reads what stands in brackets as an IPv6 address alone, where RFC 3986 §3.2.2 has `IP-literal = " +
		"\"[\" ( IPv6address / IPvFuture ) \"]\"`; and it takes a second `@` in an authority, for which neither " +
		"`iuserinfo` nor `ireg-name` has a place (RFC 3987 §2.2).",
	"IRI": "Its pattern ends in `$`, which Perl lets match before a line end at the end of the string; and it " +
		"takes the hexadecimal digits between brackets as capitals alone, where a string in ABNF stands for both " +
		"(RFC 5234 §2.3).",
	"rfc3987": "Its pattern ends in `$`, which Python lets match before a line end at the end of the string; it " +
		"takes `00` in an IPv4 address, for which `dec-octet` has no place (RFC 3986 §3.2.2); and `v` alone, where a " +
		"string in ABNF stands for capitals too (RFC 5234 §2.3).",
}

// Agreeing returns the peers of others that agree with every row of a rule.
func (r *PeerRun) Agreeing(rule string) (names []string) {
	for _, p := range r.Peers {
		if p.Rule == rule && p.Problem == "" && p.BadAccepted+p.GoodRefused == 0 && !p.IsOurs() {
			names = append(names, p.Name)
		}
	}
	return names
}

// Sort puts the peers into the order of the page: those that claim to be strict first, and by what they get wrong.
func (r *PeerRun) Sort() {
	slices.SortFunc(r.Peers, func(a, b PeerResult) int {
		return cmp.Or(cmp.Compare(min(len(a.Problem), 1), min(len(b.Problem), 1)), // those without a result last
			strings.Compare(b.Claims, a.Claims), // strict, practical, WHATWG URL
			cmp.Compare(a.BadAccepted+a.GoodRefused, b.BadAccepted+b.GoodRefused), strings.Compare(a.Name, b.Name))
	})
}

// shown are the peers in the table of the README, and what each says of a string that does not conform.
var shown = []struct{ name, rule, says string }{
	{"iri", "IRI", "every error, the production, a fix"},
	{"oxiri", "IRI", "the first error"},
	{"rfc3987", "IRI", "nothing"},
	{"fredbi/uri", "URI", "the first error"},
	{"net/url", "URI", "the first error; it takes what is found in practice"},
}

// Head returns the table of the README.
func (r *PeerRun) Head() string {
	table := "| peer | rule | bad accepted | good refused | ns a string | of a bad string it says |\n" +
		"| --- | --- | ---: | ---: | ---: | --- |\n"
	for _, s := range shown {
		for _, p := range r.Peers {
			if p.Name == s.name && p.Rule == s.rule && p.Problem == "" {
				table += fmt.Sprintf("| %s | %s %s %s |\n", p.title(), p.Rule, p.figures(), s.says)
			}
		}
	}
	return table
}

// NPM returns the table of the packages of npm, as the README of ours shows it.
func (r *PeerRun) NPM() string {
	table := "| package | claims | rule | bad accepted | good refused | ns a string |\n" +
		"| --- | --- | --- | ---: | ---: | ---: |\n"
	for _, p := range r.Peers {
		if p.Language == "JavaScript" && p.Problem == "" {
			name := strings.TrimSpace(p.Name + " " + p.Version)
			table += fmt.Sprintf("| %s | %s | %s %s\n", name, p.Claims, p.Rule, p.figures())
		}
	}
	return table
}

// figures returns the last cells of a peer's line.
func (p *PeerResult) figures() string {
	if p.Problem != "" {
		return "| " + cell(p.Problem) + " | | |"
	}
	return fmt.Sprintf("| %d | %d | %.0f |", p.BadAccepted, p.GoodRefused, p.NS)
}

// IsOurs reports whether the peer is made of this repository.
func (p *PeerResult) IsOurs() bool {
	return strings.HasPrefix(p.Name, "iri") || strings.HasPrefix(p.Name, "@rfc3987/iri")
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
found in practice, or follows another standard, is not wrong where it differs: the figures say how much that is. ` + "`make bench WHAT=peers`" + ` writes this page, and
` + "`bench/peers/last.json`" + ` with the first rows on which each differs, of strict peers by production.

`)
	b.WriteString("Last run: " + r.Machine + ".\n\n")
	b.WriteString("| peer | claims | rule | rows | bad accepted | good refused | ns a string |\n| --- | --- | --- | " +
		"---: | ---: | ---: | ---: |\n")
	for _, p := range r.Peers {
		fmt.Fprintf(&b, "| %s | %s | %s | %d %s\n", p.title(), p.Claims, p.Rule, p.Rows, p.figures())
	}
	b.WriteString("\nNo code is shared by this module and the peers of others that agree with every row:\n\n")
	for _, rule := range []string{"URI", "IRI"} {
		fmt.Fprintf(&b, "- `%s`: %s\n", rule, strings.Join(r.Agreeing(rule), "; "))
	}
	b.WriteString("\n## Where strict peers differ\n\n")
	for _, p := range r.Peers {
		if reason := reasons[p.Name]; reason != "" && len(p.Kinds) > 0 {
			fmt.Fprintf(&b, "- %s: %s\n", p.title(), reason)
		}
	}
	return b.String()
}

func cell(s string) string {
	return "`" + strings.NewReplacer("|", `\|`, "`", "'", "\n", " ").Replace(s) + "`"
}
