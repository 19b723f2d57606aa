package conformance_test

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/legacy"
)

// document returns the text of a document that the project implements, with all white space
// as single spaces and without the lines between pages. The test is skipped if it is away.
func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "specs", name))
	if err != nil {
		t.Skip("the documents are away: ", err)
	}
	pages := regexp.MustCompile(`(?m)^.*\[Page \d+\]$|^RFC \d{4} .* January 2005$`).ReplaceAllString(string(text), "")
	return strings.Join(strings.Fields(pages), " ")
}

// invalidExamples are the strings of the documents that are not IRI-references, and why the
// documents have them.
var invalidExamples = map[string]string{
	"http://example.org/ros&#233": "RFC 3987 §5.3.1: the \";\" stands after the quote",
	"http://example.org/ros&#xE9": "the same",
	"http://ab.cd.ef/31%HG/%LK/JI32.html": "RFC 3987 §4.4: a display order, in which the digits of a " +
		"percent-encoding are in other places",
	"http://www.example.org/ros[iso-8859-1]&#xE9": "RFC 3987 Appendix A: a syntax that was not taken",
	"http://r%C3%A9sum%C3%A9.example.org": "3987bis §3.4: the URI that an IRI is mapped to; RFC 3987 has it, " +
		"too, and it conforms to that",
}

// TestDocumentExamples reads every IRI that the documents print in quotes or angle brackets,
// undoes the XML notation (RFC 3987 §1.4), and holds that it conforms.
func TestDocumentExamples(t *testing.T) {
	// What is between the marks has a scheme that the documents use, "//" or "mailto:", and
	// no space.
	printed := regexp.MustCompile(`["<]((?:https?|ftp|file|ldap|foo|example|telnet)://[^"<>\s]*|(?:mailto|news|tel|` +
		`urn):[^"<>\s]+)[">]`)
	for _, tt := range []struct {
		name string
		spec *iri.Spec
		most int // at least so many examples
	}{
		{"rfc3986.txt", iri.RFC3986, 50},
		{"rfc3987.txt", iri.RFC3987, 40},
		{"draft-ietf-iri-3987bis.txt", iri.RFC3987bis, 5},
		{"iri-processing-guidelines-2011.txt", iri.RFC3987, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := 0
			for _, m := range printed.FindAllStringSubmatch(document(t, tt.name), -1) {
				n++
				s := html.UnescapeString(m[1])
				if _, known := invalidExamples[m[1]]; !known && !testkit.Edited(s) && !tt.spec.Reference().Valid(s) {
					t.Errorf("%s does not conform to %s", m[0], tt.spec.Name())
				}
			}
			if n < tt.most {
				t.Errorf("only %d examples found", n)
			}
		})
	}
}

// TestResolutionExamples runs the examples of RFC 3986 §5.4 as they are printed.
func TestResolutionExamples(t *testing.T) {
	testkit.StatesRFC(t)
	text := document(t, "rfc3986.txt")
	base := iri.MustParse("http://a/b/c/d;p?q")
	if !strings.Contains(text, base.String()) {
		t.Error("the base is another one")
	}
	n := 0
	for _, m := range regexp.MustCompile(`"([^" ]*)" = "([^" ]+)"`).FindAllStringSubmatch(text, -1) {
		ref, err := iri.ParseRef(m[1])
		if err != nil {
			t.Errorf("%s: %v", m[0], err)
			continue
		}
		n++
		if got := base.Resolve(ref).String(); got != m[2] {
			t.Errorf("%s: got %s", m[0], got)
		}
	}
	if n < 40 {
		t.Errorf("only %d examples found", n)
	}
}

