// Command peers runs other validators over the rows of the conformance kit and writes what they accept and refuse, to
// peers/last.json, ../docs/peers.md and ../README.md. A peer that cannot be run is a row that says so.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"net/url"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/fredbi/uri"
	whatwgurl "github.com/nlnwa/whatwg-url/url"
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench"
)

// A peer is a validator: a Go function or a program.
type peer struct {
	name, language, rule, claims string
	check                        func(string) bool
	module                       string   // of a Go function, for its version
	program                      []string // what peers.mjs and its like are run by
	lengths                      bool     // the program takes each string with its length, not as JSON
}

const (
	strict    = "strict"
	practical = "practical"
	whatwg    = "WHATWG URL"
)

func peers() []peer {
	parser := whatwgurl.NewParser()
	node := func(name, rule, claims string) peer {
		return peer{name: name, language: "JavaScript", rule: rule, claims: claims,
			program: []string{"node", "peers/peers.mjs", name, rule}}
	}
	python := func(name, language, rule, claims string) peer {
		return peer{name: name, language: language, rule: rule, claims: claims,
			program: []string{"/usr/bin/python3", "peers/peers.py", name}}
	}
	debian := func(name, language, rule, claims string) peer {
		return peer{name: name, language: language, rule: rule, claims: claims,
			program: []string{"peers/compiled.sh", name}, lengths: true}
	}
	list := []peer{
		{name: "iri", language: "Go", rule: "IRI", claims: strict, check: iri.Valid},
		{name: "iri, rule URI", language: "Go", rule: "URI", claims: strict, check: iri.RFC3986.Top().Valid},
		{name: "net/url", language: "Go", rule: "URI", claims: practical,
			check: func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() }},
		{name: "fredbi/uri", language: "Go", rule: "URI", claims: strict, module: "github.com/fredbi/uri",
			check: uri.IsURI},
		{name: "nlnwa/whatwg-url", language: "Go", rule: "URI", claims: whatwg, module: "github.com/nlnwa/whatwg-url",
			check: func(s string) bool { _, err := parser.Parse(s); return err == nil }},
		node("ajv-formats", "URI", strict), node("fast-uri", "URI", strict), node("uri-js", "IRI", strict),
		node("validate-iri", "IRI", strict),
		node("@rfc3987/iri", "URI", strict), node("@rfc3987/iri", "IRI", strict),
		node("@rfc3987/iri/full", "URI", strict), node("@rfc3987/iri/full", "IRI", strict),
		node("@hyperjump/uri", "URI", strict), node("@hyperjump/uri", "IRI", strict),
		node("n3", "IRI", practical), node("whatwg-url", "URI", whatwg),
		python("rfc3987", "Python", "IRI", strict), python("rfc3986", "Python", "URI", strict),
		python("rdflib", "Python", "IRI", practical),
		python("raptor", "C", "IRI", practical), python("serd", "C", "IRI", practical), // libraries that peers.py loads
		{name: "IRI", language: "Perl", rule: "IRI", claims: strict,
			program: []string{"/usr/bin/perl", "peers/peers.pl"}},
		debian("oxiri", "Rust", "IRI", strict), debian("url", "Rust", "URI", whatwg),
		debian("uriparser", "C", "URI", strict),
		debian("jena", "Java", "IRI", practical),
	}
	for rule, spec := range map[string]*iri.Spec{"URI": iri.RFC3986, "IRI": iri.RFC3987} {
		list = append(list, peer{name: "Marpa, our rule " + rule, language: "C", rule: rule, claims: strict,
			program: []string{"/usr/bin/perl", "peers/marpa.pl", "../grammar/" + spec.Name() + ".abnf", rule}})
		if match, err := bench.GoABNF(spec); err == nil {
			check := func(s string) bool { ok, err := match(rule, s); return ok && err == nil }
			list = append(list, peer{name: "pandatix/go-abnf, our rule " + rule, language: "Go", rule: rule,
				claims: strict, module: "github.com/pandatix/go-abnf", check: check})
		}
	}
	if check, err := bench.JSONSchema(); err == nil {
		p := peer{name: "santhosh-tekuri/jsonschema", language: "Go", rule: "IRI", claims: strict, check: check}
		p.module = "github.com/" + p.name + "/v6"
		list = append(list, p)
	}
	return list
}

