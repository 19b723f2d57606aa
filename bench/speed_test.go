package bench

import (
	"math"
	"os"
	"strings"
	"testing"
)

// TestSpeedPage holds that docs/speed.md has a line for each row of the table, in its order and with its aim, and no
// other.
func TestSpeedPage(t *testing.T) {
	text, err := os.ReadFile("../docs/speed.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| --- | ---: | --- | --- | --- |\n")
	if !ok {
		t.Fatal("docs/speed.md has no table")
	}
	lines := strings.Split(strings.TrimSpace(table), "\n")
	rows := Rows()
	if len(lines) != len(rows) {
		t.Fatalf("docs/speed.md has %d lines, want %d: make bench WHAT=speed writes it", len(lines), len(rows))
	}
	for k, r := range rows {
		aim := " | " + r.Aim.Text(r.Unit) + " | "
		if !strings.HasPrefix(lines[k], "| "+r.Name+" | ") || !strings.Contains(lines[k], aim) {
			t.Errorf("line %d of docs/speed.md is %q, want that of %q with %q", k+1, lines[k], r.Name, aim)
		}
	}
}

// TestMet holds what is said of an aim.
func TestMet(t *testing.T) {
	peers := []Peered{{"other", 100}}
	for _, row := range []struct {
		name string
		unit Unit
		aim  Aim
		here float64
		want string
	}{
		{"a time that is short enough", NS, Aim{Figure: 15}, 15, "met"},
		{"a time that is too long", NS, Aim{Figure: 15}, 30, "not met: 2.00"},
		{"a rate that is high enough", Rate, Aim{Figure: 150}, 151, "met"},
		{"a rate that is too low", Rate, Aim{Figure: 150}, 100, "not met: 1.50"},
		{"a time beside a peer", NS, Aim{2, "other"}, 200, "met"},
		{"a rate beside a peer", Rate, Aim{1, "other"}, 50, "not met: 2.00"},
		{"a peer that is not there", Rate, Aim{1, "absent"}, 50, "no peer"},
		{"a peer without a figure", NS, Aim{1, "empty"}, 50, "no peer"},
	} {
		l := Line{Row{row.name, row.unit, row.aim, nil}, row.here, append(peers, Peered{"empty", math.NaN()})}
		if got := l.Met(); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

// TestKeep has a row that is run twice: the better figures stay, each by itself, and peers without a figure are left
// out.
func TestKeep(t *testing.T) {
	runners := func(here, other, absent float64) []Runner {
		var list []Runner
		for name, f := range map[string]float64{"other": other, "absent": absent} {
			list = append(list, Runner{name, nil, func() float64 { return f }})
		}
		return append([]Runner{{"here", nil, func() float64 { return here }}}, list...)
	}
	for unit, want := range map[Unit][2]float64{NS: {2, 3}, Rate: {4, 5}} {
		var l Line
		r := Row{Name: "row", Unit: unit}
		l.Keep(r, runners(2, 5, math.NaN()))
		l.Keep(r, runners(4, 3, math.NaN()))
		if l.Name != r.Name || l.Here != want[0] || len(l.Peers) != 1 || l.Peers[0] != (Peered{"other", want[1]}) {
			t.Errorf("%s: got %v and %v, want %v", unit, l.Here, l.Peers, want)
		}
	}
}
