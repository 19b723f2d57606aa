package bench

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestPeerPage holds docs/peers.md, and the table in the README, to the file of the last run.
func TestPeerPage(t *testing.T) {
	j, err := os.ReadFile("peers/last.json")
	if err != nil {
		t.Fatal(err)
	}
	var run PeerRun
	if err := json.Unmarshal(j, &run); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"../docs/peers.md": run.Page(), "../README.md": run.Head(),
		"../npm/README.md": run.NPM()} {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(got), want) {
			t.Errorf("%s is not that of the last run: it lacks\n%s", name, want)
		}
	}
	for rule, want := range map[string]int{"URI": 4, "IRI": 3} {
		if got := run.Agreeing(rule); len(got) < want {
			t.Errorf("with every row of %s agree %q, want %d of others", rule, got, want)
		}
	}
	for _, p := range run.Peers {
		if p.IsOurs() && p.BadAccepted+p.GoodRefused > 0 {
			t.Errorf("%s: %d bad rows are accepted and %d good ones refused", p.Name, p.BadAccepted, p.GoodRefused)
		}
	}
}
