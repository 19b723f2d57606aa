package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/yaml"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

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
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := input.Options{From: yaml.Format, Stdin: strings.NewReader(tt.file)}
			got := ""
			for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
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
