package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFilterKeepsHeaders filters tables made at random: the first line names the columns, and stays whatever is rejected
// below it.
func TestFilterKeepsHeaders(t *testing.T) {
	columns := []struct {
		names  []string
		fields func(n int) string
	}{
		{strings.Fields("uri URL item.url dct:source skos:broader ex:home http://www.w3.org/2004/02/skos/core#broader homepage Link"),
			func(n int) string { return fmt.Sprintf("http://e/%d%s", n, [...]string{"", "", " x"}[n%3]) }},
		{strings.Fields("id subject_id skos:broader dct:subject"), func(n int) string { return fmt.Sprint("HP:", 1000+n) }},
		{strings.Fields("name skos:prefLabel Label@en ex:note"), func(n int) string { return fmt.Sprint("name of ", n) }},
		{strings.Fields("age n 2024 schema:age"), func(n int) string { return fmt.Sprint(n) }},
		{strings.Fields("date created_at dct:issued"), func(n int) string { return fmt.Sprintf("2024-01-%02dT10:00:00Z", 1+n%28) }},
	}
	r := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	for i := range 400 {
		kinds := []int{0}
		for range r.IntN(4) {
			kinds = append(kinds, r.IntN(len(columns)))
		}
		r.Shuffle(len(kinds), func(a, b int) { kinds[a], kinds[b] = kinds[b], kinds[a] })
		var lines []string
		for row := range 2 + r.IntN(6) {
			var fields []string
			for _, k := range kinds {
				field := columns[k].fields(r.IntN(1000))
				if row == 0 {
					field = columns[k].names[r.IntN(len(columns[k].names))]
				}
				fields = append(fields, field)
			}
			lines = append(lines, strings.Join(fields, ","))
		}
		name := filepath.Join(dir, fmt.Sprint(i, ".csv"))
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		got, said := runAdvice("filter", "-f", name)
		want := lines[:1:1]
		for _, line := range lines[1:] {
			if !strings.Contains(line, " x") {
				want = append(want, line)
			}
		}
		if text := strings.Join(want, "\n") + "\n"; got != text {
			t.Errorf("filter of %q: got %q, want %q; %s", lines, got, text, said)
		}
	}
}
