package textparts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
)

// faults returns the faults of a reference, each with its text: "mixed", "begins" and "ends" are
// those of directions (RFC 3987 §4.2), "last" is the offset of the last character but for marks.
func faults(s string) string {
	var out strings.Builder
	text := textparts.Text{S: s, Parts: component.OfAny(s).Parts}
	text.Read(chars.NonASCII(s), func(f textparts.PartIssue) {
		out.WriteString("[" + s[f.Start:f.End])
		for _, is := range []struct {
			name string
			is   bool
		}{{" scripts", f.Script}, {" mixed", f.Mixed}, {" begins", f.Begins}, {" ends", f.Ends}} {
			if is.is {
				out.WriteString(is.name)
			}
		}
		if !f.Script {
			out.WriteString(fmt.Sprintf(" last %d", f.Last))
		}
		out.WriteString("]")
	})
	return out.String()
}

// TestFaults has references with their faults.
func TestFaults(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		// RFC 3987 §7.5: a word in several scripts, but for Greek symbols outside of hosts.
		{"/Δx", ""},
		{"/xΔ", ""},
		{"/xΔy", ""},
		{"/ΔxΔ", "[ΔxΔ scripts]"},
		{"/ΔXΔ", "[ΔXΔ scripts]"},
		{"/ΔΔX", ""},
		{"/ΔΔΔX", "[ΔΔΔX scripts]"},
		{"/ΛCDM", ""},
		{"/TNFα", ""},
		{"/tnfα", "[tnfα scripts]"},
		{"/Aα", ""},
		{"/ΑB", "[ΑB scripts]"},
		{"/ΑБ", "[ΑБ scripts]"},
		{"/αа", "[αа scripts]"},
		{"/α粒子", ""},
		{"/粒α子", ""},
		{"/Α选", ""},
		{"/ααα粒", ""},
		{"/한α", ""},
		{"/αかカ", ""},
		{"/ㄅα", ""},
		{"/α粒x", "[α粒x scripts]"},
		{"/αpж", "[αpж scripts]"},
		{"/ρp", "[ρp scripts]"},
		{"/Pρ", ""},
		{"/ΡP", "[ΡP scripts]"},
		{"/日本語x", ""},
		{"/한국x", ""},
		{"/ижx", "[ижx scripts]"},
		{"/xи", "[xи scripts]"},
		{"/x-и", ""},
		{"/x_и", ""},
		{"/x%41и", ""},
		{"/и%41x", ""},
		{"/ий", ""},
		{"/éи", "[éи scripts]"},
		{"/xи/xи", "[xи scripts][xи scripts]"},
		{"/ⅠΔ", ""},
		{"/Δ1", ""},
		{"/1и", ""},
		{"/αא", "[αא scripts][αא mixed ends last 3]"},
		// Labels of hosts, and what stands beside the host.
		{"http://xи/", "[xи scripts]"},
		{"http://Δx/", "[Δx scripts]"},
		{"http://a.xи.b/", "[xи scripts]"},
		{"http://x-и/", "[x-и scripts]"},
		{"http://x%41и/", ""},
		{"http://א.a/", ""},
		{"http://אa/", "[אa scripts][אa mixed begins last 9]"},
		{"http://aא/", "[aא scripts][aא mixed ends last 8]"},
		{"http://א1/", "[א1 begins last 9]"},
		{"http://1א/", "[1א ends last 8]"},
		{"http://א-/", "[א- begins last 9]"},
		{"http://-א/", "[-א ends last 8]"},
		{"http://u@א:1/", ""},
		{"http://aא@h/", "[aא scripts][aא mixed ends last 8]"},
		{"http://h:1/א", ""},
		// RFC 3987 §4.2: "A component SHOULD NOT use both right-to-left and left-to-right characters. A
		// component using right-to-left characters SHOULD start and end with right-to-left characters."
		{"/א", ""},
		{"/אב", ""},
		{"/אaב", "[אaב scripts][אaב mixed begins ends last 4]"},
		{"/aא", "[aא scripts][aא mixed ends last 2]"},
		{"/אa", "[אa scripts][אa mixed begins last 3]"},
		{"/a-א", ""},
		{"/א-a", ""},
		{"/א1", "[א1 begins last 3]"},
		{"/1א", "[1א ends last 2]"},
		{"/א1ב", ""},
		{"/א./ב", ""},
		{"/א.", ""},
		{"/.א", ""},
		{"/א_", ""},
		{"/_א", ""},
		{"/א(ב)", ""},
		{"/(א)", ""},
		{"/אְ", ""},
		{"/אְֱ", ""},
		{"/ְא", "[ְא ends last 3]"},
		{"/א%41", "[א%41 begins last 5]"},
		{"/א%11", "[א%11 begins last 5]"},
		{"/%11א", "[%11א ends last 4]"},
		{"/%D7א", "[%D7א mixed ends last 4]"},
		{"/א%1", "[א%1 begins last 4]"},
		{"/א/ב", ""},
		{"/א?ב", ""},
		{"/א#ב", ""},
		{"/א:ב", ""},
		{"/א@ב", ""},
		{"/א!ב", ""},
		{"/א$ב", ""},
		{"/א,ב", ""},
		{"/א;ב", ""},
		{"/א=ב", ""},
		{"/א&ב", ""},
		{"/א_!ב", ""},
		{"/א،!ב", ""},
		{"/א،!", "[א، begins last 3]"},
		{"/א،/ב", "[א، begins last 3]"},
		{"/א،?ב", "[א، begins last 3]"},
		{"/א،!b", "[א، begins last 3]"},
		{"/!،א", "[،א ends last 4]"},
		{"/ב!،א", ""},
		{"/b!،א", "[،א ends last 5]"},
		{"?،א", "[،א ends last 3]"},
		{"#א،", "[א، begins last 3]"},
		{"/ا١", "[ا١ begins last 3]"},
		{"/ا1", "[ا1 begins last 3]"},
		{"/١ا", "[١ا ends last 3]"},
		{"/١", ""},
		{"/א١", "[א١ scripts][א١ begins last 3]"},
		{"/אé", "[אé scripts][אé mixed begins last 3]"},
		{"/éא", "[éא scripts][éא mixed ends last 3]"},
		{"/א日", "[א日 scripts][א日 mixed begins last 3]"},
		{"،!א", ""},
		{"א!،", ""},
	} {
		if got := faults(tt.in); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestReadLabel has the text that a label stands for, which is read as one of a host is.
func TestReadLabel(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"ab", ""}, {"אב", ""}, {"אa", "אa אa "}, {"xи", "xи "}, {"Δx", "Δx "}, {"x-и", "x-и "},
	} {
		got := ""
		textparts.ReadLabel(tt.in, func(text string, f textparts.PartIssue) { got += text[f.Start:f.End] + " " })
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestOrderly has texts of components that conversions show decoded, and others.
func TestOrderly(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     bool
	}{
		{"ASCII", "ab", true}, {"empty", "", true}, {"a letter", "é", true}, {"not in NFC", "e\u0301",
			false}, {"both directions", "aא", false},
		{"two scripts", "xи", false}, {"a mark after another letter", "x\u0301", true},
		{"marks in order", "a\u0323\u0302", false}, {"a mark alone", "\u0301", true},
		{"marks out of order", "x\u0301\u0323", false}, {"Hangul in parts", "\u1100\u1161", false},
		{"U+0958, which NFC takes apart", "\u0958", false},
	} {
		if got := textparts.HasNoIssues(tt.in); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
	for _, tt := range []struct {
		in    string
		start int
		want  int
	}{{"a\u05d0\u05b0", 0, 1}, {"\u05d0\u05b0\u05b1", 0, 0}, {"\u05b0", 0, 0}, {"ab", 0, 1}, {"a𐤀", 0, 1}} {
		if _, at := textparts.LastBase(tt.in, tt.start, len(tt.in)); at != tt.want {
			t.Errorf("LastBase(%q) is at %d, want %d", tt.in, at, tt.want)
		}
	}
	for _, tt := range []struct {
		in   string
		want int
	}{{"\x7f", 1}, {"\u0080", 2}, {"a", 1}, {"é", 2}, {"日", 3}, {"𐤀", 4}} {
		if _, w := textparts.Decode(tt.in, 0); w != tt.want {
			t.Errorf("Decode(%q) has %d bytes, want %d", tt.in, w, tt.want)
		}
	}
}
