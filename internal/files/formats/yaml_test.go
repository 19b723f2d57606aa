package formats_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/yaml"
)

// TestYAML quotes YAML 1.2.2.
func TestYAML(t *testing.T) {
	tests := []struct {
		name, text string
		fields     []string
		want       []string
	}{
		{"members that hold URLs", "é:\n  url: /a b\n  uri: 'c'\n  x: d\n", nil, []string{"2:8 url /a b", "3:9 uri c"}},
		{"strings that look like IRIs", "a: http://e/\nb: [ http://f/, 'http://g/ x', mailto:a@b ]\nnote: see " +
			"http://h/\nhttp://i/: x\n", nil, []string{"1:4 a http://e/", "2:6 b http://f/", "2:32 b mailto:a@b"}},
		{"a field", "a:\n- b: x\n- {b: y, c: z}\n- b: [v, w]\n", []string{"a.b"},
			[]string{"2:6 b x", "3:7 b y", "4:7 b v", "4:10 b w"}},
		{"* and ** in a field", "p:\n  /x: {get: {$ref: a}}\n  /y: {$ref: b}\n$ref: c\n",
			[]string{"p.*.$ref", "**.$ref"}, []string{"2:20 $ref a", "3:14 $ref b", "4:7 $ref c"}},
		{"* alone", "p:\n  /x: {get: {$ref: a}}\n  /y: {$ref: b}\n$ref: c\n", []string{"p.*.$ref"},
			[]string{"3:14 $ref b"}},
		{"null and numbers", "a: ~\nb:\nc: 7\nd: true\ne: ''\n", []string{"a", "b", "c", "d", "e"}, nil},
		{"§7.3.1 double quotes", `url: "http://e/\u00e9\x41\"\
  b c"` + "\n", nil, []string{`1:7 url http://e/éA"b c`}},
		{"§7.3.2 single quotes", "url: 'http://e/''a'\n", nil, []string{"1:7 url http://e/'a"}},
		{"§7.3.3 plain over lines", "url: http://e/a\n  b\n\n  c  d # x\n", nil,
			[]string{"1:6 url http://e/a b\nc  d"}},
		{"§7.3 quoted over lines", "$id: 'a\n  b\n\n  c'\n", nil, []string{"1:7 $id a b\nc"}},
		{"§8.1.2 a literal block", "url: |-\n  http://e/\n\n  http://f/\nx: 1\n", nil,
			[]string{"2:3 url http://e/", "4:3 url http://f/"}},
		{"§8.1.3 a folded block", "a:\n  url: > # x\n    http://e/\n  b: http://f/\n", nil,
			[]string{"3:5 url http://e/", "4:6 b http://f/"}},
		{"§6.9 anchors, tags and aliases", "a: &x\n  http://e/\nb: *x\nurl: !!str 7\nuri: !!binary aHR0cA==\n", nil,
			[]string{"2:3 a http://e/", "4:12 url 7"}},
		{"§9 documents", "--- http://e/\n...\n---\na: http://f/\n", nil, []string{"1:5  http://e/", "4:4 a http://f/"}},
		{"§6.8.1 a version", "%YAML 1.2\n---\nurl: http://e/\n...\n%YAML 1.2 # x\n---\na: http://f/\n", nil,
			[]string{"3:6 url http://e/", "7:4 a http://f/"}},
		{"a fault, and the next document", "a: http://e/\n--- \nb: [\n---\nc: http://f/\n--- x\n", nil,
			[]string{"1:4 a http://e/", "3:1 yaml-syntax", "5:4 c http://f/"}},
		{"a fault", "a: b: c\n", nil, []string{"1:1 yaml-syntax"}},
		{"lines around a fault",
			"a: {url: b}\nuri: c\nd: e: f\nurl: g # h\nlink:\n- 'i/'\n- j: k\n\thref: l\nhref: m", nil,
			[]string{"1:10 url b", "2:6 uri c", "3:1 yaml-syntax", "4:6 url g", "6:4 link i/", "9:7 href m"}},
		{"a fault beside empty brackets", "{}\n[]\n- []\n- {}\na: b: c\nurl: d\n", nil,
			[]string{"1:1 yaml-syntax", "6:6 url d"}},
		{"documents around a fault", "url: a\n---\nurl: b\n---\n[\nurl: c\n---\nurl: d\n...\nurl: e: f\n", nil,
			[]string{"1:6 url a", "3:6 url b", "4:1 yaml-syntax", "6:6 url c", "8:6 url d", "9:1 yaml-syntax"}},
		{"a fault with --field", "a: x:y\nb: c: d\n", []string{"a"}, []string{"2:1 yaml-syntax"}},
		{"a template that makes it", "{{- if .x }}\nurl: a\nb: see https://e/ a\n{{- end }}\n", nil,
			[]string{"3:8 bare https://e/"}},
		{"templates of others",
			"{% if x %}\na: http://e/\n{% end %}\n---\n<% x %>\nb: http://f/\n---\n[% x %]\nc: d: http://g/\n", nil, []string{"2:4 bare http://e/", "6:4 bare http://f/", "9:7 bare http://g/"}},
		{"a comment of a template", "{# a {{ b }} {% c %} #}\na: http://e/ x\n---\n{#\n d #}\nb: http://f/ y\n", nil,
			[]string{"2:4 bare http://e/", "6:4 bare http://f/"}},
		{"a comment of a template, in a string and in a comment", "url: 'http://e/{# x #}'\n# {# y #}\nx: y: z\n", nil,
			[]string{"1:7 url http://e/{# x #}", "3:1 yaml-syntax"}},
		{"a template with the quotes of its string", "a: \"{{ f \"x\" }}\"\nb: http://e/ c\n", nil,
			[]string{"2:4 bare http://e/"}},
		{"templates in strings beside a fault",
			"a: \"{{ f 'x' }}\"\nb: ${{ c }}\nc: d {{ e }} # {{ f }}\nd: e: f\nurl: g\n", nil,
			[]string{"4:1 yaml-syntax", "5:6 url g"}},
		{"JSON", "{\"url\": \"http://e/\",\n\"a\": [{\"uri\":\"b\"}]}\n", nil,
			[]string{"1:10 url http://e/", "2:15 uri b"}},
		{"CR LF, and a byte order mark", "\ufeffurl: a\r\nuri: b\r\n", nil, []string{"1:6 url a", "2:6 uri b"}},
		{"line ends of YAML 1.1", "x: \"é\u2028\"\nurl: a\n", nil, []string{"2:6 url a"}},
		{"a comment", "# http://e/\n", nil, nil},
		{"empty", "", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := found(input.Options{From: yaml.Format, Fields: tt.fields}, tt.text); !slices.Equal(got, tt.want) {
				t.Errorf("%q:\n got %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

// TestYAMLFaults checks a file with too many faults.
func TestYAMLFaults(t *testing.T) {
	const most = 1000 // documents of a file with a fault
	if got := found(input.Options{From: yaml.Format}, strings.Repeat("--- [\n", 2*most)); len(got) != most {
		t.Errorf("got %d faults", len(got))
	}
}

// TestYAMLWrites holds that a text that is written in each style is read as that text, and what it
// looks like.
func TestYAMLWrites(t *testing.T) {
	tests := []struct{ name, file, text, want string }{
		{"plain", "url: http://e/\n", "http://e/é#a", "url: http://e/é#a\n"},
		{"plain, with a comment sign", "url: http://e/\n", "http://e/ #a", "url: 'http://e/ #a'\n"},
		{"plain, with a colon", "url: http://e/\n", "a: b", "url: 'a: b'\n"},
		{"plain, a number", "url: http://e/\n", "7", "url: '7'\n"},
		{"plain in brackets", "url: [http://e/]\n", "http://e/,a", "url: ['http://e/,a']\n"},
		{"plain in brackets, with a colon at the end", "a: {url: http://e/, b: c}\n", "mailto:",
			"a: {url: 'mailto:', b: c}\n"},
		{"plain in brackets, a hyphen", "url: [http://e/]\n", "-", "url: ['-']\n"},
		{"plain out of brackets", "url: http://e/\n", "http://e/,[a]", "url: http://e/,[a]\n"},
		{"single quotes", "url: 'http://e/'\n", "http://e/'\"", "url: 'http://e/''\"'\n"},
		{"double quotes", "url: \"http://e/\"\n", "http://e/'\"\\\n", "url: \"http://e/'\\\"\\\\\\u000A\"\n"},
		{"a block", "url: |\n  http://e/\n", "http://e/#: '", "url: |\n  http://e/#: '\n"},
		{"a block, two lines", "url: |\n  http://e/\n", "a\nb", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := input.Options{From: yaml.Format, Stdin: strings.NewReader(tt.file)}
			got := ""
			for r := range o.Records(nil, func(err error) { t.Error(err) }) {
				raw := r.AppendEscaped(nil, tt.text, 0, len(r.Raw))
				reads, ok := r.Unescape(raw)
				if !ok || reads != tt.text {
					raw, ok = r.Quote(tt.text)
				}
				if ok {
					got = tt.file[:r.Offset] + string(raw) + tt.file[int(r.Offset)+len(r.Raw):]
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
