// Package corpus generates the inputs of the benchmarks. What comes in: a kind and a seed. What goes out: lines with
// IRIs in many scripts, the same for the same seed. The package must not use the library: whether a line is an IRI is
// known from the way it is made.
package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// The kinds of corpus.
const (
	ASCII  = "ascii"  // http and https in English
	Intl   = "intl"   // the same in other languages: host, path and query beyond ASCII
	Mixed  = "mixed"  // an ASCII site with names in other languages, some percent-encoded
	Hard   = "hard"   // IPv6, hosts that look like IPv4, 2 KB paths, many %XX, urn, mailto, data
	Faulty = "faulty" // lines of all of the above, every tenth with a fault
	// ALabels are lines like those of ASCII, with host names of other scripts as A-labels. No table of results has this kind.
	ALabels = "alabels"
)

// Kinds returns all kinds, in the order of the tables.
func Kinds() []string { return []string{ASCII, Intl, Mixed, Hard, Faulty} }

// A Generator makes lines. Generators with the same seed make the same lines.
type Generator struct {
	r     *rand.Rand
	w     *words
	sites []site
	// names are the hosts of the sites of ALabels; they are made when the first one is needed
	names []string
	zipf  *rand.Zipf
}

// New returns a generator with a seed.
func New(seed uint64) *Generator {
	const sites = 500
	g := &Generator{r: rand.New(rand.NewPCG(seed, 3987)), w: load()}
	for range sites {
		g.sites = append(g.sites, g.site())
	}
	g.zipf = rand.NewZipf(g.r, 1.1, 1, sites-1)
	return g
}

// Lines returns n lines of a kind, and how many of them are not IRIs.
func (g *Generator) Lines(kind string, n int) (lines []string, bad int) {
	for range n {
		s, ok := g.Line(kind)
		lines = append(lines, s)
		if !ok {
			bad++
		}
	}
	return lines, bad
}

// Line returns one line of a kind; ok tells whether it is an IRI.
func (g *Generator) Line(kind string) (s string, ok bool) {
	switch kind {
	case ASCII:
		return g.ascii(), true
	case ALabels:
		return g.aLabels(), true
	case Intl:
		return g.intl(g.language()), true
	case Mixed:
		return g.mixed(), true
	case Hard:
		return g.hard(), true
	case Faulty:
		s, _ = g.Line([]string{ASCII, Intl, Mixed, Mixed, Hard}[g.r.IntN(5)])
		if g.r.IntN(10) == 0 {
			return g.addFault(s), false
		}
		return s, true
	}
	panic("corpus: no kind " + kind)
}

