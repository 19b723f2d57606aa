package rewrite

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	filesjson "github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/markdown"
	filesrdf "github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/files/yaml"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// A placed is the part of an object of JSON that says where something is.
type placed struct {
	Source       string
	Line, Column int
}

// objects returns the places of all strings of a file in JSON, and those of their findings.
func objects(t *testing.T, text string, o *input.Options) (records, findings []placed) {
	t.Helper()
	printer := render.Printer{Formatter: render.NewFormatter(render.FormatJSON, runtest.Target(), render.Style{}, "",
		func() []finding.Entry { return nil })}
	check := &checks.Check{Checker: checks.NewChecker(runtest.Target()), Input: o, AllItems: true}
	runtest.Do(t, text, o, check, run.Func(printer.Render), func(r *run.Result) {
		for line := range bytes.Lines(r.Out) {
			var object struct {
				placed
				Findings []placed
				Resolved struct{ Findings []placed }
			}
			if err := json.Unmarshal(line, &object); err != nil {
				t.Fatal(err)
			}
			records = append(records, object.placed)
			findings = append(append(findings, object.Findings...), object.Resolved.Findings...)
		}
	})
	return records, findings
}

// converted returns the same for a conversion in JSON.
func converted(t *testing.T, text string, o *input.Options) (records, findings []placed) {
	t.Helper()
	fix := &Rewrite{Target: runtest.Target(), Input: o, Form: JSON}
	fix.Change, _ = Fix(fix.Target, nil, false)
	fix.Prepare()
	runtest.Do(t, text, o, fix, nil, func(r *run.Result) {
		for line := range bytes.Lines(r.Out) {
			var object struct {
				placed
				Findings []placed
			}
			if err := json.Unmarshal(line, &object); err != nil {
				t.Fatal(err)
			}
			records = append(records, object.placed)
			findings = append(findings, object.Findings...)
		}
	})
	return records, findings
}

// unmark returns a text without the marks « and », and the places that they stand before.
func unmark(text string) (plain string, record, found placed) {
	place := func(mark string) placed {
		before, _, _ := strings.Cut(text, mark)
		before = strings.NewReplacer("«", "", "»", "", "\ufeff", "").Replace(before)
		line := before[strings.LastIndexByte(before, '\n')+1:]
		return placed{"f", 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(line)}
	}
	return strings.NewReplacer("«", "", "»", "").Replace(text), place("«"), place("»")
}

