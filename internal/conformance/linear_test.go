package conformance_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/legacy"
)

// linear are the functions and options of the package that read a text, in groups. TestLinear calls each with long
// texts.
var linear = []struct {
	name string
	call func(s string)
}{
	{"Valid", func(s string) { iri.Valid(s); iri.ValidRef(s); iri.RFC3986.Top().Valid(s) }},
	{"Parse", func(s string) {
		iri.Parse(s)
		iri.ParseAbsolute(s)
		iri.ParseURI(s)
		iri.ParseURIRef(s)
		iri.LEIRI.Top().Parse(s)
		iri.RFC3987.ParseBase(s)
	}},
	{"Parse, findings", func(s string) {
		if _, err := iri.Parse(s); err != nil {
			_ = err.(*iri.ParseError).Findings()
			_ = err.Error()
		}
	}},
	{"Check", func(s string) { readReport(iri.Check(s)) }},
	{"Check, all options", func(s string) {
		readReport(iri.Check(s, iri.WithLint(), iri.WithSuspicious(), iri.WithGuess(),
			iri.WithSeverity(iri.CodeBidiComponent, iri.SeverityError), iri.WithMaxFindings(0)))
	}},
	{"Check, GrammarOnly", func(s string) { readReport(iri.Check(s, iri.WithGrammarOnly(), iri.WithMaxFindings(0))) }},
	{"Validate", func(s string) { readReport(iri.LEIRI.Reference().Check(s, iri.WithLint(), iri.WithMaxFindings(0))) }},
	{"Policy", func(s string) {
		segments := func(r iri.Ref) []iri.Finding { r.Segments()(func(string) bool { return true }); return nil }
		p := iri.Policy{
			Schemes: []string{"http", "x"}, Options: []iri.CheckOption{iri.WithLint()}, MaxLength: 1 << 30,
			Checks: []func(iri.Ref) []iri.Finding{segments},
		}
		readReport(p.Check(s))
		own, err := iri.WithSchemes(iri.Scheme{Name: s}, iri.Scheme{Name: "x", Port: 1, Domains: true})
		if i, bad := iri.Parse(s); err == nil && bad == nil {
			readReport(iri.Check(s, own))
			i.Normalize(iri.RungProtocol, own).EffectivePort(own)
		}
	}},
	{"Validator", func(s string) {
		v := iri.RFC3987.Reference().Validator(iri.WithLint())
		v.Check(s).Clean()
		line := strings.ReplaceAll(s, "\n", " ") // many lines take what many lines need
		v.Lines([]byte(line+"\n"+line), func(int, int) bool { return true })
		readReport(v.Check(s))
	}},
	{"Tree", func(s string) {
		if n, err := iri.RFC3987.Reference().Tree(s); err == nil {
			for range n.All() {
			}
			_ = n.Find("no such rule")
		}
	}},
	{"Coverage", func(s string) { new(grammars.Coverage).Add(iri.RFC3987.Top(), s) }},
	{"ToURI", func(s string) {
		for _, host := range hostMappings {
			iri.ToURI(s, iri.WithHostMapping(host), iri.WithLenient(), iri.WithRule(iri.LEIRI.Reference()))
		}
		iri.AppendURI(nil, s)
	}},
	{"ToIRI", func(s string) {
		iri.ToIRI(s, iri.WithDisplay())
		iri.ToIRI(s, iri.WithSpec(iri.RFC3987bis))
		iri.AppendIRI(nil, s)
	}},
	{"FromLEIRI", func(s string) {
		legacy.FromLEIRI(s)
		legacy.AppendFromLEIRI(nil, s)
		legacy.EscapeLEIRI(s)
	}},
	{"Encode", func(s string) {
		legacy.Encode(s)
		legacy.Decode(s)
		iri.EscapeData(s)
		for c := range iri.ComponentFragment + 1 {
			iri.EncodeComponent(s, c)
		}
	}},
	{"Prepare", func(s string) {
		for _, spaces := range []iri.Spaces{iri.KeepSpaces, iri.SplitSpaces, iri.RemoveSpaces, iri.EncodeSpaces} {
			iri.Prepare(s, iri.WithSpaces(spaces), iri.WithFoldWidth(), iri.WithEntities(),
				iri.WithBackslash(iri.SlashBackslash),
				iri.WithHostMapping(iri.HostUTS46), iri.WithPercentEncoding(), iri.WithRule(iri.LEIRI.Reference()))
		}
		iri.Prepare(s)
		for _, p := range iri.PrepareList(s, iri.WithSpaces(iri.SplitSpaces))[:1] {
			_ = p.Err
		}
	}},
	{"Normalize", func(s string) {
		r, _ := iri.ParseRef(s)
		for _, rung := range iri.Rungs() {
			r.Normalize(rung)
		}
	}},
	{"Normalize, NFC", func(s string) { r, _ := iri.ParseRef(s); r.Normalize(iri.RungProtocol, iri.WithNFC()) }},
	{"Normalize, other options", func(s string) {
		r, _ := iri.ParseRef(s)
		r.Normalize(iri.RungProtocol, iri.WithSpec(iri.RFC3986), iri.WithHostMapping(iri.HostUTS46))
		r.AppendNormal(nil, iri.RungScheme, iri.WithSpec(iri.LEIRI), iri.WithHostMapping(iri.HostIDNA))
		r.Key(iri.RungHost, iri.WithIgnoreFragment(), iri.WithURNEquivalence())
	}},
	{"Key", func(s string) {
		r, _ := iri.ParseRef(s)
		r.Key(iri.RungProtocol, iri.WithIgnoreFragment(), iri.WithURNEquivalence(), iri.WithHostMapping(iri.HostUTS46))
		r.IsNormal(iri.RungProtocol)
	}},
	{"Compare", func(s string) {
		a, _ := iri.ParseRef(s)
		b, _ := a.Builder().Fragment("other").Ref()
		iri.Diff(a, b, iri.RungProtocol, iri.WithHostMapping(iri.HostUTS46))
		i, _ := iri.Parse(s)
		j, _ := i.Builder().Query("other").IRI()
		iri.Equivalent(i, j, iri.RungProtocol)
		i.Compare(j)
	}},
	{"Resolve", func(s string) {
		i, _ := iri.Parse(s)
		r, _ := iri.ParseRef(s)
		base := iri.MustParse("http://h/" + strings.Repeat("a/", len(s)/2))
		base.Resolve(r)
		i.Resolve(iri.MustParseRef("../a"))
		i.ResolveNonStrict(r)
		base.Relativize(i)
		i.Relativize(base)
	}},
	{"conversions of values", func(s string) {
		i, _ := iri.Parse(s)
		i.URI(iri.WithHostMapping(iri.HostUTS46))
		u, _ := iri.ParseURI(s)
		u.IRI(iri.WithDisplay())
		if v, err := u.URL(); err == nil {
			iri.FromURL(v)
		}
		i.URL()
	}},
	{"Host", func(s string) {
		r, _ := iri.ParseRef(s)
		h, _ := r.Host()
		h.Fold()
		h.Lookup()
		h.Addr()
		h.Equal(iri.Host{})
		iri.ParseHost(s)
	}},
	{"Builder", func(s string) {
		r, _ := iri.ParseRef(s)
		b := r.Builder().Scheme("x").Host(s).Path("/" + s).Query(s).Fragment(s).Userinfo(s)
		b.Ref()
		b.IRI()
		b.QueryPairs(r.QueryPairs()).Ref()
		b.Port(s).Ref()
		b.Scheme(s).Ref()
		b.Segments(strings.SplitAfter(s, "/")...).Ref()
		r.WithoutQuery()
		r.WithoutUserinfo()
		r.WithoutPort()
		r.WithoutFragment()
		b.NoAuthority().NoFragment().NoPort().NoQuery().NoScheme().NoUserinfo().Ref()
	}},
	{"parts", func(s string) {
		i, _ := iri.Parse(s)
		i.UserPassword()
		for range i.Segments() {
		}
		for range i.QueryPairs() {
		}
		i.JoinPath(s, s)
		i.JoinSegments(s, s)
		i.DialTarget()
		i.Span(iri.ComponentQuery)
		i.EffectivePort()
		i.Origin()
		i.URN()
		i.Data()
		if _, fields, ok := i.Mailto(); ok {
			for range fields {
			}
		}
		iri.UnescapeData(s)
		iri.ValidBytes([]byte(s))
		iri.ParseBytes([]byte(s))
	}},
	{"the rest", func(s string) {
		r, _ := iri.ParseRef(s)
		_ = r.Redacted()
		r.IsScheme(s)
		r.PortNumber()
		r.MarshalText()
		_ = r.GoString()
		var i iri.IRI
		i.Scan(s)
		iri.ParseCode(s)
		iri.LookupCode(iri.Code(s))
		iri.SpecByName(s)
		new(iri.Rung).UnmarshalText([]byte(s))
		new(iri.HostMapping).UnmarshalText([]byte(s))
	}},
}

