package conformance_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/legacy"
)

// reasonRows are texts with faults that the examples of the codes and the golden files do not have.
var reasonRows = []string{
	"urn:issn:a", "http://xn--xn---epa/", "http://a_b.é/", "http://a..é/", "", " ", "a/b", "2a", "http://h:+1/",
	"http://h:1:2/", "http:// h/", "http://a^|@h/", "http://h/a\tb", "http://h/a\nb", "http://h/|http://g/",
	"@prefix a: <b>", "\uFEFFhttp://h/", "http://a\u3000b/", "http://αー.example/", "http://[v1.a]/",
	"http://ẞ.example/", "http://h/-א-1", "http://h/1א1",
	"http://a%FF.example/", "http://" + strings.Repeat("é.", 70000) + "/", "http://" + strings.Repeat("é.", 100) + "/",
	"http://" + strings.Repeat("a", 64) + ".é/",
	"http://xn--a-/", "http://xn--BCHER-KVA-/", "http://xn--e-xbb/", "http://e\u0301/", "http://\u0301a/",
	"http://\u0378a/", "http://a\u20D0b/", "http://\u0640a/",
	"http://\u1100a/", "http://é-/", "http://a\u200Cé/", "http://a\u200Dé/", "http://\u0375a/", "http://\u05F3a/",
	"http://a\u30FBé/",
	"http://א\u0660\u06F0/", "http://א\u06F0\u0660/", "http://א-/", "http://א1\u0660/", "http://א.éא/", "http://א.é+/",
	"http://א.é!/", "http://xn--a-ecp.א/",
	"http://a\uFF0Fé/", "http://\u2100é\u2603/", "http://\u00AD/", "http://" + strings.Repeat("a.", 600) + "/",
	"http://" + strings.Repeat("é.", 300) + "/", "http://\U0001FFFF0/", "http://\u2FF0/",
	"data:text/plain;a,b", "data:text/plain;a=b%2F/,c", "data:;base64,QQQQQ", "data:;base64,A", `mailto:%22a@h`,
	"mailto:a@", "mailto:a/b@h", "mailto:a@h?subject=a/b",
	"did:", "did::a", "urn:", "urn::a", "urn:a_b:c", "urn:example:/a", "urn:example:a?+/b", "urn:example:a?=", "1.",
	"http://xn--z09b/", "http://h/|x|http://g/", "http://[::1]:8:9/", "http://É\u2603/",
	"urn:uuid:%7Bf81d4fae-7dec-11d0-a765-00a0c91e6bf6%7D",
	"https://h/" + strings.Repeat("a", 2000), "http://fe80::1%25en0/", "http://%5B::1%5D/",
	"http://h/\xed\xa0\x81\xed\xb0\x96", "x://h/", "a.opf#epubcfi(/6/4[a]!/4)",
}

// unreached are reasons of faults that no text has, because other checks find them first.
var unreached = []string{
	"rule.budget",         // no rule of the built-in specs refers to itself
	"rule.short",          // of the built-in specs, no component can end too soon
	"host-idna.punycode",  // every label of at most 63 characters can be written in Punycode
	"host-idna.not-utf-8", // host-idna.utf-8 is about the whole host
	"hint.no-file",        // it needs a word of a command line: cmd/iri/testdata/script/fixreasons.txtar has it
	// what a prefix stands for has them: cmd/iri/testdata/script/namespaces.txtar
	"suspicious-namespace.end", "hint.namespace-end", "hint.namespace-known",
	"hint.whole",         // it needs a file: cmd/iri/testdata/script/names.txtar has it
	"hint.string-escape", // it needs a file: cmd/iri/testdata/script/names.txtar has it
	// they need a file that people write by hand, or a table: notation.txtar and tables.txtar have them
	"hint.notation", "hint.pattern", "hint.version", "hint.link-in-link", "hint.two-here", "hint.split",
	"hint.cfi-others",      // it needs a file: cmd/iri/testdata/script/links.txtar has it
	"hint.after-fix",       // iri fix says it: cmd/iri/testdata/script/fixreasons.txtar
	"host-idna.no-context", // all characters with contextual rules have one
}

