package idna

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/text/chars"
)

func TestPropertyOf(t *testing.T) {
	tests := []struct {
		clause string
		want   Property
		runes  []rune
	}{
		{"RFC 5892 §2.1 LetterDigits", PValid, []rune{'é', 'я', 'א', 'क', 'あ', '漢', '한', 0x0660 - 0x30, 0x0966, 0x10300,
			0x3105}},
		{"RFC 5892 §2.2 Unstable", DisallowedUnstable, []rune{'A', 'É', 0x00A0, 0x2126, 0xFF41, 0x1D400, 0x0345, 0x1E9E,
			0x2F00}},
		{"RFC 5892 §2.3 IgnorableProperties", DisallowedIgnorable, []rune{' ', '\t', 0x00AD, 0x034F, 0x115F, 0x180B,
			0x2028, 0x2060, 0xFDD0, 0xFFFE, 0xFE00, 0xE0001, 0x10FFFF}},
		{"RFC 5892 §2.4 IgnorableBlocks", DisallowedBlock, []rune{0x20D0, 0x20E3, 0x1D165, 0x1D242}},
		{"RFC 5892 §2.5 LDH", PValid, []rune{'-', '0', '9', 'a', 'z'}},
		{"RFC 5892 §2.6 Exceptions", PValid, []rune{0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007}},
		{"RFC 5892 §2.6 Exceptions", ContextO, []rune{0x00B7, 0x0375, 0x05F3, 0x05F4, 0x30FB, 0x0660, 0x0669, 0x06F0,
			0x06F9}},
		{"RFC 5892 §2.6 Exceptions", DisallowedException, []rune{0x0640, 0x07FA, 0x302E, 0x302F, 0x3031, 0x3035,
			0x303B}},
		{"RFC 5892 §2.8 JoinControl", ContextJ, []rune{0x200C, 0x200D}},
		{"RFC 5892 §2.9 OldHangulJamo", DisallowedJamo, []rune{0x1100, 0x1161, 0x11FF, 0xA960, 0xD7FB}},
		{"RFC 5892 §2.10 Unassigned", Unassigned, []rune{0x0378, 0x2FE0, 0x3040, 0xE0FFF, 0x10FFF}},
		{"RFC 5892 §3, otherwise", Disallowed, []rune{'!', '_', '.', 0x00D7, 0x2603, 0x3001, 0xE000, 0xD800, 0x1F600,
			0x066A}},
		{"RFC 6452, since Unicode 6.0", Disallowed, []rune{0x19DA}},
	}
	for _, tt := range tests {
		for _, r := range tt.runes {
			if got := PropertyOf(r); got != tt.want {
				t.Errorf("%s: %U: got %d, want %d", tt.clause, r, got, tt.want)
			}
		}
	}
}

func TestJoiningTypeOf(t *testing.T) {
	for want, runes := range map[JoiningType][]rune{
		JoinNone: {'a', 0x0621, 0x05D0, 0x06D5 - 0x4D5, 0x200C},
		JoinL:    {0xA872},
		JoinR:    {0x0627, 0x062F, 0x0710},
		JoinD:    {0x0628, 0x064A, 0x0712, 0x1820},
		JoinT:    {0x064B, 0x0300, 0x0ACD},
	} {
		for _, r := range runes {
			if got := JoiningTypeOf(r); got != want {
				t.Errorf("%U: got %d, want %d", r, got, want)
			}
		}
	}
}

// TestHints has what is written for a character that a mapping changes.
func TestHints(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		hint     Hint
		write    string
	}{
		{"the label", "ÉÀ", Write, `"éà" ("\u00e9\u00e0")`},
		{"ASCII as it is", "A\u2160é", Write, `"aié" ("ai\u00e9")`},
		{"the character, of a label that stays wrong", "é_É", WriteFor, `"é" ("\u00e9")`},
	} {
		faults := Check(tt.in)
		if f := faults[len(faults)-1]; f.Hint != tt.hint || f.Write != tt.write {
			t.Errorf("%s: %+q: got %d %q, want %d %q", tt.name, tt.in, f.Hint, f.Write, tt.hint, tt.write)
		}
	}
}