var hostMappings = []iri.HostMapping{iri.HostPercent, iri.HostIDNA, iri.HostUTS46}

// readReport asks for all that a report says.
func readReport(r iri.Report) {
	findings := r.Findings()
	r.Fixed()
	r.Fixed(iri.CodeNotNFC)
	r.FixedPart()
	r.AppendJSON(nil)
	_ = r.String()
	if len(findings) > 0 {
		r.Position(findings[len(findings)-1].Start)
		findings[0].Translate(func(string) string { return "" })
	}
}

// TestLinear counts what each function and option of the package allocates for 4 KB and for 64 KB of texts that are
// hard to read, and in the long form for 1,024 KB: in quadratic time that would not end. A text 16 times as long may
// allocate 64 times as much, as some work has a limit that only the longer text reaches; in a quadratic way it is 256
// times.
func TestLinear(t *testing.T) {
	places := []string{"%s", "http://%s/", "x://h/%s", "x:?%s", "x:#%s", "x://%s@h/", "x:%s", "data:,%s", "mailto:%s",
		"urn:a:%s", "did:a:%s"}
	units := []string{
		"/..", "/", "%C3%A9", "e%CC%81", "e\u0301", "\u0344", "=\u0338", "\u202e", "\u05d0(1)", "a.", "xn--a.", "&a=b",
		":", "@", "[", "%", "\\", " ",
		"&#65;", "\xff", "\u0430a", "1.", "\u00e9\u200d", "\U0001d15e\ufe0f", "\uff21", ",", "\n", "%FF", "%41", "?",
		"#", "//", "%2e", "http:", "\u3002",
	}
	for n, l := range linear {
		l.call("http://" + strings.Repeat("\n", 64<<10)) // what is made once
		for m, unit := range units {
			if (n+m)%testkit.Size(8, 2, 1) != 0 {
				continue
			}
			for _, place := range places[(n*7+m)%len(places):][:1] {
				text := func(n int) string {
					return fmt.Sprintf(strings.ReplaceAll(place, "%s", "%[1]s"), strings.Repeat(unit, n/len(unit)))
				}
				allocated := func(n int) uint64 {
					s := text(n)
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					l.call(s)
					runtime.ReadMemStats(&after)
					return after.TotalAlloc - before.TotalAlloc
				}
				if one, many := allocated(4<<10), allocated(64<<10); many > 64*one+1<<20 {
					t.Errorf("%s: %q in %s: 4 KB allocate %d KB, 64 KB %d KB", l.name, unit, place, one>>10, many>>10)
				}
				if testkit.Long() {
					l.call(text(1 << 20))
				}
			}
		}
	}
}

