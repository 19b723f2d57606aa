package spec

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// TestPublished holds the hashes of what is published to the documents, as the folder grammar/published has them.
func TestPublished(t *testing.T) {
	var want []string
	for _, s := range Specs() {
		if s.Profile() == nil {
			continue
		}
		g, err := abnf.Load(published.Files, ".", s.Name())
		if err != nil {
			t.Fatal(err)
		}
		rules := []string{g.Reference, "pct-encoded"}
		for _, c := range g.Components {
			rules = append(rules, c.Rule)
		}
		for _, name := range rules {
			h := fnv.New64a()
			for _, rule := range g.Closure(g.Rule(name)) {
				fmt.Fprintln(h, rule)
			}
			want = append(want, fmt.Sprintf("%016x", h.Sum64()))
		}
	}
	slices.Sort(want)
	if want = slices.Compact(want); !slices.Equal(strings.Fields(publishedHashes), want) {
		t.Errorf("got %d hashes, want %d:\n%s", len(strings.Fields(publishedHashes)), len(want), strings.Join(want, " "))
	}
}
