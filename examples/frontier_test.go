package examples

import (
	"fmt"

	"github.com/rfc3987/iri"
)

// A frontier holds what a crawler has to fetch: each page once, however its links are written.
type frontier struct {
	links iri.Policy
	seen  map[string]bool // by the normal form
	hosts map[string]int  // how many pages of a host, by its fold
	queue []iri.IRI
}

// add adds a link of a page. What is not an IRI of the web is refused.
func (f *frontier) add(page iri.IRI, link string) error {
	report := f.links.Check(link)
	ref, err := report.Rule().Parse(link)
	if err := report.Err(); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	target := page.Resolve(ref).WithoutFragment() // the page is the same for every fragment
	host, ok := target.Host()
	if !ok {
		return fmt.Errorf("%s names no host", target)
	}
	if key := target.Key(iri.RungScheme); !f.seen[key] {
		f.seen[key] = true
		f.hosts[host.Fold()]++
		f.queue = append(f.queue, target) // as it is written: servers may tell spellings apart
	}
	return nil
}

// A frontier of links in many spellings.
func Example_frontier() {
	f := frontier{
		links: iri.Policy{Schemes: []string{"http", "https"}, Rule: iri.RFC3987.Reference()},
		seen:  make(map[string]bool), hosts: make(map[string]int),
	}
	page := iri.MustParse("https://Résumé.example/a/b")
	for _, link := range []string{
		"../c#top", "/c", "HTTPS://xn--rsum-bpad.example/d", "https://RÉSUMÉ.example:443/c", "//e.example",
		"https://E.example/", "javascript:alert(1)", "a b",
	} {
		if err := f.add(page, link); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(f.queue)
	fmt.Println(f.hosts)
	// Output:
	// iri: "javascript:alert(1)" does not conform: the scheme javascript is not allowed here at byte 0 (scheme-not-allowed); these are: http, https
	// iri: "a b" is not an IRI-reference: U+0020 SPACE is not allowed in a path at byte 1 (RFC 3987 §2.2, ipath-noscheme); write %20 for a space; if it separates two IRIs, check each by itself
	// [https://Résumé.example/c HTTPS://xn--rsum-bpad.example/d https://e.example]
	// map[e.example:1 résumé.example:2]
}