// findingsAbout returns the findings of all checks and conversions of a text.
func findingsAbout(t *testing.T, s string) (all []iri.Finding) {
	for _, err := range errorsAbout(s) {
		var holder interface{ Findings() []iri.Finding }
		if errors.As(err, &holder) {
			all = append(all, holder.Findings()...)
		}
	}
	add := func(err error) {
		var e *iri.ConvertError
		if errors.As(err, &e) {
			all = append(all, e.Findings()...)
		}
	}
	for _, spec := range iri.Specs() {
		for rule := range spec.Rules() {
			if name := rule.Name(); rule == spec.Top() || rule == spec.Reference() ||
				strings.HasPrefix(name, "absolute-") || name == "irelative-ref" || name == "relative-ref" ||
				name == "port" || name == "IPv4address" {
				all = append(all, rule.Check(s, iri.WithLint(), iri.WithSuspicious(), iri.WithGuess(),
					iri.WithSeverity(iri.CodeBidiComponent, iri.SeverityError),
					iri.WithSeverity(iri.CodePathEmpty, iri.SeverityError),
					iri.WithSeverity(iri.CodeControl, iri.SeverityError)).Findings()...)
			}
		}
	}
	latin1, err := charset.Parse("iso-8859-2")
	if err != nil {
		t.Fatal(err)
	}
	_, err = iri.ToURI(s, charset.WithQuery(latin1))
	add(err)
	_, err = iri.ToIRI(s, iri.WithSpec(iri.RFC3987bis))
	add(err)
	_, err = iri.Prepare(s, iri.WithSpaces(iri.SplitSpaces), iri.WithEntities())
	add(err)
	if r, err := iri.ParseRef(s); err == nil {
		h, _ := r.Host()
		_, _, err = h.Lookup()
		add(err)
		if i, ok := r.IRI(); ok {
			_, _, err = i.DialTarget()
			add(err)
		}
	}
	_, err = latin1.DecodeText(s)
	add(err)
	utf16, err := charset.Parse("utf-16le")
	if err != nil {
		t.Fatal(err)
	}
	_, err = legacy.Encode(s, charset.WithOctets(utf16))
	add(err)
	all = append(all, iri.Rule{}.Check(s).Findings()...)
	p := iri.Policy{Schemes: []string{"https", "mailto"}, MaxLength: 2000,
		Severity: map[iri.Code]iri.Severity{iri.CodeMaxLength: iri.SeverityWarning}}
	all = append(all, p.Check(s).Findings()...)
	// One with a rule that finds no scheme.
	p.Rule = componentRule(component.PathRootless)
	return append(all, p.Check(s).Findings()...)
}

// TestOwnWords holds that no internal package of the library makes a finding with words of its own: only the root
// package does, of findings that come from a program or from JSON. What work says of files, and of records that cannot
// be read, has no reason.
func TestOwnWords(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "../verdict/message/") {
			return err
		}
		seen++
		if strings.HasPrefix(path, "../work/") || strings.HasPrefix(path, "../host/") {
			return nil
		}
		text, err := os.ReadFile(path)
		if regexp.MustCompile(`reason\.Own\b`).Match(text) {
			t.Errorf("%s makes a finding with words of its own", path)
		}
		return err
	})
	if err != nil || seen < 100 {
		t.Error(seen, "files", err)
	}
}