// pick returns one of the strings.
func (g *Generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

// language returns a function that returns words of one language. Every script has the
// same chance, however many languages use it.
func (g *Generator) language() func() string {
	return g.languageOf(g.w.intl[g.r.IntN(len(g.w.intl))])
}

// languageOf returns a function that returns words of one of the languages of a script.
func (g *Generator) languageOf(script [][]string) func() string {
	list := script[g.r.IntN(len(script))]
	return func() string { return list[g.r.IntN(len(list))] }
}

// english returns an English word.
func (g *Generator) english() string { return g.w.ascii[g.r.IntN(len(g.w.ascii))] }

// join returns n words with sep between them.
func (g *Generator) join(n int, sep string, word func() string) string {
	words := make([]string, n)
	for i := range words {
		words[i] = word()
	}
	return strings.Join(words, sep)
}

// tail returns a query, a fragment, both or neither.
func (g *Generator) tail(word func() string) (tail string) {
	if g.r.IntN(3) == 0 {
		for i := range 1 + g.r.IntN(3) {
			tail += "?&&"[i:i+1] + g.pick("q", "id", "lang", "page", "sort") + "=" + word()
		}
	}
	if g.r.IntN(5) == 0 {
		tail += "#" + word()
	}
	return tail
}

// A site is a host of ASCII lines, with its own form of paths. In real data, most lines have one of few hosts.
type site struct {
	origin   string
	sections []string
	slug     string // between the words of a page's name
	suffix   string
	query    int // one line in query lines has a query; 0 for no line
}

// site returns a new site.
func (g *Generator) site() site {
	s := site{
		origin: g.pick("https", "https", "https", "https", "http") + "://" + g.pick("www.", "", "", "en.") +
			g.english() + g.pick(".org", ".com", ".net", ".example", ".co.uk"),
		slug:   g.pick("-", "_"),
		suffix: g.pick("", "", "", "/", ".html"),
		query:  g.r.IntN(5),
	}
	if g.r.IntN(20) == 0 {
		s.origin += g.pick(":8080", ":8443")
	}
	for range 1 + g.r.IntN(4) {
		section := "/"
		for range g.r.IntN(3) {
			section += g.english() + "/"
		}
		s.sections = append(s.sections, section)
	}
	return s
}

// ascii returns a line of one of the sites. The first sites have the most lines (Zipf).
func (g *Generator) ascii() string {
	s := g.sites[g.zipf.Uint64()]
	path := g.pick(s.sections...) + g.join(1+g.r.IntN(5), s.slug, g.english)
	if g.r.IntN(4) == 0 {
		path += fmt.Sprintf("%s%d", s.slug, g.r.IntN(100000))
	}
	path += s.suffix
	if s.query > 0 && g.r.IntN(s.query) == 0 {
		path += g.pick("?q=", "?page=", "?id=", "?lang=en&q=") + g.english()
	}
	if g.r.IntN(12) == 0 {
		path += "#" + g.english()
	}
	return s.origin + path
}

// aLabels returns a line of one of the sites, whose name is in another script.
func (g *Generator) aLabels() string {
	for len(g.names) < len(g.sites) {
		if name, err := idna.Lookup.ToASCII(g.language()()); err == nil && strings.HasPrefix(name, "xn--") {
			g.names = append(g.names, g.pick("www.", "", "")+name+g.pick(".org", ".com", ".example"))
		}
	}
	scheme, rest, _ := strings.Cut(g.ascii(), "://")
	_, path, _ := strings.Cut(rest, "/")
	return scheme + "://" + g.names[g.zipf.Uint64()] + "/" + path
}

// Scripts returns the scripts of [Generator.InScript], sorted.
func (g *Generator) Scripts() []string { return slices.Sorted(slices.Values(g.w.scripts)) }

// InScript returns a line of the kind Intl in one of the scripts.
func (g *Generator) InScript(script string) string {
	return g.intl(g.languageOf(g.w.intl[slices.Index(g.w.scripts, script)]))
}

// intl returns a line whose host, path and query are words of one language.
func (g *Generator) intl(word func() string) string {
	path := "/"
	for range 1 + g.r.IntN(2) {
		path += g.join(1+g.r.IntN(2), g.pick("-", "_"), word) + "/"
	}
	host := g.pick("https", "http") + "://" + g.join(1+g.r.IntN(2), ".", word) + g.pick(".org", ".com", "."+word())
	return host + path + g.tail(word)
}

// mixed returns a line with an ASCII host and a name in another language.
func (g *Generator) mixed() string {
	word := g.language()
	name := g.join(1+g.r.IntN(3), "_", word)
	if g.r.IntN(8) == 0 {
		name = percent(word())
	}
	host := g.pick("www.", "m.", "") + g.english() + ".org"
	switch g.r.IntN(3) {
	case 0:
		return "https://" + host + "/wiki/" + name + g.tail(g.english)
	case 1:
		return "https://" + host + "/" + g.english() + "/" + g.english() + "/" + name + g.tail(word)
	}
	return "http://" + host + "/resource/" + g.english() + "?q=" + name + "&lang=" + g.pick("en", "ar", "hi", "ja", "ru")
}

// percent percent-encodes every octet of s.
func percent(s string) (encoded string) {
	for i := range len(s) {
		encoded += fmt.Sprintf("%%%02X", s[i])
	}
	return encoded
}

// hard returns a line of a form that needs more work than others.
func (g *Generator) hard() string {
	r := g.r
	word := g.language()
	h16 := func() string { return fmt.Sprintf("%x", r.IntN(0x10000)) }
	dotted := func(n int) string { return fmt.Sprintf("%d.%d.%d.%d", r.IntN(n), r.IntN(n), r.IntN(n), r.IntN(n)) }
	switch r.IntN(12) {
	case 0:
		return "http://[" + g.join(8, ":", h16) + "]/" + word()
	case 1:
		return "https://[" + g.join(1+r.IntN(5), ":", h16) + "::" + g.pick("", h16(), "1") + "]:8443/" + g.english() +
			"?" + word()
	case 2:
		return "http://[::ffff:" + dotted(256) + "]/" + word()
	case 3:
		return "ftp://" + dotted(256) + "/" + g.english()
	case 4:
		return fmt.Sprintf("http://%s.%s.example:%d/", dotted(300), g.english(), r.IntN(65536))
	case 5: // a path of about 2 KB
		s := "https://" + g.english() + ".org"
		for len(s) < 2000 {
			s += "/" + g.english()
			if r.IntN(4) == 0 {
				s += "-" + word()
			}
		}
		return s
	case 6: // many percent-encodings
		return "https://" + g.english() + ".org/" + percent(g.join(4, " ", word)) + "?q=" +
			percent(g.join(2, " ", word))
	case 7:
		return g.pick("urn:isbn:0451450523", "urn:ietf:rfc:3987", "urn:uuid:"+fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x",
			r.Uint32(), r.IntN(1<<16), r.IntN(1<<12), r.IntN(1<<12), r.Int64N(1<<48)))
	case 8:
		return "mailto:" + g.english() + "." + g.english() + "@" + g.english() + ".example?subject=" + percent(word())
	case 9:
		return "data:text/plain;charset=utf-8," + percent(g.join(6, " ", word))
	case 10:
		return "http://" + g.english() + ":@" + g.join(3, ".", word) + "/" + word() + ";" + word() + "=" + g.english() +
			"/(" + word() + ")/" + g.join(3, ",", word)
	}
	return "tag:" + g.english() + ".org,2005:" + word() + "/" + g.english() + "!" + g.english() + "*'" + word() + "'"
}

