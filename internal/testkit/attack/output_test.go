package attack

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostile is text that a terminal, a workflow or a reader's eye would obey: escape sequences
// of both kinds, line ends of all kinds and a workflow command after each, bidi formatting
// characters, characters that are not seen, and a byte that is not UTF-8.
const hostile = "a\x1b[31m\n" +
	"::error::pwn\r::error::pwn\u0085\u009b31m\u061c\u200e\u202e\u2066\u2028::error::pwn\u2029\u200b\ufeff\u00ad\U000e0041\u3164\xff"

// outputs are runs whose output holds the hostile text, as {}, in an argument or in a file.
// Where only standard error is for people, because standard output has results, the line
// begins with "results:".
var outputs = []string{
	"check {}", "check --lint --suspicious {}", "check --rule IRI-reference --spec leiri {}",
	"check --summary-only --summary-by host http://{}/", "check http://{}:{}/{}?{}#{}",
	"parse {}", "parse --rule IRI-reference --spec leiri {}", "parse --components http://{}@{}:{}/{}",
	"parse --guess {}", "explain {}", "explain --rule {}",
	"compare {} {}", "compare http://a/{} http://b/{}", "results: fix {}", "results: to-uri {}",
	"results: to-uri --host idna http://{}/", "results: to-iri {}",
	"results: normalize {}", "results: resolve {} {}", "results: relativize {} {}", "results: prepare {}",
	"results: encode --charset {} x", "results: decode {}",
	"results: from-leiri {}", "{}", "{} --help", "--{}", "help {}",
	"check --rule {} x", "check --spec {} x", "check --severity {}=error x", "check --severity {} x",
	"check --format {} x", "check --color {} x",
	"check --max-findings {} x", "check --jobs {} x", "check --from {} x", "check --charset {} x",
	"check --column {} -f t.csv", "check --field {} -f t.jsonl", "check --base {} x",
	"check -f {}", "check -f {}.txt", "check -f {}.gz", "check -f {}.csv", "check -f {}.docx", "check -f {}dir",
	"check -f dir", "check -f dir -f {}.txt --from lines",
	"check --summary-only -f {}.txt",
	"results: filter -f {}.txt --rejects {}.txt", "results: filter -f {}.txt",
	"results: filter -f {}.txt --reasons json", "results: fix -f {}.txt", "fix --diff -f {}.txt",
	"results: fix -w -f {}.txt",
	"results: to-uri -f {}.txt", "results: to-uri --lenient -f {}.txt", "parse -f {}.txt", "compare -f {}.txt",
	"results: resolve http://a/ -f {}.txt",
	"check -f t.csv", "check -f t.csv --column 3", "check -f t.jsonl", "check -f t.json", "check -f t.nt",
	"check -f t.nq", "check -f t.ttl", "check -f t.rdf", "check -f t.xml", "check -f t.html",
	"check --from text -f t.html", "check --from lines -f t.html", "check --from json -f t.html",
	"check --from turtle -f t.html", "check --from xml -f t.html", "check --from rdfxml -f t.html",
	"check --from csv --column x -f t.html",
	"grammar coverage {}", "grammar coverage --grammar g.abnf {}", "check --grammar g.abnf a:b",
	"check --grammar bad.abnf {}", "check --grammar {}.abnf x", "check --grammar g.abnf --rule {} x",
	"parse --grammar g.abnf {}", "explain --grammar g.abnf x", "explain --grammar g.abnf",
	"explain --grammar bad.abnf {}",
	"grammar {}", "grammar check g.abnf", "grammar check bad.abnf", "grammar check changes.abnf",
	"check --grammar changes.abnf x", "grammar list changes.abnf", "grammar check {}.abnf", "grammar list g.abnf",
	"grammar list {}", "grammar show --grammar g.abnf x", "grammar show --grammar g.abnf {}", "grammar show {}",
	"grammar diff g.abnf bad.abnf", "grammar diff g.abnf h.abnf", "grammar diff {} rfc3987",
	"grammar railroad --grammar g.abnf", "grammar railroad --grammar bad.abnf",
	"grammar railroad --format html --grammar g.abnf", "grammar railroad {}",
	"grammar railroad --broken {} --grammar g.abnf", "grammar railroad -o {}.abnf --grammar {}.abnf",
	"grammar vectors --grammar bad.abnf", "grammar vectors --rule {}", "results: grammar vectors --grammar g.abnf",
	"grammar sample --rule {}", "grammar sample --grammar bad.abnf",
	"grammar extract {}", "grammar extract {}.txt", "results: grammar extract rfc.txt",
	"results: grammar extract rfc.xml",
}

