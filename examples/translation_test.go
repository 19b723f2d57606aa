package examples

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// The messages of findings in German and Japanese. A line of a catalogue is a reason, " = " and
// its template.
//
//go:embed catalogues/*.txt
var catalogues embed.FS

// catalogue returns the templates of a language by their reasons.
func catalogue(language string) (map[string]string, error) {
	text, err := catalogues.ReadFile("catalogues/" + language + ".txt")
	if err != nil {
		return nil, err
	}
	templates := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		reason, template, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " = ")
		if _, twice := templates[reason]; !ok || twice {
			return nil, fmt.Errorf("%s: bad line, or a reason that stands twice: %s", language, line)
		}
		templates[reason] = template
	}
	return templates, nil
}

// The findings of a text in the language of the reader.
func Example_translation() {
	for _, language := range []string{"de", "ja"} {
		templates, err := catalogue(language)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, s := range []string{"http://h:8a/a b", "www.example.org", "http://a_b.example/"} {
			for _, f := range iri.Check(s).Findings() {
				message, hint := f.Translate(func(reason string) string { return templates[reason] })
				fmt.Printf("%s: %d: %s\n", s, f.Start, message)
				if hint != "" {
					fmt.Println("  ", hint)
				}
			}
		}
	}
	// Output:
	// http://h:8a/a b: 10: "a" ist keine Ziffer
	// http://h:8a/a b: 13: U+0020 SPACE ist in einem Pfad nicht erlaubt
	//    schreiben Sie %20 für ein Leerzeichen; wenn es zwei IRIs trennt, prüfen Sie jeden für sich
	// www.example.org: 0: das Schema fehlt
	//    stellen Sie https:// voran: https://www.example.org
	// http://a_b.example/: 8: Label "a_b": U+005F "_" ist weder Buchstabe noch Ziffer noch Bindestrich
	// http://h:8a/a b: 10: "a" は数字ではありません
	// http://h:8a/a b: 13: U+0020 SPACE はパスに使えません
	//    空白は %20 と書いてください。二つの IRI を区切っているなら、一つずつ検査してください
	// www.example.org: 0: スキームがありません
	//    先頭に https:// を付けてください: https://www.example.org
	// http://a_b.example/: 8: ラベル "a_b": U+005F "_" は英字、数字、ハイフンのどれでもありません
}

// TestCatalogues holds that each catalogue has every reason, and the values that its template has.
func TestCatalogues(t *testing.T) {
	place := regexp.MustCompile(`\{([a-z0-9-]+)[:}]`)
	names := func(template string) (list []string) {
		for _, m := range place.FindAllStringSubmatch(template, -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	for _, language := range []string{"de", "ja"} {
		templates, err := catalogue(language)
		if err != nil {
			t.Fatal(err)
		}
		for reason, english := range iri.Reasons() {
			template, ok := templates[reason]
			delete(templates, reason)
			switch {
			case !ok:
				t.Errorf("%s: %s is missing: %s", language, reason, english)
			case !slices.Equal(names(template), names(english)):
				t.Errorf("%s: %s: got the values %q, want %q", language, reason, names(template), names(english))
			case strings.Count(template, "{") != strings.Count(template, "}"):
				t.Errorf("%s: %s: a place is not closed", language, reason)
			}
		}
		for reason := range templates {
			t.Errorf("%s: there is no reason %s", language, reason)
		}
	}
}