// TestPlaces holds what docs/formats.md promises: every object of JSON has the place of its string
// in the file, and every finding its own, through escapes, entities and prefixes. « stands where the
// string with the one finding of the file starts, » where the finding is.
func TestPlaces(t *testing.T) {
	const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">`
	const doctype = "<!DOCTYPE r [<!ENTITY e \"http://é\">]>\n"
	tests := []struct {
		name string
		from *input.Format
		text string
	}{
		{"lines", input.Lines, "http://e/\n«http://e:8»a/\n"},
		{"lines with CR LF and a mark", input.Lines, "\ufeff«http://é:8»a/\r\n"},
		{"null", input.Null, "http://e/\x00«http://é:8»a/\x00"},
		{"null with line ends", input.Null, "http://e/\x00«http://é:»\n/\x00"},
		{"JSON string", filesjson.Format, "\"a:b\"\n \"«http://\\u00e9:8»a/\"\n"},
		{"JSON object", filesjson.Format, `{"é":1,"iri":"«http:\/\/\ud83d\ude00.e:8»a/"}`},
		{"JSON array over lines", filesjson.Format, "[\n\"a:b\",\n\"«http://e:8»a/\"\n]\n"},
		{"N-Triples", filesrdf.NTriples, "<a:b> <a:c> <«http://\\u00E9\\U0001F600:8»a/> .\n"},
		{"N-Quads", filesrdf.NQuads, "<a:b> <a:c> \"é\" <«http://e:8»a/> .\n"},
		{"CSV", table.CSV, "«http://e:8»a/,1\n"},
		{"CSV in quotes", table.CSV, "\"«http://e/»\"\"y\",1\n"},
		{"CSV over lines", table.CSV, "a:b,\"x\ny\"\n«http://e:8»a/,1\n"},
		{"TSV", table.TSV, "«http://é:8»a/\t1\n"},
		{"Turtle", filesrdf.Turtle, "<a:b>\n a <«http://\\u00E9:8»a/> .\n"},
		{"Turtle name with escapes", filesrdf.Turtle, "@prefix é: <http://e/> .\n<a:b> a «é:\\~\\-x\\#»\\# .\n"},
		{"Turtle reference", filesrdf.Turtle, "@base <http://e/> .\n<a:b> a <«»//> .\n"},
		{"TriG", filesrdf.TriG, "{ <a:b> a <«http://e:8»a/> }\n"},
		{"Markdown", markdown.Format, "é\n> [é](«http://\\_&eacute;:8»a/ 'x')\n"},
		{"Markdown between < and >", markdown.Format, "é\n\n[é]: <«http://e/\\_&amp;» x>\n"},
		{"Markdown with a space", markdown.Format, "é [é](«http://e/&amp;» x)\n"},
		{"Markdown in text", markdown.Format, "é http://é/ «http://é:8»a/?&amp;\n"},
		{"Markdown in HTML", markdown.Format, "é <a title='é'\n href='«http://e/?a&amp;b=&eacute;»|x'>\n"},
		{"YAML", yaml.Format, "é: x\nurl: «http://é:8»a/ # x\n"},
		{"YAML in double quotes", yaml.Format, "{é: x, \"url\": \"«http://\\u00e9\\\n  :8»a/\"}\n"},
		{"YAML in single quotes", yaml.Format, "é:\n - url: '«http://e/''»|x'\n"},
		{"YAML block", yaml.Format, "url: >\n   «http://é:8»a/\n"},
		{"text", text.Format, "é <«http://é:8»a/>\n"},
		{"HTML", html.Format, "<p>é</p>\n<a title='é' href=\"«http://e/?a&amp;b=&eacute;»|x\">"},
		{"HTML after white space as a reference", html.Format,
			"<p>é</p>\n<a title='é' href=\"&#32;\n &Tab;«http://e/?a&amp;b=&eacute;»|x&#32;\">"},
		{"HTML list after white space as a reference", html.Format,
			"<a ping='é&#32;«http://e/?a&amp;b=&eacute;»|x&#32;'>"},
		{"HTML without quotes", html.Format, "<a href=«http://e:8»a/ >"},
		{"HTML srcset", html.Format, "<img srcset='a.png 1x,\n «http://e:8»a/ 2x'>"},
		{"HTML meta refresh", html.Format, "<meta http-equiv=refresh content=\"0; url=«http://e:8»a/\">"},
		{"HTML style", html.Format, "<style>é{\nb:url('«http://\\e9 /\\\n»|x')}</style>"},
		{"HTML style attribute", html.Format, "<p style=\"é:url(&quot;«http://\\e9 /&amp;\\e9 »|x&quot;)\">"},
		{"HTML JSON-LD", html.Format, "<script type='application/ld+json'>\n{\"é\":1,\n" +
			"\"@id\":\"«http:\\/\\/\\u00e9/»|x\"}</script>"},
		{"HTML meta", html.Format, "<meta content='«http://e/?a&amp;b»|x' property='og:url'>"},
		{"XML attribute", xml.XML, "<r é='' href='«http://e/?a&amp;b=&#xE9;»|x'/>"},
		{"XML element", xml.XML, "<r><loc>\n  «http://e/?a&amp;b»|x\n</loc></r>"},
		{"XML element after white space as a reference", xml.XML,
			"<r><loc>\n &#10;\t</loc><loc><![CDATA[ ]]>&#32;«http://e/?a&amp;b»|x&#32;</loc></r>"},
		{"XML attribute after white space as a reference", xml.XML,
			"<r é='' href='\n&#10; «http://e/?a&amp;b=&#xE9;»|x&#32;'/>"},
		{"XML base", xml.XML, "<r xml:base='«http://e/?a&amp;»|b/'/>"},
		{"XML system identifier", xml.XML, "<!DOCTYPE r\nPUBLIC '-//é' \"«http://e/»|x.dtd\" [<!ENTITY a 'b'>]><r/>"},
		{"XML entity", xml.XML, doctype + "<r><loc>«&e;»|x</loc></r>"},
		{"XML CDATA", xml.XML, "<r><loc><![CDATA[«http://e/?é&»|x]]></loc></r>"},
		{"XML comment inside of text", xml.XML, "<r><loc>«http://<!-- é -->e/?a&amp;b»|x</loc></r>"},
		{"XML instruction inside of text", xml.XML, "<r><loc>«http://e/<?é\n?>»|x</loc></r>"},
		{"XML CDATA inside of text", xml.XML, "<r><loc>«http://e/<![CDATA[?a&b»|]]>x</loc></r>"},
		{"XML text after CDATA", xml.XML, "<r><loc><![CDATA[«http://e/]]>&amp;»|x</loc></r>"},
		{"RDF/XML", xml.RDF, doctype + rdf + "<e:C rdf:about='«&e;/?a&amp;»|x'/></rdf:RDF>"},
		{"RDF/XML ID", xml.RDF, rdf[:len(rdf)-1] + " xml:base='http://e/'><e:C rdf:about='«x:»|y'/></rdf:RDF>"},
		{"RDF/XML namespace", xml.RDF, rdf + "<e:C xmlns:x='«http://é»&#x20;'/></rdf:RDF>"},
	}
	for _, tt := range tests {
		if testkit.Edited(tt.text) {
			continue
		}
		text, record, found := unmark(tt.text)
		for name, list := range map[string]func(*testing.T, string, *input.Options) (records,
			findings []placed){"check": objects, "fix": converted} {
			records, findings := list(t, text, &input.Options{From: tt.from})
			if !slices.Contains(records, record) {
				t.Errorf("%s: %s: %q: got strings at %v, want one at %v", tt.name, name, text, records, record)
			}
			if !slices.Equal(findings, []placed{found}) && (name == "check" || len(findings) > 0) {
				t.Errorf("%s: %s: %q: got findings at %v, want one at %v", tt.name, name, text, findings, found)
			}
		}
	}
}