// TestReasons holds that every message and hint is made of the templates that Reasons yields and of the
// values in Params, which have no words, and that there is a text for each of the templates.
func TestReasons(t *testing.T) {
	testkit.StatesRFC(t)
	templates := maps.Collect(iri.Reasons())
	texts := slices.Concat(reasonRows, withPassword()[:20])
	texts = append(texts, "http://0.0.0.0:2379,http://0.0.0.0:4001")
	for _, info := range iri.Codes() {
		texts = append(texts, info.Bad...)
		texts = append(texts, info.Good...)
	}
	files, err := filepath.Glob("../../cmd/iri/testdata/golden/*.in")
	if err != nil || len(files) < 5 {
		t.Fatal(err, files)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, strings.Split(string(b), "\n")...)
	}
	words := regexp.MustCompile(`not UTF-8|the end|the byte|several|others`)
	produced := make(map[string]bool)
	for _, s := range texts {
		for _, f := range findingsAbout(t, s) {
			reasons := append([]string{f.Reason}, f.HintReasons...)
			for _, r := range reasons {
				if produced[r] = true; templates[r] == "" {
					t.Errorf("%+q: %s: the reason %q of %q is not in the table", s, f.Code, r, f.Message)
				}
			}
			message, hint := f.Translate(func(reason string) string { return templates[reason] })
			if message != f.Message || hint != f.Hint || message == "" {
				t.Errorf("%+q: %v of %v is %q; %q, and the finding says %q; %q", s, reasons, f.Params, message, hint, f.Message, f.Hint)
			}
			for name, value := range f.Params {
				if value == "" || words.MatchString(value) {
					t.Errorf("%+q: %v: the value of %s is %q", s, reasons, name, value)
				}
				used := func(r string) bool {
					return strings.Contains(templates[r], "{"+name+"}") || strings.Contains(templates[r], "{"+name+":")
				}
				if !slices.ContainsFunc(reasons, used) {
					t.Errorf("%+q: %v: no template has %s", s, reasons, name)
				}
			}
		}
	}
	// A text that is too long for a fix is quoted in no message.
	for _, f := range iri.Check("http://h/"+strings.Repeat("%41", 1500000),
		iri.WithSeverity(iri.CodePctUnreserved, iri.SeverityWarning)).Findings() {
		produced[f.Reason], produced[f.HintReasons[0]] = true, true
	}
	for _, f := range ruleOf(t, "URI", "; changes: rfc3986\npct-encoded = \"%\" HEXDIG %x31-39\npath-absolute = "+
		"\"/\" segment-nz").Check("http://h/%41%40").Findings() {
		produced[f.Reason] = true
	}
	literals := ruleOf(t, "IRI", "; changes: rfc3987\nscheme = %s\"http\" / \"ftp\"\nifragment = *%x61-7A")
	for _, text := range []string{"HTTP:", "gopher:", "http:#aB"} {
		for _, f := range literals.Check(text).Findings() {
			produced[f.Reason] = true
			for _, hint := range f.HintReasons {
				produced[hint] = true
			}
		}
	}
	_, err = iri.ToURI("1:a", iri.WithRule(ruleOf(t, "IRI-reference", "; changes: rfc3987\nscheme = 1*DIGIT")))
	_, short := iri.ToIRI("http://h:/", iri.WithSpec(ruleOf(t, "IRI-reference", "; changes: rfc3987\nport = 1*DIGIT").Spec()))
	for _, err := range []error{err, short} {
		if list, ok := errors.AsType[*iri.ConvertError](err); ok {
			produced[list.Findings()[0].Reason], produced[list.Findings()[0].HintReasons[0]] = true, true
		}
	}
	for _, f := range ruleOf(t, "UTF8-octets", rfc3629).Check("\xff").Findings() {
		produced[f.Reason] = true
	}
	for name := range iri.Reasons() {
		if unicode.Version != "15.0.0" && (name == "host-uts46.disallowed" || name == "host-lookup.versions") {
			// with the tables of Go 1.27, x/net/idna does not say which rune it is, and versions agree about U+1E9E
			continue
		}
		if slices.Contains(unreached, name) == produced[name] {
			t.Errorf("the reason %s: some text has it: %t", name, produced[name])
		}
	}
}

// TestMessagesQuoted holds that other words for a message change few files: those that tests and the
// outputs that they expect quote it in. Documents, examples and the modules beside this one are
// for readers, and are not counted.
func TestMessagesQuoted(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	texts := make(map[string]string)
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "..")+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if slices.Contains([]string{".git", "bench", "beam", "bin", "conformance", "docs", "examples", "npm", "vet",
				"web"}, name) || d.Name() == "fuzz" {
				return fs.SkipDir
			}
			return nil
		case strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "example_test.go") ||
			strings.HasSuffix(name, ".txtar") || strings.Contains(name, "/testdata/golden/"):
			b, err := os.ReadFile(path)
			texts[name] = string(b)
			return err
		}
		return nil
	})
	if err != nil || len(texts) < 100 {
		t.Fatal(err, len(texts))
	}
	quotes := 0
	for name, template := range iri.Reasons() {
		words := literal(template)
		if len(words) < 14 || strings.HasPrefix(name, "hint.") {
			continue // "is not UTF-8" stands in other sentences, too
		}
		var files []string
		for file, text := range texts {
			if strings.Contains(text, words) || strings.Contains(text, strings.ReplaceAll(words, `"`, `\"`)) {
				files = append(files, file)
			}
		}
		if quotes += len(files); len(files) > 4 {
			slices.Sort(files)
			t.Errorf("%s: %q stands in %d files, want at most 4; compare codes, reasons and places instead:\n%s", name,
				words, len(files), strings.Join(files, "\n"))
		}
	}
	if quotes < 100 {
		t.Errorf("there are %d quotes: are messages still where this test looks?", quotes)
	}
}

// literal returns the longest part of a template that is there whatever the values are.
func literal(template string) (longest string) {
	depth, start := 0, 0
	for i, r := range template + "{" {
		switch {
		case r == '{':
			if part := strings.TrimSpace(template[start:min(i, len(template))]); depth == 0 &&
				len(part) > len(longest) {
				longest = part
			}
			depth++
		case r == '}':
			depth, start = depth-1, i+1
		}
	}
	return longest
}
