package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// identifierPlaces are where formats have identifiers that are compared character by character, and what is said of
// them.
var identifierPlaces = []struct {
	name, before, after string
	said                string
	urn                 bool // they are only URNs
}{
	{"atom.xml", `<feed xmlns="http://www.w3.org/2005/Atom"><id>`, "</id></feed>", "it is an identifier", false},
	{"rss.xml", `<rss><channel><item><guid isPermaLink="true">`, "</guid></item></channel></rss>", "it is an identifier", false},
	{"a.xsd", `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="`, `"/>`, "name of a namespace", true},
	{"b.xsd", `<schema xmlns="http://www.w3.org/2001/XMLSchema"><import namespace="`, `"/></schema>`, "name of a namespace", true},
	{"a.html", `<html xmlns:a="`, `"></html>`, "name of a namespace", true},
	{"a.json", `{"openapi":"3.1.0","a":{"xml":{"namespace":"`, `"}}}`, "name of a namespace", true},
	{"a.yaml", "openapi: 3.1.0\na: {xml: {namespace: '", "'}}", "name of a namespace", true},
}

// TestIdentifiers has each command that converts leave an identifier that it would change elsewhere, and say so as it does
// of namespaces; relativize, which leaves these without a word, does so here.
func TestIdentifiers(t *testing.T) {
	testkit.StatesRFC(t)
	for _, c := range []struct{ command, iri, urn string }{
		{"to-uri", "http://e.example/é", "urn:example:é"},
		{"to-uri --lenient", "http://e.example/é|", "urn:example:é|"},
		{"to-uri --host idna", "http://é.example/", ""},
		{"to-uri --host uts46", "http://É.example/", ""},
		{"to-iri", "http://e.example/%C3%A9", "urn:example:%C3%A9"},
		{"to-iri --display", "http://xn--bcher-kva.example/", ""},
		{"from-leiri", "http://e.example/a b", "urn:example:a b"},
		{"normalize", "HTTP://e.example/%7e", "URN:example:%7e"},
		{"normalize --nfc", "http://e.example/e\u0301", "urn:example:e\u0301"},
		{"normalize --ignore-fragment", "http://e.example/#a", ""},
		{"normalize --urn-equivalence", "urn:example:a?=b", ""},
		{"prepare --to uri", "http://e.example/é", "urn:example:é"},
		{"prepare --spaces remove", "http://e.example/a b", "urn:example:a b"},
		{"prepare --host idna", "http://é.example/", ""},
		{"resolve http://b.example/", "blog/", ""},
		{"relativize http://e.example/a/", "http://e.example/a/b", ""},
		{"fix", "http://e.example/a b", "urn:example:a b"},
		{"fix --guess", "http://e.example/a b", "urn:example:a b"},
		{"fix --fix all", "HTTP://e.example/%7e", "URN:example:%7e"},
	} {
		for _, p := range identifierPlaces {
			identifier := c.iri
			if p.urn {
				identifier = c.urn
			}
			if identifier == "" {
				continue
			}
			text := p.before + identifier + p.after + "\n"
			name := filepath.Join(t.TempDir(), p.name)
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			args := append(strings.Fields(c.command), "-f", name)
			got, said := runAdvice(args...)
			if got != text || !strings.Contains(said, p.said) && !strings.HasPrefix(c.command, "relativize") {
				t.Errorf("%s of %s: got %q, and it says %q", c.command, text, got, said)
			}
		}
	}
}
