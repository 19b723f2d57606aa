package textparts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestRead has the faults of texts, by where they are.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		host             bool
	}{
		{"everyday text", "/é/日本語-Toyota自動車/גדה-2024", "", false},
		{"both directions", "/אa", "[1,4) scripts[1,4) mixed, end at 3", false},
		{"digits at an edge", "/א1", "[1,4) end at 3", false},
		{"marks at an edge", "/א\u05b0", "", false},
		{"two scripts", "/\u0430pple.x", "[1,7) scripts", false},
		{"Greek as a symbol", "/Δx", "", false},
		{"the same in a host", "//Δx", "[2,5) scripts", true},
		{"a symbol between two words", "/א\u060c_ב", "", false},
		{"hex digits in a path", "/א%D7", "[1,6) mixed, end at 5", false},
		{"a percent-encoded label", "//א%D7%91", "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := textparts.Text{S: tt.text}
			if tt.host {
				n := uint32(len(tt.text))
				text.Parts = component.Parts{Host: 2, HostEnd: n, Path: n, PathEnd: n, Query: n}
			}
			got := ""
			text.Read(0, func(f textparts.PartIssue) {
				got += fmt.Sprintf("[%d,%d)", f.Start, f.End)
				switch {
				case f.Script:
					got += " scripts"
				case f.Mixed:
					got += " mixed,"
				}
				if !f.Script && !f.Ends {
					got += fmt.Sprintf(" end at %d", f.Last)
				}
			})
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestReadNFC has which texts need the full check of Normalization Form C.
func TestReadNFC(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"composed already", "/é", false},
		{"a letter and a mark that have a composite", "/é", true},
		{"the same with a mark between them", "/ḛ́", true},
		{"a mark that belongs before one of the composite", "/ẹ́", true},
		{"a letter and a mark that have none", "/ẹ́", false},
		{"ASCII and a mark that have none", "/li̱n", false},
		{"marks out of order", "/ɛ̣́", true},
		{"syllables of Hangul in parts", "/가", true},
		{"more marks than are looked at", "/i" + strings.Repeat("̱", 40), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := textparts.Text{S: tt.text}
			if got := text.Read(0, func(textparts.PartIssue) {})&chars.NotNFC != 0; got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestKeepEncoded has what a conversion keeps of what it has decoded.
func TestKeepEncoded(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		path             bool
	}{
		{"nothing to keep", "/é/אב", "/é/אב", true},
		{"one segment", "/é/אa-ב/é", "/é/%D7%90a-%D7%91/é", true},
		{"the whole query", "é/אa", "%C3%A9/%D7%90a", false},
		{"not in NFC", "/e\u0301x/e", "/e%CC%81x/e", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(textparts.KeepEncoded([]byte("a:"+tt.text), 2, tt.path)); got != "a:"+tt.want {
				t.Errorf("got %q, want %q", got, "a:"+tt.want)
			}
		})
	}
}
