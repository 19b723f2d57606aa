package check

import (
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/clean"
	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// What is clean is known sooner than by the registry. Here it is held to it: what is clean, by itself or as a line,
// has no findings by any rule that is on by default.

// cleanTo returns the ways that call a string clean which conforms to IRI-reference.
func cleanTo(l *clean.Language, auto *clean.Automaton, s string) (names []string) {
	if l.Has(s) {
		names = append(names, "a string")
	}
	state, ticks := auto.Start(), 0
	for i, r := range s {
		for ; ticks < i/lines.TickBytes; ticks++ {
			state = auto.Tick(state)
		}
		state = auto.Step(state, r)
	}
	if auto.Accept(state) {
		names = append(names, "a line")
	}
	return names
}

// holdsRegistry fails if s is clean and the registry has findings. It returns whether s is clean as a string and as
// a line.
func holdsRegistry(t *testing.T, auto *clean.Automaton, s string) bool {
	t.Helper()
	var ref component.Ref
	rule, o := spec.RFC3987.Reference(), &finding.Run{}
	if !rule.Split(s, &ref) {
		return false
	}
	names := cleanTo(cleanText(), auto, s)
	if names == nil {
		return false
	}
	if found, _, _ := rules.Check(&ref, rule, o, false, nil); len(found) > 0 {
		t.Errorf("%+q: clean as %q, and has the finding %s", s, names, found[0].Code)
	}
	return len(names) == 2
}

// TestFastHoldsRegistry goes through the examples of every rule, and through every character in
// every place. It fails if a rule has something to say without what its trigger names.
func TestFastHoldsRegistry(t *testing.T) {
	auto := cleanText().Automaton()
	for _, r := range rules.Rules() {
		for _, s := range slices.Concat(r.Good, r.Bad) {
			holdsRegistry(t, auto, s)
		}
	}
	places := []string{"http://%c/", "http://h/a/%c?%c#%c", "http://a%cz.example/"}
	if !testing.Short() {
		places = append(places, "http://u%c@h/", "https://%c1.example", "http://h/a%ca", "http://h?%c%%41",
			"http://h#1%c", "x:%c", "//%c", "%c")
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
		t.Errorf("%d strings are clean in both ways, want 30,000", clean)
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
