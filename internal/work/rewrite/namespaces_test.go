package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	filesrdf "github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// found returns what a check finds in a file, each as "line:column code".
func found(t *testing.T, text string, o *input.Options) (all []string) {
	t.Helper()
	check := &checks.Check{Checker: checks.NewChecker(runtest.Target()), Input: o}
	runtest.Do(t, text, o, check, run.Func(func(_ *run.Result, rec *input.Item, c *run.Checked) {
		at := run.NewPlacer(rec, c)
		for _, f := range c.Findings {
			p := at.Place(f.Start)
			all = append(all, fmt.Sprintf("%d:%d %s", p.Line, p.Col, f.Code))
		}
	}), nil)
	return all
}

// filtered returns what a filter keeps of a file.
func filtered(t *testing.T, text string, from *input.Format) string {
	t.Helper()
	o := &input.Options{From: from, LinesOnly: true}
	var kept strings.Builder
	runtest.Do(t, text, o, &checks.Filter{Checker: checks.NewChecker(runtest.Target()), Input: o}, nil,
		func(r *run.Result) { kept.Write(r.Out) })
	return kept.String()
}

// TestNamespaces holds that a namespace is held to the grammar, and the names that continue it to
// the rules of their schemes.
func TestNamespaces(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	rdf := func(attrs, content string) string {
		return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"` + attrs + "><rdf:Description>" +
			content + "</rdf:Description></rdf:RDF>\n"
	}
	tests := []struct {
		clause string
		from   *input.Format
		text   string
		want   []string
	}{
		{`Turtle §2.4: "by concatenating the IRI associated with the prefix and the local part"; RFC 8141 §2: ` +
			`assigned-name = "urn" ":" NID ":" NSS`,
			filesrdf.Turtle, "@prefix isbn: <urn:isbn:> .\nisbn:0451450523 a isbn: .\n", []string{"2:24 scheme-urn"}},
		{`RFC 9110 §4.2.1: "A sender MUST NOT generate an "http" URI with an empty host identifier."`,
			filesrdf.Turtle, "PREFIX h: <http://>\nh:example a h: .\n", []string{"2:15 scheme-http"}},
		{`DID Core §3.1: did = "did:" method-name ":" method-specific-id`,
			filesrdf.TriG, "@prefix d: <did:> .\n{ d:a a d:example:1 }\n", []string{"2:6 scheme-did"}},
		{`RFC 3986 §5.2.2, the target of "//"`,
			filesrdf.Turtle, "@base <http://e/> .\n@prefix r: <//> .\nr:h a r: .\n", []string{"3:9 scheme-http"}},
		{`RFC 3987 §2.2: ipchar has no space`,
			filesrdf.Turtle, "@prefix e: <http://e/a b> .\n", []string{"1:23 ipath-abempty"}},
		{`a string that is not a declaration is an IRI`,
			filesrdf.Turtle, "<a:b> <a:b> <urn:isbn:> .\n", []string{"1:23 scheme-urn"}},
		{`Namespaces in XML §2.2: "a namespace name is an IRI reference"`,
			xml.RDF, rdf(` xmlns:u="urn:" xmlns:h="http://" xmlns:d="did:"`, "<u:uuid/>"),
			[]string{"1:138 scheme-urn"}},
	}
	for _, tt := range tests {
		if got := found(t, tt.text, &input.Options{From: tt.from}); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q: got %q, want %q", tt.clause, tt.text, got, tt.want)
		}
	}
}

