//lint:file-ignore SA1019 the names that both commits have are the old ones

// Command driver makes the calls of one name with each string of a file, and prints the answers, a line for each.
// make same builds it with the library of a commit and with that of now, and compares what the two print. The strings
// end with NUL. It calls the public API alone: now.go has what is called as it is now, and before.go, with the tag
// before, as it was.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"log"
	"net/url"
	"os"
	"strings"

	"github.com/rfc3987/iri"
)

// An answer is what the calls say of one string.
type answer struct {
	bytes.Buffer
	other iri.IRI // the one before, to compare with
}

func (a *answer) say(values ...any) { fmt.Fprintln(a, values...) }

func main() {
	log.SetFlags(0)
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal("driver: ", err)
	}
	call := map[string]func(a *answer, s string){
		"report": (*answer).report, "parse": (*answer).parse, "convert": (*answer).convert, "edit": (*answer).edit,
	}[os.Args[1]]
	out := bufio.NewWriter(os.Stdout)
	var a answer
	for s := range strings.SplitSeq(string(text), "\x00") {
		a.Reset()
		call(&a, s)
		fmt.Fprintf(out, "%q: %q\n", s, a.Bytes())
	}
	if err := out.Flush(); err != nil {
		log.Fatal("driver: ", err)
	}
}

// report asks for reports by every spec, one of a policy, and all that a report can say.
func (a *answer) report(s string) {
	policy := iri.Policy{
		Schemes:   []string{"http", "https", "mailto"},
		Severity:  map[iri.Code]iri.Severity{iri.CodePort: iri.SeverityWarning, iri.CodeHostIPv4Like: iri.SeverityOff},
		MaxLength: 200,
		Checks: []func(iri.Ref) []iri.Finding{func(r iri.Ref) []iri.Finding {
			return []iri.Finding{{Code: "path", End: len(r.Path()), Message: "there is a path"}}
		}},
	}
	a.say(string(policy.Check(s).AppendJSON(nil)))
	for _, spec := range iri.Specs() {
		a.say(string(check(spec.Top(), s).AppendJSON(nil)))
		r := check(spec.Reference(), s, withLint(), withSuspicious(), withGuess(), iri.WithMaxFindings(0))
		text := r.AppendJSON(nil)
		var again iri.Report
		a.say(string(text), again.UnmarshalJSON(text), bytes.Equal(again.AppendJSON(nil), text))
		if spec != iri.RFC3987 {
			continue
		}
		a.say(r, r.Conforms(), r.Grammatical(), r.More(), r.Err(), r.LogValue())
		var codes []iri.Code
		for _, f := range r.Findings() {
			a.say(r.Position(f.Start))
			message, hint := f.Translate(func(reason string) string { return "" })
			a.say(f.Error(), message == f.Message, hint == f.Hint)
			codes = append(codes, f.Code)
		}
		a.say(r.Fixed())
		a.say(r.FixedPart(codes...))
		a.say(r.Fixed(codes...))
	}
}

// parse asks each function that parses, a reference for its parts, every rule of every spec whether it matches,
// validators whether a string is clean, and for the parse trees of strings that are not long.
func (a *answer) parse(s string) {
	a.say(iri.Parse(s))
	a.say(iri.ParseAbsolute(s))
	a.say(iri.ParseURI(s))
	a.say(iri.ParseURIRef(s))
	r, err := iri.ParseRef(s)
	a.say(r, err, r.Path(), r.Redacted(), r.LogValue(), iri.Valid(s), iri.ValidRef(s))
	a.say(r.Scheme())
	a.say(r.Authority())
	a.say(r.Userinfo())
	a.say(r.Port())
	a.say(r.PortNumber())
	a.say(r.Query())
	a.say(r.Fragment())
	host, ok := r.Host()
	a.say(host, ok, host.Kind(), host.Fold())
	a.say(host.Addr())
	for _, spec := range iri.Specs() {
		for r := range spec.Rules() {
			a.say(r.Valid(s))
		}
		a.say(clean(spec.Top().Validator(), s), clean(spec.Reference().Validator(withLint()), s))
		if len(s) < 20 || len(s) < 60 && spec == iri.RFC3987 {
			n, err := spec.Reference().Tree(s)
			a.say(spec, err)
			for depth, n := range n.All() {
				a.say(depth, n.Name(), n.Start(), n.End())
			}
		}
	}
}