func main() {
	log.SetFlags(0)
	run := bench.PeerRun{Machine: bench.Machine()}
	for _, spec := range []*iri.Spec{iri.RFC3986, iri.RFC3987} {
		rule := spec.Top().Name()
		rows, err := bench.KitRows(spec, rule)
		if err != nil {
			log.Fatal(err)
		}
		for _, p := range peers() {
			if p.rule == rule {
				run.Peers = append(run.Peers, judge(p, spec, rows))
			}
		}
	}
	run.Sort()
	j, err := json.MarshalIndent(run, "", "  ")
	if err = cmp.Or(err,
		os.WriteFile("peers/last.json", append(j, '\n'), 0o666),
		os.WriteFile("../docs/peers.md", []byte(run.Page()), 0o666),
		updateREADME("../README.md", run.Head()), updateREADME("../npm/README.md", run.NPM())); err != nil {
		log.Fatal(err)
	}
}

// updateREADME puts the table of the last run into the place of the one before it.
func updateREADME(name, table string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	head, _, _ := strings.Cut(table, "\n")
	before, rest, ok := strings.Cut(string(text), head)
	if !ok {
		return fmt.Errorf("%s has no table that begins with %s", name, head)
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	return os.WriteFile(name, []byte(before+table+"\n"+after), 0o666)
}

// judge runs a peer over the rows.
func judge(p peer, spec *iri.Spec, rows []bench.KitRow) bench.PeerResult {
	out := bench.PeerResult{Name: p.name, Language: p.language, Rule: p.rule, Claims: p.claims, Rows: len(rows)}
	verdicts, err := "", error(nil)
	if p.check != nil {
		out.Version = version(p.module)
		verdicts, out.NS = inProcess(p.check, rows)
	} else {
		out.Version, verdicts, out.NS, err = program(p, rows)
	}
	if err != nil {
		out.Problem = err.Error()
		return out
	}
	for i, r := range rows {
		accepted := verdicts[i] == '1'
		if accepted == r.Valid {
			continue
		}
		if p.claims == strict {
			rule, _ := spec.Rule(r.Rules[len(r.Rules)-1])
			out.Differ(rule.Name(), rule.Section(), accepted, r.Input)
		}
		count, first := &out.GoodRefused, &out.Good
		if accepted {
			count, first = &out.BadAccepted, &out.Bad
		}
		if *count++; *count <= 3 {
			*first = append(*first, r.Input)
		}
	}
	return out
}

// version returns the version of a module that this program is built with, if there is one.
func version(module string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == module {
				return d.Version
			}
		}
	}
	return ""
}

// inProcess asks a function for the verdicts.
func inProcess(check func(string) bool, rows []bench.KitRow) (verdicts string, ns float64) {
	var times bench.Times
	for range 5 {
		bench.Round(&times, rows, func(r bench.KitRow) bool { return check(r.Input) })
	}
	for _, r := range rows {
		verdicts += map[bool]string{false: "0", true: "1"}[check(r.Input)]
	}
	return verdicts, times.Sum() / float64(len(rows))
}

// program asks a program for the verdicts.
func program(p peer, rows []bench.KitRow) (version, verdicts string, ns float64, err error) {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, r := range rows {
		if p.lengths {
			fmt.Fprintf(&in, "%d\n%s", len(r.Input), r.Input)
		} else if err := enc.Encode(r.Input); err != nil {
			return "", "", 0, err
		}
	}
	cmd := exec.Command(p.program[0], p.program[1:]...)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		return "", "", 0, fmt.Errorf("it does not run here: %v", err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != 3 || len(lines[1]) != len(rows) {
		return "", "", 0, fmt.Errorf("it gave %d lines and not its version, %d verdicts and its time", len(lines), len(rows))
	}
	ns, err = strconv.ParseFloat(lines[2], 64)
	return lines[0], lines[1], ns, err
}
