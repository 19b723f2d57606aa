package export

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/study/vectors"
)

// A patternEngine is a program that runs the patterns of a target.
type patternEngine struct {
	name, target    string
	program, debian string
	takes           func(string) bool // which strings it can be given
	run             func(t *testing.T, output string, strs []string) []bool
	rows            int  // how many rows it takes in a short time
	hostile         bool // it is tested with long strings
}

func patternEngines() []patternEngine {
	any := func(string) bool { return true }
	noNUL := func(s string) bool { return !strings.Contains(s, "\x00") }
	noLow := func(s string) bool { return !strings.ContainsAny(s, "\x00\x01") }
	// "$" of Python also matches before a line end that ends the string.
	noLastLine := func(s string) bool { return !strings.HasSuffix(s, "\n") }
	xmlText := func(s string) bool {
		return !strings.ContainsFunc(s, func(r rune) bool {
			return r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE ||
				r == 0xFFFF
		})
	}
	return []patternEngine{
		{"node, flag u", "regex:ecma", "node", "nodejs", any, nodeRegExp("u"), 60_000, true},
		{"node, flag v", "regex:ecma", "node", "nodejs", any, nodeRegExp("v"), 60_000, false},
		{"node, JSON Schema", "json-schema", "node", "nodejs", any, nodeSchema, 60_000, false},
		{"Go", "regex:re2", "go", "golang", any, goRegexp(func(s string) string { return strings.TrimSuffix(s, "\n") }),
			60_000, false},
		{"Go, JSON Schema", "json-schema", "go", "golang", any, goRegexp(patternOfSchema), 60_000, false},
		{"grep -P", "regex:pcre", "grep", "grep", noNUL, grep, 60_000, true},
		{"Python, JSON Schema", "json-schema", "python3", "python3", noLastLine, pythonRe(patternOfSchema), 60_000,
			true},
		{"PostgreSQL, JSON Schema", "json-schema", "psql", "postgresql", noLow, postgresRe, 60_000, false},
		{"Python, SHACL", "shacl", "python3", "python3", noLastLine, pythonRe(dialectTests()[4].decode), 60_000, false},
		{"xmllint", "regex:xsd", "xmllint", "libxml2-utils", xmlText, xmllint, 6_000, false},
	}
}

// TestPatterns holds that the patterns say the same in each engine as the automaton that made the
// rows.
func TestPatterns(t *testing.T) {
	for _, s := range sources(t) {
		rows := suite(t, s)
		for _, e := range patternEngines() {
			if !demanded() && s.bounds() != nil && e.program != "go" {
				continue // TestHostile has references in the other engines
			}
			t.Run(s.Name+" "+s.Rule.Name+" in "+e.name, func(t *testing.T) {
				need(t, e.program, e.debian)
				output, err := Write(e.target, s)
				if err != nil {
					if usesOutsideXML(s) && strings.Contains(err.Error(), "XML 1.0") {
						return
					}
					t.Fatal(err)
				}
				var taken []vectors.Row
				var strs []string
				rows := rows[:min(e.rows, len(rows))]
				for _, row := range rows {
					if e.takes(row.Input) {
						taken = append(taken, row)
						strs = append(strs, row.Input)
					}
				}
				wrong := 0
				for i, got := range e.run(t, output, strs) {
					if got != taken[i].Valid {
						if wrong++; wrong <= 3 {
							t.Errorf("%q: got %v", taken[i].Input, got)
						}
					}
				}
				if wrong > 0 || len(taken) < len(rows)/2 {
					t.Errorf("%d of %d rows are wrong, of %d", wrong, len(taken), len(rows))
				}
			})
		}
	}
}

// TestHostile runs the patterns over strings of 64 KiB with each unit that repeats. An engine that
// takes more than linear time runs into its own limit, or into that of this test program.
func TestHostile(t *testing.T) {
	s := load(t, "rfc3987", "IRI-reference")
	length := 4 << 10
	if demanded() {
		length = 64 << 10
	}
	strs := hostile(length)
	d := dfaOf(t, s)
	for _, e := range patternEngines() {
		if !e.hostile {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			need(t, e.program, e.debian)
			output, err := Write(e.target, s)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range e.run(t, output, strs) {
				if want := d.Match(strs[i]); got != want {
					t.Errorf("%.40q … of %d bytes: got %v, want %v", strs[i], len(strs[i]), got, want)
				}
			}
		})
	}
}

