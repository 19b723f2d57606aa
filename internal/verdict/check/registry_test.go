//go:build !plain

package check

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/clean"
	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// The kernels of internal/fast know sooner than the registry what is clean. Here they are held to
// it: what they call clean has no findings by any rule that is on by default.

// cleanTo returns the kernels that call a string clean which conforms to IRI-reference.
func cleanTo(k *clean.Kernels, auto *clean.Automaton, ref *component.Ref) (names []string) {
	if k.Of(ref).Clean {
		names = append(names, "fast/clean, of one string")
	}
	state, ticks := auto.Start(), 0
	for i, r := range ref.Text {
		for ; ticks < i/lines.TickBytes; ticks++ {
			state = auto.Tick(state)
		}
		state = auto.Step(state, r)
	}
	if auto.Accept(state) {
		names = append(names, "fast/clean, automaton")
	}
	return names
}

// holdsRegistry fails if a kernel calls s clean and the registry has findings, or if the findings
// are others when what the kernels know is not looked for again. It returns whether s is clean to
// all kernels.
func holdsRegistry(t *testing.T, auto *clean.Automaton, s string) bool {
	t.Helper()
	var ref component.Ref
	rule, o := spec.RFC3987.Reference(), &report.Settings{}
	if !rule.Split(s, &ref) {
		return false
	}
	known, _ := knownOf(&ref)
	names := cleanTo(kernels(), auto, &ref)
	if names == nil && known == (prose.Known{}) {
		return false
	}
	found, _, _ := prose.Check(&ref, rule, o, prose.Known{})
	if len(found) > 0 && names != nil {
		t.Errorf("%+q: clean to %q, and has the finding %s", s, names, found[0].Code)
	}
	if again, _, _ := prose.Check(&ref, rule, o, known); !reflect.DeepEqual(again, found) {
		t.Errorf("%+q: with what is known (%+v) the findings are %v, want %v", s, known, again, found)
	}
	return len(names) == 2
}

// TestFastHoldsRegistry goes through the examples of every rule, and through every character in
// every place. A new rule that is on by default is entered in the registry alone if it asks for a
// property of characters; any other one fails here until the kernels that are named know it.
func TestFastHoldsRegistry(t *testing.T) {
	auto := kernels().Automaton()
	for _, r := range prose.Rules() {
		for _, s := range slices.Concat(r.Good, r.Bad) {
			holdsRegistry(t, auto, s)
		}
	}
	places := []string{"http://%c/", "http://h/a/%c?%c#%c", "http://a%cz.example/"}
	if !testing.Short() {
		places = append(places, "http://u%c@h/", "https://%c1.example", "http://h/a%ca", "http://h?%c%%41", "http://h#1%c", "x:%c", "//%c", "%c")
	}
	clean := 0
	for c := rune(' '); c <= utf8.MaxRune; c++ {
		if c >= 0x32000 && c%0x100 > 2 && c>>12 != 0xE0 || c >= 0x3200 && c%rune(testkit.Size(8, 4, 1)) > 0 {
			continue // unassigned or for private use, for long; or Han and Hangul
		}
		for _, place := range places {
			if holdsRegistry(t, auto, replaced(place, c)) {
				clean++
			}
		}
	}
	if clean < 30_000 {
		t.Errorf("%d strings are clean to all kernels, want 30,000", clean)
	}
}

// replaced returns the format with a character in each place.
func replaced(format string, c rune) string {
	n := 0
	for i := range format[1:] {
		if format[i:i+2] == "%c" {
			n++
		}
	}
	return fmt.Sprintf(format, slices.Repeat([]any{c}, n)...)
}

// TestFastTakesProperties holds that a property of characters that a rule asks for need not be
// entered anywhere but in the registry: no kernel calls a character with it clean.
func TestFastTakesProperties(t *testing.T) {
	const more = chars.Width | chars.Mark
	k := clean.New(prose.DefaultChars() | more)
	auto, plainAuto := k.Automaton(), kernels().Automaton()
	avoided := 0
	for c := rune(0x80); c < 0x20000; c++ {
		if chars.Of(c).Flags()&more == 0 {
			continue
		}
		for _, format := range []string{"http://h/%c", "http://h/a%c", "http://a%c.example/"} {
			ref := component.Conforming(fmt.Sprintf(format, c))
			if names := cleanTo(k, auto, &ref); names != nil {
				t.Errorf("%+q: clean to %q", ref.Text, names)
			}
			if cleanTo(kernels(), plainAuto, &ref) != nil {
				avoided++
			}
		}
	}
	if avoided < 500 {
		t.Errorf("without the properties %d strings are clean, want 500: the test says nothing", avoided)
	}
}
