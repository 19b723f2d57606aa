package jsonscan

import (
	"encoding/json"
	"strings"
	"testing"
)

// jsonLines are lines that are JSON and lines that are not.
func jsonLines() []string {
	lines := []string{
		``, ` `, `"a"`, ` "a" `, `"a`, `"`, `"\`, `"\u`, `"\u12`, `"\u123g"`, `"\u12aF"`, `"\x"`, `"\"\\\/\b\f\n\r\t"`,
		"\"a\tb\"", "\"a\x1fb\"", "\"a\x7fb\"", "\"a\x00b\"", "\"a\xffb\"", "\"12345678\x1f\"",
		"\"\u00e9\u0120\u2028\"",
		`"123456789012345"`, `"1234567890123456" x`, `{}`, `{ }`, `{,}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":1 "b":2}`,
		`{"a":1}}`, `{a:1}`,
		`{"iri":"x","base":null}`, `{ "iri" : "x" , "base" : "y" }`, `{"iri":{"iri":"x"},"iri":"y"}`,
		`{"\u0069ri":"x"}`, `{"n":[1,{"iri":"x"}],"iri":"y","rule":"IRI","other":"z"}`,
		`[]`, `[ ]`, `[1,]`, `[,1]`, `[1 2]`, `[1,[2,{"a":[]}]]`, `[1`, `[`, `{`, `]`, `}`, `{"a"`, `{"a":`, `{"a":1`,
		`0`, `-0`, `01`, `-`, `+1`, `1.`, `.1`, `1.5`, `1e5`, `1E+5`, `1e-5`, `1e`, `1e+`, `1.5e10`, `-12.5E-3`, `0x1`,
		`1 1`, `NaN`,
		`true`, `tru`, `truex`, `false`, `null`, `nul`, `True`, "\ufeff1", "\u00a01", "1\v", "\t1\r\n",
	}
	for _, n := range []int{MaxDepth - 1, MaxDepth, MaxDepth + 1} {
		lines = append(lines, strings.Repeat("[", n)+strings.Repeat("]", n), strings.Repeat(`{"a":`, n)+"1"+strings.Repeat("}", n))
	}
	return lines
}

// checkScan holds that a Members accepts what encoding/json accepts and finds the members
// that encoding/json finds.
func checkScan(t *testing.T, line string) {
	t.Helper()
	s := New("iri", "base", "rule", "other")
	top, ok := s.Line([]byte(line))
	if want := json.Valid([]byte(line)); ok != want {
		t.Fatalf("%.100q: got %v, want %v", line, ok, want)
	}
	if !ok {
		return
	}
	if got, want := line[top.Start:top.End], strings.Trim(line, " \t\r\n"); got != want {
		t.Errorf("%.100q: the value is %q, want %q", line, got, want)
	}
	var members map[string]json.RawMessage
	if line[top.Start] == '{' {
		if err := json.Unmarshal([]byte(line), &members); err != nil {
			return // too deep for Unmarshal
		}
	}
	for k, v := range s.Found {
		name := s.names[k]
		want, has := members[name]
		if got := line[v.Start:v.End]; got != string(want) || (v.End > 0) != has {
			t.Errorf("%.100q: member %s: got %q, want %q", line, name, got, want)
		}
	}
}

func TestScanJSON(t *testing.T) {
	for _, line := range jsonLines() {
		checkScan(t, line)
	}
}

// TestScanJSONString holds, for each byte at each place of a word and after it, what a
// string may hold.
func TestScanJSONString(t *testing.T) {
	for at := range 20 {
		for c := range 256 {
			s := []byte(`"` + strings.Repeat("x", 20) + `"`)
			s[1+at] = byte(c)
			checkScan(t, string(s))
		}
	}
}

func FuzzScanJSON(f *testing.F) {
	for _, line := range jsonLines() {
		if len(line) < 1000 {
			f.Add(line)
		}
	}
	f.Fuzz(checkScan)
}