// framed returns strings as the drivers of JavaScript and Python read them.
func framed(strs []string) []byte {
	var in []byte
	for _, s := range strs {
		text := utf16LE(s)
		in = append(binary.LittleEndian.AppendUint32(in, uint32(len(text))), text...)
	}
	return in
}

// signs reads one sign for each string.
func signs(t *testing.T, out string, n int) []bool {
	t.Helper()
	if len(out) != n {
		t.Fatalf("%d verdicts for %d strings", len(out), n)
	}
	all := make([]bool, n)
	for i := range all {
		all[i] = out[i] == '+'
	}
	return all
}

const nodePatternDriver = `const { readFileSync } = require("node:fs");
const [flags, pattern] = JSON.parse(readFileSync("pattern.json", "utf8"));
const re = new RegExp(pattern, flags);
const all = readFileSync(0);
let out = "";
for (let at = 0; at < all.length; ) {
  const n = all.readUInt32LE(at);
  out += re.test(all.toString("utf16le", at + 4, at + 4 + n)) ? "+" : "-";
  at += 4 + n;
}
process.stdout.write(out);
`

func runNode(t *testing.T, flags, pattern string, strs []string) []bool {
	dir := t.TempDir()
	data, _ := json.Marshal([]string{flags, pattern})
	write(t, dir, "pattern.json", string(data))
	write(t, dir, "main.cjs", nodePatternDriver)
	return signs(t, run(t, dir, framed(strs), "node", "main.cjs"), len(strs))
}

func nodeRegExp(flags string) func(*testing.T, string, []string) []bool {
	return func(t *testing.T, output string, strs []string) []bool {
		return runNode(t, flags, strings.TrimSuffix(output, "\n"), strs)
	}
}

// nodeSchema runs the pattern of a schema as ajv does: with the flag u.
func nodeSchema(t *testing.T, output string, strs []string) []bool {
	return runNode(t, "u", patternOfSchema(output), strs)
}

func goRegexp(decode func(string) string) func(*testing.T, string, []string) []bool {
	return func(t *testing.T, output string, strs []string) []bool {
		re := regexp.MustCompile(decode(output))
		all := make([]bool, len(strs))
		for i, s := range strs {
			all[i] = re.MatchString(s)
		}
		return all
	}
}

const pythonPatternDriver = `import json, re, sys
pattern = re.compile(json.load(open("pattern.json")))
data = sys.stdin.buffer.read()
at = 0
out = []
while at < len(data):
    n = int.from_bytes(data[at:at + 4], "little")
    out.append("+" if pattern.search(data[at + 4:at + 4 + n].decode("utf-16-le")) else "-")
    at += 4 + n
sys.stdout.write("".join(out))
`

func pythonRe(decode func(string) string) func(*testing.T, string, []string) []bool {
	return func(t *testing.T, output string, strs []string) []bool {
		dir := t.TempDir()
		write(t, dir, "pattern.json", jsonText(decode(output)))
		write(t, dir, "main.py", pythonPatternDriver)
		return signs(t, run(t, dir, framed(strs), "python3", "-W", "error", "main.py"), len(strs))
	}
}

