package bench

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/PuerkitoBio/purell"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// Aims that name a figure in place of a peer are from crates of Rust that Debian does not have: fluent-uri
// for Normalize and a rejection, iri-string for IRI.URI and URI.IRI. They were measured on another machine.
func stringRows() []Row {
	var rows []Row
	add := func(name string, aim Aim, runners func(*Setting) []Runner) {
		rows = append(rows, Row{name, NS, aim, runners})
	}
	parses := func(s string) bool { _, err := iri.Parse(s); return err == nil }
	parsesURL := func(s string) bool { _, err := url.Parse(s); return err == nil }
	top := iri.RFC3987.Top()
	all, linted := top.Validator(), top.Validator(iri.Lint())
	for _, m := range []struct {
		kind                string
		valid, parse, rules float64
	}{{corpus.ASCII, 0.14, 0.2, 0.43}, {corpus.Intl, 0.12, 0.16, 0.55}} {
		for _, work := range []struct {
			name string
			do   func(string) bool
			aim  float64
		}{
			{"`Valid`", iri.Valid, m.valid}, {"`Parse`", parses, m.parse},
			{"all rules", func(s string) bool { return all.Validate(s).Conforms() }, m.rules},
		} {
			add(work.name+", `"+m.kind+"`", Aim{work.aim, NetURL}, func(*Setting) []Runner {
				list := texts(m.kind)
				return []Runner{Each(work.name, list, work.do), Each(UTF8, list, utf8.ValidString),
					Each(NetURL, list, parsesURL)}
			})
		}
	}
	rows = append(rows, Row{"`Valid`, Chakma, of four bytes a character", Rate, Aim{1, "Bengali"},
		func(*Setting) []Runner { return []Runner{validRate("Chakma"), validRate("Bengali")} }})
	add("`Validator.Lines` after 20 other scripts", Aim{1.1, "each a new one"}, func(*Setting) []Runner {
		var blocks [][]byte
		for _, script := range corpus.New(1).Scripts() {
			blocks = append(blocks, []byte(strings.Join(inScript(script), "\n")+"\n"))
		}
		from := 2 * len(blocks) / 3
		return []Runner{overBlocks("one Validator", blocks, from, false),
			overBlocks("each a new one", blocks[from:], 0, true)}
	})
	add("`Resolve`", Aim{Figure: 60}, func(*Setting) []Runner {
		base := iri.MustParse("http://example.org/a/b/c/d;p?q")
		baseURL, _ := url.Parse(base.String())
		var refs []iri.Ref
		var urls []*url.URL
		for k, i := range parsed(texts(corpus.ASCII)) {
			s := i.String()[strings.Index(i.String(), i.Path()):] // with a dot segment, in most
			s = [...]string{s[1:], "../" + s[1:], s, "./" + s[1:], "../.." + s}[k%5]
			u, err := url.Parse(s)
			if r, err2 := iri.ParseRef(s); err == nil && err2 == nil {
				refs, urls = append(refs, r), append(urls, u)
			}
		}
		return []Runner{
			Each("Resolve", refs, func(r iri.Ref) bool { return !base.Resolve(r).IsZero() }),
			Each("net/url", urls, func(u *url.URL) bool { return baseURL.ResolveReference(u) != nil }),
		}
	})
	type kindAim struct {
		kind string
		aim  float64
	}
	for _, m := range []kindAim{{corpus.ASCII, 109}, {corpus.Mixed, 458}} {
		add("`Normalize` of what is not, `"+m.kind+"`", Aim{Figure: m.aim}, func(*Setting) []Runner {
			list := abnormal(m.kind)
			return []Runner{
				Each("Normalize", parsed(list), func(i iri.IRI) bool { return !i.Normalize(iri.RungScheme).IsZero() }),
				Each("purell", list, func(s string) bool {
					_, err := purell.NormalizeURLString(s, purell.FlagsSafe)
					return err == nil
				}),
				Each("whatwg-url", list, func(s string) bool {
					u, err := whatwg.Parse(s)
					return err == nil && u.Href(false) != ""
				}),
			}
		})
	}
	for _, m := range []kindAim{{corpus.ASCII, 41}, {corpus.Intl, 312}} {
		add("`IRI.URI`, `"+m.kind+"`", Aim{Figure: m.aim}, func(*Setting) []Runner {
			return []Runner{Each("IRI.URI", parsed(texts(m.kind)),
				func(i iri.IRI) bool { _, err := i.URI(); return err == nil })}
		})
		add("`URI.IRI`, `"+m.kind+"`", Aim{Figure: m.aim}, func(*Setting) []Runner {
			return []Runner{Each("URI.IRI", uris(m.kind), func(u iri.URI) bool { return !u.IRI().IsZero() })}
		})
		add("`FromURL`, `"+m.kind+"`", Aim{2, "URL.String"}, func(*Setting) []Runner {
			list := made(texts(m.kind), url.Parse)
			return []Runner{
				Each("FromURL", list, func(u *url.URL) bool { _, err := iri.FromURL(u); return err == nil }),
				Each("URL.String", list, func(u *url.URL) bool { return u.String() != "" }),
			}
		})
		add("`URI.URL`, `"+m.kind+"`", Aim{1, NetURL}, func(*Setting) []Runner {
			list := uris(m.kind)
			return []Runner{
				Each("URI.URL", list, func(u iri.URI) bool { _, err := u.URL(); return err == nil }),
				Each(NetURL, list, func(u iri.URI) bool { _, err := url.Parse(u.String()); return err == nil }),
			}
		})
	}
	add("a rejection by `Parse`", Aim{Figure: 150}, func(*Setting) []Runner {
		return []Runner{Each("Parse", slices.DeleteFunc(texts(corpus.Faulty), iri.Valid), parses)}
	})
	add("all rules with `Lint`, `hard`", Aim{Figure: 5000}, func(*Setting) []Runner {
		return []Runner{Each("Lint", texts(corpus.Hard), func(s string) bool { return linted.Validate(s).Conforms() })}
	})
	add("each of 282 findings of one string", Aim{Figure: 400}, func(*Setting) []Runner {
		r := Each("findings", []string{"http://example.org/" + strings.Repeat("a b", 282)}, func(s string) bool {
			report := iri.Check(s, iri.WithMaxFindings(0))
			return len(report.Findings()) == 282
		})
		ns := r.Figure
		r.Figure = func() float64 { return ns() / 282 }
		return []Runner{r}
	})
	add("a text in JSON, `intl`", Aim{1.1, "without Base64"}, func(*Setting) []Runner {
		list, buf := texts(corpus.Intl), make([]byte, 0, 1<<16)
		return []Runner{
			Each("AppendText", list, func(s string) bool { return len(jsonw.AppendText(buf, "input", s)) > 0 }),
			Each("without Base64", list, func(s string) bool { return len(jsonw.AppendString(buf, s)) > 0 }),
		}
	})
	return rows
}