// addFault returns s, which is an IRI, with a change after which it is not.
func (g *Generator) addFault(s string) string {
	colon := strings.IndexByte(s, ':')
	at := len(s) // a place after the scheme, not inside a character
	if n := len(s) - colon - 1; n > 0 {
		for at = colon + 1 + g.r.IntN(n); at < len(s) && s[at]&0xC0 == 0x80; at++ {
		}
	}
	insert := func(t string) string { return s[:at] + t + s[at:] }
	switch g.r.IntN(10) {
	case 0:
		return insert(" ")
	case 1:
		return insert(g.pick("<", ">", "\"", "\\", "^", "`", "{", "|", "}"))
	case 2:
		return s + "%"
	case 3:
		return s + g.pick("%zz", "%4", "%g0")
	case 4:
		return insert(g.pick("\xff", "\xc3(", "\xed\xa0\x80", "\xf0\x9f\x98"))
	case 5:
		return g.pick("", "1", "_") + s[colon:]
	case 6:
		return strings.ReplaceAll(s, "#", "") + "#" + g.english() + "#" + g.english()
	case 7:
		return "http://" + g.english() + g.pick(":80a", ":x", ":-1") + "/" + g.english()
	case 8:
		return "http://[" + g.pick("1::2::3", "::g", "1:2:3:4:5:6:7", "::1", "fe80::1%25en0", "v.a", "::256.0.0.1") +
			g.pick("/", "", "]x/")
	}
	return "http://" + g.english() + ".org/" + g.pick("\ue000", "\ufdd0", "\U000e0041", "\ufffe", "\u0085") +
		g.english()
}