// postgresRe asks a database, to which the strings are copied. It has no U+0000; in the pattern U+0001 stands for it,
// and the strings have neither.
func postgresRe(t *testing.T, output string, strs []string) []bool {
	dir := t.TempDir()
	var rows strings.Builder
	escape := strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`)
	for i, s := range strs {
		fmt.Fprintf(&rows, "%d\t%s\n", i, escape.Replace(s))
	}
	write(t, dir, "rows", rows.String())
	write(t, dir, "pattern.json", strings.ReplaceAll(output, `\u0000`, `\u0001`))
	write(t, dir, "ask.sql", "\\set schema `cat pattern.json`\n"+
		"SELECT :'schema'::json->>'pattern' AS pattern \\gset\n"+
		"CREATE TABLE rows (id bigint, text text);\n\\copy rows FROM rows\n"+
		"SELECT string_agg(CASE WHEN text ~ :'pattern' THEN '+' ELSE '-' END, '' ORDER BY id) FROM rows;\n")
	return signs(t, strings.TrimSpace(run(t, dir, nil, "env",
		append(postgres(t), "psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-f", "ask.sql")...)), len(strs))
}

// grep runs grep -P over strings that end in NUL; it prints the numbers of those that match.
func grep(t *testing.T, output string, strs []string) []bool {
	cmd := exec.Command("grep", "-z", "-n", "-P", strings.TrimSuffix(output, "\n"))
	cmd.Env = append(cmd.Environ(), "LC_ALL=C.UTF-8")
	cmd.Stdin = strings.NewReader(strings.Join(strs, "\x00") + "\x00")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 || stderr.Len() > 0 {
		t.Fatalf("grep: %v\n%s", err, stderr.String())
	}
	all := make([]bool, len(strs))
	for record := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		number, _, found := strings.Cut(record, ":")
		if i, err := strconv.Atoi(number); found && err == nil {
			all[i-1] = true
		}
	}
	return all
}

var xmllintLine = regexp.MustCompile(`^rows\.xml:(\d+): .*\[facet 'pattern'\]`)

// xmllint validates the strings, some thousand at a time.
func xmllint(t *testing.T, output string, strs []string) []bool {
	var all []bool
	for some := range slices.Chunk(strs, 2000) {
		all = append(all, xmllintSome(t, output, some)...)
	}
	return all
}

// xmllintSome validates one element for each string, each on a line of its own, by a type
// with the pattern.
func xmllintSome(t *testing.T, output string, strs []string) []bool {
	dir := t.TempDir()
	write(t, dir, "rows.xsd", `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:simpleType name="rule"><xs:restriction base="xs:string"><xs:pattern value="`+strings.TrimSuffix(output, "\n")+`"/></xs:restriction></xs:simpleType>
<xs:element name="rows"><xs:complexType><xs:sequence><xs:element name="r" type="rule" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`)
	var b strings.Builder
	b.WriteString("<rows>\n")
	for _, s := range strs {
		b.WriteString("<r>")
		for _, r := range s {
			fmt.Fprintf(&b, "&#x%X;", r)
		}
		b.WriteString("</r>\n")
	}
	b.WriteString("</rows>\n")
	write(t, dir, "rows.xml", b.String())
	cmd := exec.Command("xmllint", "--noout", "--huge", "--schema", filepath.Join(dir, "rows.xsd"), "rows.xml")
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 3 { // 3: it does not conform
		t.Fatalf("xmllint: %v\n%.1000s", err, stderr.String())
	}
	all := make([]bool, len(strs))
	for i := range all {
		all[i] = true
	}
	for line := range strings.Lines(stderr.String()) {
		if m := xmllintLine.FindStringSubmatch(line); m != nil {
			number, _ := strconv.Atoi(m[1])
			all[number-2] = false
		} else if strings.Contains(line, "parser error") || strings.Contains(line, "rows.xsd") {
			t.Fatal(line)
		}
	}
	return all
}

// TestSchema holds that a schema names the format of JSON Schema that a rule is, and has a pattern for other rules.
func TestSchema(t *testing.T) {
	for _, tt := range []struct{ spec, rule, want string }{
		{"rfc3987", "IRI", `"format": "iri"`},
		{"rfc3986", "URI-reference", `"format": "uri-reference"`},
		{"rfc3986", "port", `"pattern"`},
	} {
		if got, err := Schema(load(t, tt.spec, tt.rule)); err != nil || !strings.Contains(got, tt.want) {
			t.Errorf("%s of %s: got %s, %v, want %s", tt.rule, tt.spec, got, err, tt.want)
		}
	}
}