// TestOutput goes over every stream and every format with hostile text.
func TestOutput(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files cannot have such names")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		file(t, dir, name, text)
	}
	line := strings.Map(func(r rune) rune { // in one line
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, hostile)
	write("t.csv", "a,"+line+",\"b\nc"+hostile+"\"\n"+line+","+line+"\nhttp://a/,\"x"+hostile+"\n")
	write("t.jsonl", fmt.Sprintf("%q\n{\"iri\":%q,\"rule\":%q,\"base\":%q}\n{%q:1}\n{\"iri\":{%q:\n", line, line, line, line, line, line))
	write("t.json", "[\""+line+"\", {\"iri\": "+line+"}]")
	write("t.nt", "<http://a/"+line+"> <b> \"c\"@"+line+" .\n"+line+"\n_:"+line+" <a:b> <c"+line+"> .\n")
	write("t.nq", "<http://a/"+line+"> <b> \"c\"^^"+line+" .\n"+line+"\n")
	write("t.ttl", "@prefix "+line+": <"+line+"> .\n"+line+":b a <x"+line+"> .\n@"+line+"\n a"+line+":b c:d "+line+
		" .\n\"\"\""+hostile)
	write("t.rdf", "<?xml version=\"1.0\" encoding=\""+line+"\"?><rdf:RDF xmlns:"+line+"='x'><"+line+":a rdf:about='"+
		line+"'/>")
	write("t.xml", "<!DOCTYPE a [<!ENTITY b '"+hostile+"'>]><a href='&b;' "+line+"='&"+line+";'><"+line+"></b>")
	write("t.html", "<meta charset='"+line+"'><base href='"+hostile+"'><a href='"+hostile+"'><"+line+" href="+line+
		"><img srcset='"+hostile+" 1x, http://"+line+" 2x'>")
	for _, name := range []string{hostile + ".txt", hostile + "dir/" + hostile + ".txt", "dir/" + hostile + ".txt",
		"dir/" + hostile + ".docx", "dir/" + hostile + ".gz", hostile + ".gz", hostile + ".docx", hostile + ".csv"} {
		write(name, "http://a/"+line+"\nhttp://"+line+"@"+line+"/\n"+hostile+"\n")
	}
	text := strings.TrimSuffix(line, "\xff") // a grammar is UTF-8
	write("g.abnf", "; section: S"+text+"\n; title: T"+text+"\n; spec: s"+text+"\nx = y / \"a\" ; "+text+
		"\ny = \"b\" ; "+text+"\nz = 1*3y\n")
	write("h.abnf", "; title: U"+text+"\nx = y / \"c\" ; "+text+"\ny = \"b\"\n")
	write("changes.abnf", "; changes: "+text+"\n; top: "+text+"\ny = <"+text+">\n")
	write("bad.abnf", "; section: "+line+"\nx = "+line+" / \""+line+"\" / %x"+line+" / <"+line+"\n"+line+
		" = x\nx =/ u-n-k\n")
	write(hostile+".abnf", "x = "+line+"\n")
	write("rfc.txt", "RFC 1\n\n   x = \"a\" ; "+line+"\n   y"+line+" = x\n\n"+line+"\n")
	write("rfc.xml", "<rfc><sourcecode type=\"abnf\" name=\""+line+"\">x = "+line+"</sourcecode><"+line+">")
	runs := 0
	for args := range rows(outputs) {
		args, results := strings.CutPrefix(args, "results: ")
		words := strings.Fields(args)
		for i, w := range words {
			words[i] = strings.ReplaceAll(w, "{}", hostile)
		}
		formats := []string{"", "json", "sarif", "github", "junit", "gitlab"}
		for _, format := range formats {
			all := words
			if format != "" {
				if strings.Contains(args, "--format") || words[0] != "check" &&
					(words[0] != "grammar" && format != "json" || strings.HasPrefix(words[0], "-")) {
					continue
				}
				all = append([]string{words[0]}, append([]string{}, words[1:]...)...)
				all = append(all, "--format", format)
			}
			runs++
			r := run(t, dir, "http://a/"+line+"\n", all...)
			t.Run(fmt.Sprintf("%s %s", args, format), func(t *testing.T) {
				safe(t, "standard error", r.err)
				switch {
				case format == "json" || format == "sarif" || format == "gitlab":
					safe(t, "standard output", strings.Map(inJSON, r.out))
				case !results:
					safe(t, "standard output", r.out)
				}
				if format == "sarif" && !strings.Contains(args, "--summary-only") && r.status < 2 &&
					!json.Valid([]byte(r.out)) {
					t.Errorf("this is not SARIF: %.300q", r.out)
				}
			})
		}
	}
	t.Logf("%d runs", runs)
}

// inJSON takes away what JSON need not escape: characters that are not seen, but change
// nothing else.
func inJSON(r rune) rune {
	if strings.ContainsRune("\u00ad\u200b\u200c\u200d\ufeff\U000e0041\u3164", r) {
		return -1
	}
	return r
}

// pwned matches a command of a workflow, at the start of a line, with another title than a code.
var pwned = regexp.MustCompile(`(?m)^::error::`)

// safe checks that text has nothing that a terminal, a workflow or an eye would obey.
func safe(t *testing.T, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s is not UTF-8: %s", what, around(text, strings.IndexFunc(text, func(r rune) bool { return r == utf8.RuneError })))
	}
	if at := strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) ||
			unicode.Is(unicode.Zp, r) || r == '\u3164')
	}); at >= 0 {
		r, _ := utf8.DecodeRuneInString(text[at:])
		t.Errorf("%s has %U: %s", what, r, around(text, at))
	}
	if at := pwned.FindStringIndex(text); at != nil {
		t.Errorf("%s has a workflow command: %s", what, around(text, at[0]))
	}
}

// around quotes the text around an offset.
func around(text string, at int) string {
	at = max(at, 0)
	return fmt.Sprintf("%q", text[max(0, at-60):min(len(text), at+60)])
}