func (a *answer) convert(s string) {
	for _, name := range iri.HostMappings() {
		var m iri.HostMapping
		_ = m.UnmarshalText([]byte(name))
		a.say(iri.ToURI(s, iri.WithHostMapping(m)))
	}
	a.say(iri.ToURI(s, withLenient()))
	for _, spec := range iri.Specs() {
		a.say(iri.ToIRI(s, iri.WithSpec(spec)))
	}
	a.say(iri.ToIRI(s, withDisplay()))
	a.say(fromLEIRI(s))
	a.say(iri.Prepare(s))
	a.say(iri.Prepare(s, withPercentEncoding(), withEntities(), withFoldWidth(),
		iri.WithSpaces(iri.EncodeSpaces), iri.WithBackslash(iri.EncodeBackslash)))
	a.say(iri.Prepare(s, iri.WithBackslash(iri.SlashBackslash), iri.WithSpaces(iri.RemoveSpaces), iri.WithHostMapping(iri.HostUTS46)))
	a.say(iri.Prepare(s, iri.WithHostMapping(iri.HostIDNA), iri.WithRule(iri.RFC3986.Reference())))
	a.say(encode(s))
	a.say(decode(s))
	a.say(iri.EscapeData(s), escapeLEIRI(s))
	for _, name := range []string{"iuserinfo", "ireg-name", "isegment", "isegment-nz-nc", "iquery", "ifragment"} {
		a.say(encodeComponent(s, name))
	}
	if i, err := iri.Parse(s); err == nil {
		u, err := i.URI()
		a.say(u, err, u.IRI(), u.AsIRI(), u.Redacted())
		a.say(i.URL())
	}
	if u, err := url.Parse(s); err == nil { // what net/url says of it is not ours
		a.say(iri.FromURL(u))
	}
}

// edit builds references, edits them, makes them normal and resolves them, and compares with the IRI before.
func (a *answer) edit(s string) {
	a.say(iri.Builder{}.Scheme("http").Userinfo(s).Host(s).Path("/" + s).Query(s).Fragment(s).IRI())
	r, err := iri.ParseRef(s)
	if err != nil {
		return
	}
	a.say(r.Builder().Host("é.example").Ref())
	a.say(r.Builder().Path("//a b").Ref())
	a.say(r.Builder().NoAuthority().Ref())
	a.say(r.Builder().Ref())
	a.say(r.WithoutFragment(), r.WithoutPort(), r.WithoutQuery(), r.WithoutUserinfo())
	for _, rung := range iri.Rungs() {
		a.say(r.Normalize(rung), r.IsNormal(rung), r.Key(rung))
	}
	for _, spec := range iri.Specs() {
		a.say(r.Normalize(iri.RungProtocol, iri.WithSpec(spec), withNFC(), iri.WithHostMapping(iri.HostIDNA)))
	}
	for _, text := range []string{"http://a/b/c/d;p?q", "http://h", "urn:a:b", "é:/a/../b"} {
		base := iri.MustParse(text)
		a.say(base.Resolve(r), base.ResolveNonStrict(r))
		a.say(base.Relativize(base.Resolve(r)))
	}
	i, err := iri.Parse(s)
	if err != nil {
		return
	}
	for _, o := range []iri.IRI{a.other, i.Normalize(iri.RungProtocol), i.Normalize(iri.RungPercent)} {
		h, _ := i.Host()
		g, _ := o.Host()
		a.say(i.Compare(o), h.Equal(g))
		a.say(o.Relativize(i))
		for _, rung := range iri.Rungs() {
			a.say(iri.Equivalent(i, o, rung))
		}
	}
	a.other = i
}
