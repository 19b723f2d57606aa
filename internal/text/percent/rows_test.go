package percent

import (
	"strings"
	"testing"
)

// TestAppendUpperHex has texts with percent-encodings at their edges. RFC 3986 §2.1: "For
// consistency, URI producers and normalizers should use uppercase hexadecimal digits for all
// percent-encodings."
func TestAppendUpperHex(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing to do", "az", "az"},
		{"the digits at the edges", "%0a%09%0f%AF", "%0A%09%0F%AF"},
		{"other text keeps its case", "af%c3%a9af", "af%C3%A9af"},
		{"cut off after one digit", "%c3%a", "%C3%a"},
		{"cut off", "a%c3%", "a%C3%"},
		{"at the start and at the end", "%c3", "%C3"},
	} {
		if got := string(AppendUpperHex([]byte("x"), tt.in)); got != "x"+tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, "x"+tt.want)
		}
	}
}

// TestDecode has texts with "%" at their edges: what is cut off stays.
func TestDecode(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"at the start", "%41b", "Ab"},
		{"alone", "%41", "A"},
		{"two together", "%41%42", "AB"},
		{"cut off", "a%", "a%"},
		{"cut off after one digit", "%41%4", "A%4"},
		{"an encoded %", "%2541", "%41"},
	} {
		if got := Decode(tt.in); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestAppendDecoded has octets that are decoded: those that are not ASCII, and those of what is unreserved.
func TestAppendDecoded(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"unreserved", "a%41%7e", "aA~"},
		{"reserved", "a%2Fb", "a%2Fb"},
		{"not ASCII", "%C3%A9b", "éb"},
		{"more than is decoded at once", "%C3%A9%C3%A9%C3%A9%41", "éééA"},
		{"cut off", "%4", "%4"},
		{"cut off after an octet", "%C3%A", "\xc3%A"},
	} {
		if got := string(AppendDecoded([]byte("x"), tt.in)); got != "x"+tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, "x"+tt.want)
		}
	}
}

// TestTripletEdges has the characters beside the digits in US-ASCII. RFC 3986 §2.1:
// pct-encoded = "%" HEXDIG HEXDIG.
func TestTripletEdges(t *testing.T) {
	for _, c := range "/:@G`g" {
		for _, s := range []string{"%0" + string(c), "%" + string(c) + "0"} {
			if b, ok := Triplet(s); ok {
				t.Errorf("Triplet(%q) = %#x, true", s, b)
			}
		}
	}
	if b, ok := Triplet("%4a"); !ok || b != 'J' {
		t.Errorf("a triplet and nothing after it: got %q, %v", b, ok)
	}
}

// TestEncodeEach encodes every octet at every place of a short text.
func TestEncodeEach(t *testing.T) {
	for c := range 256 {
		for at := range 10 {
			before, char, after := strings.Repeat("a", at), string([]byte{byte(c)}), strings.Repeat("b", 9-at)
			triplet := string([]byte{'%', UpperHex[c>>4], UpperHex[c&15]})
			if got, want := Encode(char), triplet; got != want {
				t.Fatalf("Encode(%q) = %q, want %q", char, got, want)
			}
			want := before + char + after
			if c >= 0x80 {
				want = before + triplet + after
			}
			if got := string(AppendNonASCII(nil, before+char+after)); got != want ||
				EncodedLen(before+char+after) != len(want) {
				t.Fatalf("AppendNonASCII(%q) = %q, want %q", before+char+after, got, want)
			}
			// RFC 3987 §3.1: "systems accepting IRIs MAY also deal with the printable characters in
			// US-ASCII that are not allowed in URIs, namely "<", ">", '"', space, "{", "}", "|",
			// "\", "^", and "`", in step 2 above". LEIRIs have the controls as well.
			if want = before + char + after; c <= ' ' || c >= 0x7F || strings.Contains("<>\"{}|\\^`", char) {
				want = before + triplet + after
			}
			if got := string(AppendForURI(nil, before+char+after)); got != want {
				t.Fatalf("AppendForURI(%q) = %q, want %q", before+char+after, got, want)
			}
		}
	}
}

// TestAppendNonASCIIKeeps checks that text before it stays, with room and without.
func TestAppendNonASCIIKeeps(t *testing.T) {
	for _, room := range []int{0, 1, 5, 6, 7, 40} {
		dst := append(make([]byte, 0, 2+room), "ab"...)
		if got := string(AppendNonASCII(dst, "\u0080é")); got != "ab%C2%80%C3%A9" {
			t.Errorf("room for %d bytes: got %q", room, got)
		}
	}
}

// TestBadUTF8Edges has runs that begin, end or touch where a text does.
func TestBadUTF8Edges(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a character of four octets", "%F0%9D%84%9E", ""},
		{"U+FFFD itself", "%EF%BF%BD", ""},
		{"after a character", "%C3%A9%C3", "[%C3]"},
		{"between characters", "%C3%A9%FF%C3%A9", "[%FF]"},
		{"before text", "%FFa", "[%FF]"},
		{"after text", "ab%FF", "[%FF]"},
		{"two, apart", "%FFa%FE", "[%FF][%FE]"},
		{"an octet that is not encoded between", "%C3\xa9", "[%C3]"},
		{"cut off after one digit", "%C3%A9%C", ""},
		{"cut off within a character", "%E2%82", "[%E2%82]"},
		{"more octets than a character has", "%80%80%80%80%80%80", "[%80%80%80%80%80%80]"},
		{"none", "abc", ""},
		{"characters beyond one piece of 63 octets", strings.Repeat("%C3%A9", 40), ""},
		{"cut off after 63 octets", strings.Repeat("%C3%A9", 31) + "%C3", "[%C3]"},
		{"cut off after 64 octets", strings.Repeat("%C3%A9", 31) + "%E2%82", "[%E2%82]"},
		{"more than one piece", strings.Repeat("%FF", 130), "[" + strings.Repeat("%FF", 130) + "]"},
	} {
		got := ""
		BadUTF8(tt.in, func(start, end int) { got += "[" + tt.in[start:end] + "]" })
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