// TestLinearIsComplete holds the list of TestLinear to the package: it names every function, method and option that
// could read a text.
func TestLinearIsComplete(t *testing.T) {
	// Those that say what a value has, that only call others which are in the list, or that do not get a text.
	except := regexp.MustCompile(`^(Must.*|Un?marshal.*|Marshal.*|Append(Text|Binary|JSONFunc)|Format|LogValue|Is|As|` +
		`Unwrap|Err|Error|String|Name|Title|Value|` +
		`Conforms|Grammatical|Input|Rule|Rules|More|Section|ABNF|Uses|UsedBy|Examples|Refused|TopName|` +
		`Source|Specs?|Start|End|` +
		`Children|Kind|IsZero|Authority|AsIRI|AsRef|ReadSpec|InspectGrammar|HostMappings|Codes|Reasons|` +
		`Reset|Inputs|WholeReference|Tree|` +
		`Scheme|Userinfo|Port|Text|Ref|Items|PublicError)$`)
	names := func(file string) (called, declared []string) {
		tree, err := parser.ParseFile(gotoken.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				called = append(called, n.Sel.Name)
			case *ast.FuncDecl:
				if n.Name.IsExported() {
					declared = append(declared, n.Name.Name)
				}
			}
			return true
		})
		return called, declared
	}
	called, _ := names("linear_test.go")
	files, _ := filepath.Glob("../../*.go")
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_gen.go") {
			continue
		}
		_, declared := names(file)
		for _, name := range declared {
			if !slices.Contains(called, name) && !except.MatchString(name) {
				t.Errorf("%s: %s is not in the list of TestLinear", file, name)
			}
		}
	}
}

// TestLadderIsLinear normalizes strings of up to 1 MB that are hard to normalize. In quadratic
// time, make test WHAT=long would not end.
func TestLadderIsLinear(t *testing.T) {
	n := testkit.Size(1<<14, 1<<15, 1<<20)
	long := func(unit string) string { return strings.Repeat(unit, n/len(unit)) }
	for _, tt := range []struct{ name, path string }{
		{"dots", long("/..")},
		{"segments and dots", long("/a") + long("/..")},
		{"empty segments", long("/")},
		{"percent-encodings", long("/%C3%A9")},
		{"marks after percent-encodings", "/%2C" + long("\u030a")},
		{"marks after delimiters", long("/=\u0338")},
		{"bidi formatting", long("/\u202e")},
		{"right-to-left", long("/\u05d0(1)")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.path)
			a, b := iri.MustParse("x://h"+tt.path+"/a"), iri.MustParse("x://h"+tt.path+"/b")
			b.Normalize(iri.RungProtocol, iri.WithNFC())
			if c := iri.Diff(a.Ref(), b.Ref(), iri.RungProtocol); c.Equal {
				t.Errorf("got %+v", c)
			}
			a.Resolve(iri.MustParseRef(tt.path[1:] + "/../c"))
			a.Relativize(b)
			normalize.Deviations(component.SplitTrusted(a.String()), &normalize.Options{Spec: spec.RFC3987}, func(normalize.Deviation) {})
			if i, err := a.Builder().Path(a.Path()).IRI(); err != nil ||
				i.Normalize(iri.RungPercent) != a.Normalize(iri.RungPercent) {
				t.Errorf("built again: %v", err)
			}
		})
	}
}