// TestConversionExamples holds the conversions that the documents print. Each pair has to
// stand in its document.
func TestConversionExamples(t *testing.T) {
	testkit.StatesRFC(t)
	uri := func(opts ...iri.URIOption) func(string) (string, error) {
		return func(s string) (string, error) { u, err := iri.ToURI(s, opts...); return u.String(), err }
	}
	toIRI := func(s string) (string, error) { r, err := iri.ToIRI(s); return r.String(), err }
	display := func(s string) (string, error) { r, err := iri.ToIRI(s, iri.WithDisplay()); return r.String(), err }
	normal := func(s string) (string, error) {
		r, err := iri.ParseRef(s)
		return r.Normalize(iri.RungScheme).String(), err
	}
	idna := iri.WithHostMapping(iri.HostIDNA)
	for _, tt := range []struct {
		name, from, to string
		convert        func(string) (string, error)
	}{
		{"rfc3987.txt", "http://r&#xE9;sum&#xE9;.example.org", "http://xn--rsum-bpad.example.org", uri(idna)},
		{"rfc3987.txt", "http://r&#xE9;sum&#xE9;.example.org", "http://r%C3%A9sum%C3%A9.example.org", uri()},
		{"rfc3987.txt", "http://www.example.org/red%09ros&#xE9;#red", "http://www.example.org/red%09ros%C3%A9#red",
			uri()},
		{"rfc3987.txt", "http://www.example.org/D%C3%BCrst", "http://www.example.org/D&#xFC;rst", toIRI},
		{"rfc3987.txt", "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst", toIRI},
		{"rfc3987.txt", "http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE", toIRI},
		{"rfc3987.txt", "http://xn--99zt52a.example.org/%e2%80%ae", "http://&#x7D0D;&#x8C46;.example.org/%E2%80%AE",
			display},
		{"rfc3987.txt", "http://example.org/~user", "http://example.org/~user", normal},
		{"rfc3987.txt", "http://example.org/%7Euser", "http://example.org/~user", normal},
		{"rfc3987.txt", "http://example.com:80/", "http://example.com/", normal},
		{"rfc3986.txt", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", normal},
		{"rfc3986.txt", "HTTP://www.EXAMPLE.com/", "http://www.example.com/", normal},
		{"rfc3986.txt", "http://example.com:/", "http://example.com/", normal},
		{"draft-ietf-iri-3987bis.txt", "http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org",
			uri(iri.WithRule(iri.RFC3987bis.Reference()))},
		{"draft-ietf-iri-3987bis.txt", "http://www.example.org/r%E9sum%E9.html",
			"http://www.example.org/r%E9sum%E9.html", toIRI},
	} {
		t.Run(tt.from, func(t *testing.T) {
			text := document(t, tt.name)
			for _, s := range []string{tt.from, tt.to} {
				if !strings.Contains(text, s) {
					t.Errorf("%s does not have %s", tt.name, s)
				}
			}
			got, err := tt.convert(html.UnescapeString(tt.from))
			if want := html.UnescapeString(tt.to); got != want || err != nil {
				t.Errorf("got %+q, %v, want %+q", got, err, want)
			}
		})
	}
	t.Run("2011 §4 step 4", func(t *testing.T) {
		text := document(t, "iri-processing-guidelines-2011.txt")
		from, to := regexp.MustCompile(`<(htt&#x0070;:// ?[^>]*)>`).FindStringSubmatch(text),
			"http://www.example.com/foobar/foo?bar"
		if from == nil || !strings.Contains(text, to) {
			t.Fatal("the example is not there")
		}
		r, err := iri.Prepare(strings.ReplaceAll(from[1], " ", ""), iri.WithEntities())
		if err != nil || r.String() != to {
			t.Errorf("got %s, %v, want %s", r, err, to)
		}
	})
	t.Run("2001", func(t *testing.T) {
		text := document(t, "uri-list-2001-iri-encoding.txt")
		for _, quote := range []string{`Leave each sequence "%25" unchanged.`,
			"escaping an already escaped IRI has no effect"} {
			if !strings.Contains(strings.ReplaceAll(text, " >", ""), quote) {
				t.Errorf("the message does not say %q", quote)
			}
		}
		once, err := legacy.Encode("é <%c3>#[%25]")
		twice, err2 := legacy.Encode(once)
		if once != "%C3%A9%20%3C%C3%3E#[%25]" || twice != once || err != nil || err2 != nil {
			t.Errorf("got %q, %v, then %q, %v", once, err, twice, err2)
		}
		if got, err := legacy.Decode("%25%C3%A9"); got != "%25é" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("the LEIRI Note", func(t *testing.T) {
		// This copy has no digits and signs: only its words can be read.
		text := document(t, "w3c-note-leiri.txt")
		if !strings.Contains(text, "generic leiri software should not check leiris for conformance to this syntax") {
			t.Error("the Note does not say that")
		}
		if got := legacy.EscapeLEIRI("http://e/%z<\u2028>"); got != "http://e/%z%3C\u2028%3E" {
			t.Errorf("got %+q", got)
		}
	})
}