func TestCheck(t *testing.T) {
	long := strings.Repeat("a", 63)
	tests := []struct {
		name, in string
		want     []string // section and character
	}{
		{"empty", "", nil},
		{"root", "example.", nil},
		{"upper case ASCII", "EXAMPLE.Com", nil},
		{"U-label and A-label", "bücher.xn--bcher-kva.XN--BCHER-KVA", nil},
		{"RFC 5891 §5.4, NFC", "u\u0308", []string{"RFC 5891 §5.4 -"}},
		{"very many marks", "x" + strings.Repeat("\u0316", 31), nil},
		{"hyphens at the ends", "-a.a-.é-.-é", []string{"RFC 5891 §4.2.3.1 U+002D", "RFC 5891 §4.2.3.1 U+002D",
			"RFC 5891 §4.2.3.1 U+002D", "RFC 5891 §4.2.3.1 U+002D"}},
		{"a hyphen alone", "-", []string{"RFC 5891 §4.2.3.1 U+002D"}},
		{"hyphens in the third and fourth place", "ab--c.éa--b.é--b",
			[]string{"RFC 5891 §4.2.3.1 U+002D", "RFC 5891 §4.2.3.1 U+002D"}},
		{"leading combining mark", "\u0301a", []string{"RFC 5891 §4.2.3.2 U+0301"}},
		{"DISALLOWED", "é_!É", []string{"RFC 5892 §3 U+005F", "RFC 5892 §3 U+0021", "RFC 5892 §2.2 U+00C9"}},
		{"U+FFFD, which golang.org/x/net does not encode with Go 1.27", "é\uFFFD", []string{"RFC 5892 §3 U+FFFD"}},
		{"UNASSIGNED", "\u0378", []string{"RFC 5892 §2.10 U+0378"}},
		{"no letter, digit or hyphen", "a_b", []string{"RFC 5890 §2.3.1 U+005F"}},
		{"empty labels", ".a..b", []string{"RFC 1035 §3.1 -", "RFC 1035 §3.1 -"}},
		{"dots alone", "..", []string{"RFC 1035 §3.1 -", "RFC 1035 §3.1 -"}},
		{"long label", long + "a." + long, []string{"RFC 5890 §2.3.1 -"}},
		{"long U-label", strings.Repeat("é", 60), []string{"RFC 5890 §2.3.1 -"}},
		{"very long U-label", strings.Repeat("é", 30_000), []string{"RFC 5890 §2.3.1 -", "RFC 1035 §2.3.4 -"}},
		{"very long A-label", Prefix + strings.Repeat("a", 60_000), []string{"RFC 5890 §2.3.1 -", "RFC 1035 §2.3.4 -"}},
		{"name of 253 bytes and the root", strings.Join([]string{long, long, long, long[:61]}, ".") + ".", nil},
		{"name of 254 bytes", strings.Join([]string{long, long, long, long[:62]}, "."), []string{"RFC 1035 §2.3.4 -"}},
		{"A-label of ASCII", "xn--abc-", []string{"RFC 5890 §2.3.2.1 -"}},
		{"A-label of nothing", "xn--", []string{"RFC 5890 §2.3.2.1 -"}},
		{"A-label that is not Punycode", "xn--é.xn--99999999", []string{"RFC 5890 §2.3.2.1 -", "RFC 5890 §2.3.2.1 -"}},
		{"A-label that is cut off", "xn--bcher-kva8", []string{"RFC 5890 §2.3.2.1 -"}},
		{"A-label of what is DISALLOWED", "xn--bCHER-kvA.xn--a", []string{"RFC 5892 §3 U+0080"}},
		{"not UTF-8", "é\xff", []string{"RFC 5891 §5.2 -"}},

		{"A.1 after a virama", "क्\u200cष", nil},
		{"A.1 between letters that join", "نامه\u200cای", nil},
		{"A.1 with transparent marks", "ب\u064b\u200c\u064bب", nil},
		{"A.1 otherwise", "ا\u200cب.a\u200cb.\u200cب.ب\u200c.ب\u200cا\u200c", []string{"A.1", "A.1", "A.1", "RFC 5893",
			"A.1", "RFC 5893", "A.1", "RFC 5893"}},
		{"A.2", "क्\u200dष.ब\u200d", []string{"RFC 5892 Appendix A.2 U+200D"}},
		{"A.3", "l·l.a·l.l·a.·l.l·", []string{"A.3", "A.3", "A.3", "A.3"}},
		{"A.4", "\u0375α.α\u0375.\u0375a", []string{"A.4", "A.4"}},
		{"A.5, A.6", "א\u05f3.א\u05f4", nil},
		{"A.5, A.6 fail", "\u05f3א.é\u05f4", []string{"A.5 U+05F3", "A.6 U+05F4", "RFC 5893"}},
		{"A.7", "ア・.・漢.・の.・a", []string{"A.7 U+30FB"}},
		{"A.8, A.9", "ا\u0660.ا\u06f0", nil},
		{"A.8, A.9, the last digits", "ا\u0669.ا\u06f9", nil},
		{"A.8, A.9 fail", "ا\u0660\u06f0", []string{"A.8 U+0660", "A.9 U+06F0", "RFC 5893"}},

		{"bidi", "אב.אב1.ا1", nil},
		{"bidi 1", "1א", []string{"RFC 5893 §2 U+0031"}},
		{"bidi 1, a number beside, which RFC 3987 §4.4 example 10 has", "1.אב", nil},
		{"bidi 1, not without one", "1.ab", nil},
		{"bidi 2", "אaא", []string{"RFC 5893 §2 U+0061"}},
		{"bidi 3", "א·א", []string{"A.3"}},
		{"bidi 4", "א1\u0660", []string{"RFC 5893 §2 U+0660"}},
		{"bidi 5", "aא", []string{"RFC 5893 §2 U+05D0"}},
		{"bidi in an A-label", "xn--0ca24w", []string{"RFC 5893 §2 U+05D0"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			faults := Check(tt.in)
			var got []string
			for _, f := range faults {
				c := "-"
				if f.Rune != 0 {
					c = fmt.Sprintf("%U", f.Rune)
				}
				got = append(got, f.Section+" "+c)
				checkFault(t, tt.in, f)
			}
			if !slices.EqualFunc(got, tt.want, strings.Contains) {
				t.Errorf("%+q: got %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func checkFault(t *testing.T, name string, f Fault) {
	t.Helper()
	if f.LabelStart > f.Start || f.Start > f.End || f.End > f.LabelEnd || f.LabelEnd > len(name) || f.Why == 0 ||
		f.Section == "" {
		t.Errorf("%+q: bad fault %+v", name, f)
	}
	if label := name[f.LabelStart:f.LabelEnd]; f.Rune != 0 && !hasPrefix(label) &&
		name[f.Start:f.End] != string(f.Rune) {
		t.Errorf("%+q: %U is not at [%d,%d)", name, f.Rune, f.Start, f.End)
	}
	if utf8.RuneCountInString(f.Label+f.Decoded+f.Encoded+f.Char+f.Write) > 400 {
		t.Errorf("message of %d characters", utf8.RuneCountInString(f.Label+f.Decoded+f.Encoded+f.Char+f.Write))
	}
}

// TestHostile checks that the time for a name is in proportion to its length, and that a
// name that is too long is reported as such, whatever its other faults are.
func TestHostile(t *testing.T) {
	for _, part := range []string{"_", "\u30fb", "\u0660\u06f0", "ب\u064b\u200c", "א.", "é\u0378.", "xn--a.", "-", "..",
		"\u0301"} {
		for _, size := range []int{MaxChecked, 1 << 22} {
			faults := Check(strings.Repeat(part, size/len(part)))
			if len(faults) > maxFaults {
				t.Errorf("%+q: %d faults", part, len(faults))
			}
			if !slices.ContainsFunc(faults, func(f Fault) bool { return f.Section == "RFC 1035 §2.3.4" }) {
				t.Errorf("%+q: the length is not reported", part)
			}
		}
	}
}

func TestToUnicode(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"xn--bcher-kva", "bücher"}, {"XN--BCHER-KVA", "bücher"}, {"xn--99zt52a", "納豆"},
		{"bücher", ""}, {"example", ""}, {"xn--a", ""}, {"xn--", ""}, {"", ""}, {"xn--bcher-kva.xn--bcher-kva", ""},
	} {
		if got, ok := ToUnicode(tt.in); got != tt.want || ok != (tt.want != "") {
			t.Errorf("ToUnicode(%q): got %q, %v, want %q", tt.in, got, ok, tt.want)
		}
	}
}

// TestDerivation checks what RFC 5892 §3 implies for every version of Unicode:
// normalization does not change a character that is valid.
func TestDerivation(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if PropertyOf(r) == PValid && !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && r != '-' && r != 0x06FD &&
			r != 0x06FE && r != 0x0F0B && r != 0x3007 {
			t.Errorf("%U is PVALID", r)
		}
	}
}

func FuzzToASCII(f *testing.F) {
	for _, s := range []string{"bücher.example", "xn--bcher-kva", "א0٠.a", "क्\u200dष", "l·l", "..", "\xff", "xn--a-",
		"-é-", "\u0301", strings.Repeat("é.", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out, faults := ToASCII(s)
		for _, fault := range faults {
			checkFault(t, s, fault)
		}
		if (faults == nil) != (Check(s) == nil) {
			t.Fatalf("%+q: Check and ToASCII disagree", s)
		}
		if Valid(s) != (faults == nil) {
			t.Fatalf("%+q: Check and Valid disagree", s)
		}
		if faults != nil {
			return
		}
		if again, faults := ToASCII(out); faults != nil || again != out || !chars.IsASCII(out) {
			t.Fatalf("%+q: got %q, then %q, %v", s, out, again, faults)
		}
		for i, label := range strings.Split(out, ".") {
			was := strings.Split(s, ".")[i]
			if u, ok := ToUnicode(label); ok && !hasPrefix(was) && u != was {
				t.Fatalf("%+q: label %q becomes %q and %q again", s, was, label, u)
			}
		}
	})
}

// TestGenerated checks that the tables are equal to the output of the generator.
func TestGenerated(t *testing.T) {
	if testing.Short() || UnicodeVersion != unicode.Version {
		t.Skipf("the tables are of Unicode %s, this Go has %s", UnicodeVersion, unicode.Version)
	}
	prefix := filepath.Join(t.TempDir(), "tables")
	if out, err := exec.Command("go", "run", "gen.go", "-prefix", prefix).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := os.ReadFile(prefix + UnicodeVersion + "_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("tables" + UnicodeVersion + "_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("tables_gen.go is stale: run go generate")
	}
}

// TestLength checks that a number of bytes is that of the A-label: of more than 63 characters none is given.
func TestLength(t *testing.T) {
	for n := 1; n <= 70; n++ {
		for _, label := range []string{strings.Repeat("é", n), "é" + strings.Repeat("a", n), strings.Repeat("日a", n)} {
			ascii, err := idna.Punycode.ToASCII(label)
			if err != nil {
				t.Fatal(err)
			}
			for _, tt := range []struct {
				why        Why
				name       string
				limit, has int
			}{
				{LongLabel, label, MaxLabel, len(ascii)},
				{LongASCII, strings.Repeat(label+".", 5) + "é", MaxName, 5*(len(ascii)+1) + len("xn--9ca")},
			} {
				want := []int{tt.has}
				if utf8.RuneCountInString(label) > MaxLabel {
					want[0] = 0
				}
				if tt.has <= tt.limit {
					want = nil
				}
				var got []int
				for _, f := range Check(tt.name) {
					if f.Why == tt.why {
						got = append(got, f.Bytes)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%q: got %d bytes, want %d", tt.name, got, want)
				}
			}
		}
	}
}