// TestFilterKeepsDirectives holds that what a filter keeps has the prefixes and the base that it
// needs: names stand for the same IRIs, and Turtle stays Turtle.
func TestFilterKeepsDirectives(t *testing.T) {
	long := strings.Repeat("x", 5000)
	tests := []struct{ name, text, want string }{
		{"a prefix that a scheme would refuse",
			"@prefix i: <urn:isbn:> .\ni:0451450523 a i: .\ni:0451450523 a <a:b> .\n",
			"@prefix i: <urn:isbn:> .\ni:0451450523 a <a:b> .\n"},
		{"a prefix that breaks the grammar at its end", "@prefix p: <http://e/%4> .\np:1 a p:x .\np:1 a <a:b> .\n",
			"@prefix p: <http://e/%4> .\np:1 a <a:b> .\n"},
		{"a base that breaks the grammar", "@base <http://[/> .\n<a> a <b> .\n", "@base <http://[/> .\n<a> a <b> .\n"},
		{"a base that a scheme refuses", "BASE <urn:isbn:>\n<a:b> a <#c> .\n", "BASE <urn:isbn:>\n<a:b> a <#c> .\n"},
		{"a prefix that is too long", "@prefix p: <http://e/" + long + "> .\np:1 a p:2 .\n", "@prefix p: <http://e/" +
			long + "> .\np:1 a p:2 .\n"},
		{"a prefix with a space, which is not Turtle", "@prefix p: <http://e/ > .\np:1 a p:2 .\n<a:b> a <a:c> .\n",
			"<a:b> a <a:c> .\n"},
		{"a prefix with an escaped space", "@prefix p: <http://e/\\u0020> .\np:1 a p:2 .\n<a:b> a <a:c> .\n",
			"@prefix p: <http://e/\\u0020> .\n<a:b> a <a:c> .\n"},
		{"a prefix with a backslash that is not an escape", "@prefix p: <http://e/\\x> .\n<a:b> a <a:c> .\n",
			"<a:b> a <a:c> .\n"},
		{"a directive with a fault of syntax", "@prefix p: <a:b> ;\n<a:b> a <a:c> .\n", ""},
	}
	for _, tt := range tests {
		if got := filtered(t, tt.text, filesrdf.Turtle); got != tt.want {
			t.Errorf("%s: %.200q: got %.200q, want %.200q", tt.name, tt.text, got, tt.want)
		}
	}
}

// TestDeclaredOnce holds that what is wrong with the IRI of a prefix is found once, where it is
// declared, and by all runs: Turtle §2.4, names are "IRIs ... by concatenating".
func TestDeclaredOnce(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e=`
	tests := []struct {
		name   string
		from   *input.Format
		text   string
		found  []string
		uses   int64 // of the prefix, with its findings
		mended int64 // by a fix
		left   int64
	}{
		{"a space", filesrdf.Turtle, "@prefix e: <http://e/ /> .\ne:a a e:b .\ne:a e:b e:c .\n",
			[]string{"1:22 ipath-abempty"}, 5, 1, 0},
		{"a space, and a fault in a name", filesrdf.Turtle, "@prefix e: <http://e/ /#> .\ne:a a e:\\#b .\n",
			[]string{"1:22 ipath-abempty", "2:9 ifragment"}, 2, 2, 0},
		{"no fix", filesrdf.Turtle, "@prefix e: <http://[/> .\ne:a a e:b .\n", []string{"1:21 IP-literal"}, 2, 0, 3},
		{"a warning", filesrdf.TriG, "@prefix e: <http://u:p@h/> .\n{ e:a a e:b }\n",
			[]string{"1:20 userinfo-password"}, 2, 0, 0},
		{"declared again", filesrdf.Turtle,
			"@prefix e: <http://e/ /> .\ne:a a e:b .\n@prefix e: <http://e/> .\ne:a a e:b .\n",
			[]string{"1:22 ipath-abempty"}, 2, 1, 0},
		{"RDF/XML", xml.RDF, rdf + `"http://e/ /"><e:C><e:p/></e:C></rdf:RDF>`, []string{"1:84 ipath-abempty"}, 2, 1,
			0},
	}
	for _, tt := range tests {
		if testkit.Edited(tt.text) {
			continue
		}
		o := &input.Options{From: tt.from, Rewrite: true}
		var checked, fixed, list summary.Summary
		if got := found(t, tt.text, o); !slices.Equal(got, tt.found) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.found)
		}
		check := &checks.Check{Checker: checks.NewChecker(runtest.Target()), Input: o}
		runtest.Do(t, tt.text, o, check, nil, func(r *run.Result) { checked.Merge(&r.Summary) })
		for form, sum := range map[Form]*summary.Summary{InPlace: &fixed, JSON: &list} {
			fix := &Rewrite{Target: runtest.Target(), Input: o, Form: form}
			fix.Change, _ = Fix(fix.Target, nil, false)
			fix.Prepare()
			runtest.Do(t, tt.text, o, fix, nil, func(r *run.Result) { sum.Merge(&r.Summary) })
		}
		var uses int64
		for _, e := range checked.Prefixes {
			uses += e.Count
		}
		if n := checked.Errors + checked.Warnings; n != int64(len(tt.found)) || uses != tt.uses {
			t.Errorf("%s: got %d findings and %d uses, want %d and %d", tt.name, n, uses, len(tt.found), tt.uses)
		}
		if fixed.Mended != tt.mended || fixed.NotConforming() != tt.left || list.Mended != tt.mended ||
			list.NotConforming() != tt.left {
			t.Errorf("%s: got %d mended and %d left, as JSON %d and %d, want %d and %d",
				tt.name, fixed.Mended, fixed.NotConforming(), list.Mended, list.NotConforming(), tt.mended, tt.left)
		}
	}
}
