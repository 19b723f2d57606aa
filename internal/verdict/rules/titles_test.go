package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
)

// titleLanguages are the languages in which the corpus of titles is made.
var titleLanguages = strings.Fields("ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv " +
	"ml mr nl no pl pt ro ru sk sl sr sv ta te th tr uk ur vi zh zh-Hant ka am my km")

// titleSymbols stand beside words in titles as they are in encyclopedias: Greek letters as
// symbols, digits, units.
var titleSymbols = map[string][]string{
	"zh": {"α粒子", "β衰变", "α波", "γ射线", "Ω网络", "π介子", "σ代数", "Δ函数", "T细胞", "X射线", "B站"},
	"ja": {"α粒子", "β崩壊", "γ線", "π中間子", "Ωネット", "αブロガー", "Tシャツ", "ビタミンC"},
	"ko": {"Α선", "α입자", "β붕괴", "Γ함수", "π중간자", "T세포"},
	"en": {"Δx", "ΛCDM", "TNFα", "IFNγ", "TGFβ", "PPARγ", "ΔT", "λx", "θ_JA", "β-carotene", "π-bond", "Σ-algebra"},
	"el": {"DNA", "Αθήνα", "π.χ."},
	"ru": {"β-распад", "Δ-функция", "Windows"},
}

// titles returns article titles: the names of languages, scripts and regions of CLDR in many
// languages, as they are and with digits, brackets, commas and symbols as titles have them.
func titles() []string {
	var out []string
	seen := make(map[string]bool)
	add := func(s string) {
		s = strings.ReplaceAll(s, " ", "_")
		if s != "" && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	rnd := rand.New(rand.NewPCG(3987, 1))
	for _, code := range titleLanguages {
		tag := language.MustParse(code)
		var words []string
		regions, scripts, languages := display.Regions(tag), display.Scripts(tag), display.Languages(tag)
		for a := 'A'; a <= 'Z'; a++ {
			for b := 'A'; b <= 'Z'; b++ {
				if r, err := language.ParseRegion(string(a) + string(b)); err == nil && regions != nil {
					words = append(words, regions.Name(r))
				}
				if l, err := language.ParseBase(strings.ToLower(string(a) + string(b))); err == nil &&
					languages != nil {
					words = append(words, languages.Name(l))
				}
			}
		}
		for name := range strings.FieldsSeq("Latn Cyrl Grek Hans Hant Jpan Kore Arab Hebr Deva Beng Thai Geor Armn " +
			"Taml Telu") {
			if s, err := language.ParseScript(name); err == nil && scripts != nil {
				words = append(words, scripts.Name(s))
			}
		}
		// CLDR has U+200F in some Hebrew names, which RFC 3987 §4.1 forbids. It has U+200B between words
		// of Khmer, and U+FEFF at the end of some Amharic names: §6.1 b advises against both.
		words = slices.DeleteFunc(words, func(w string) bool {
			return w == "" ||
				strings.ContainsAny(w, "[]%?#\"<>{}|\\^`\u200F\u200B\uFEFF")
		})
		if len(words) == 0 {
			continue
		}
		base, _ := tag.Base()
		symbols := append(slices.Clone(titleSymbols[base.String()]), "(disambiguation)", "A/B", "C++", "3D", "№_1", "½",
			"°C", "§_5", "€", "–")
		for i, w := range words {
			add(w)
			switch code {
			case "ar", "fa", "ur":
				add(w + "،_" + words[rnd.IntN(len(words))])
				add(words[rnd.IntN(len(words))] + "_(" + w + "،_" + words[rnd.IntN(len(words))] + ")")
				add(words[rnd.IntN(len(words))] + "_«" + w + "»_" + words[rnd.IntN(len(words))])
			case "he":
				add(words[rnd.IntN(len(words))] + "_–_" + w)
				add(words[rnd.IntN(len(words))] + "_„" + w + "”_" + words[rnd.IntN(len(words))])
			}
			other := words[rnd.IntN(len(words))]
			switch i % 6 {
			case 0:
				add(fmt.Sprintf("%s_(%s)", w, other))
			case 1:
				add(fmt.Sprintf("%s_%d", w, 1800+rnd.IntN(230)))
			case 2:
				add(w + ",_" + other)
			case 3:
				add(fmt.Sprintf("%d–%d_%s", 1900+rnd.IntN(50), 1950+rnd.IntN(70), w))
			case 4:
				add(w + "_" + symbols[rnd.IntN(len(symbols))])
			case 5:
				add(w + ":" + other + "!")
			}
		}
		for _, s := range symbols {
			add(s)
		}
	}
	return out
}

// TestTitles holds that article titles in many languages have no findings: by default, and
// of the codes suspicious-….
func TestTitles(t *testing.T) {
	testkit.StatesRFC(t, "/p")
	all := titles()
	if len(all) < 20_000 {
		t.Errorf("there are %d titles, want at least 20000", len(all))
	}
	bad := 0
	for _, title := range all {
		for _, f := range iri.Check("https://example.org/wiki/"+title, iri.WithSuspicious()).Findings() {
			if bad++; bad <= 20 {
				t.Errorf("%s: %s: %s", title, f.Code, f.Message)
			}
		}
	}
	t.Logf("%d titles, %d findings", len(all), bad)
}

// TestGreekSymbols holds which words with Greek letters are everyday titles, and which
// could pass for a word of another script.
func TestGreekSymbols(t *testing.T) {
	for _, tt := range []struct {
		word  string
		clean bool
	}{
		{"α粒子", true}, {"β衰变", true}, {"α波", true}, {"Α선", true}, {"Δx", true}, {"ΛCDM", true},
		{"TNFα", true}, {"IFNγ", true}, {"αブロガー", true},
		{"ελlada", false}, {"gοοgle", false}, {"pαypal", false}, {"Αpple", false}, {"раypal", false},
		{"Δдом", false}, {"ρaypal", false}, {"TΑ", false},
	} {
		found := false
		for _, f := range iri.Check("http://example.org/" + tt.word).Findings() {
			found = found || f.Code == "mixed-script"
		}
		if found == tt.clean {
			t.Errorf("%s: mixed-script is %v, want %v", tt.word, found, !tt.clean)
		}
	}
	for _, f := range iri.Check("http://α粒子.example/").Findings() {
		if f.Code == "mixed-script" {
			return
		}
	}
	t.Error("a host label that mixes Greek and Han has no finding")
}
