package formats_test

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestKinds has files of each kind, made by hand, in which each IRI is marked: ⟦…⟧, with what is written there. After a
// bar follows what that stands for, if it is something else; ⟦{}…⟧ is a URI Template, and ⟦!⟧ the place of a fault.
func TestKinds(t *testing.T) {
	archives, err := filepath.Glob("testdata/kinds/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Files) < 20 {
			t.Errorf("%s has %d files", name, len(archive.Files))
		}
		for _, f := range archive.Files {
			t.Run(filepath.Base(name)+"/"+f.Name, func(t *testing.T) {
				text, want := marked(string(f.Data))
				if got := places(t, f.Name, text); !slices.Equal(got, want) {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			})
		}
	}
}

// marked takes the marks of TestKinds out of a text.
func marked(text string) (plain string, places []string) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "⟦")
		b.WriteString(before)
		if !found {
			return b.String(), places
		}
		raw, after, _ := strings.Cut(rest, "⟧")
		line := b.String()[strings.LastIndexByte(b.String(), '\n')+1:]
		place := fmt.Sprintf("%d:%d", 1+strings.Count(b.String(), "\n"), 1+len([]rune(line)))
		raw, template := strings.CutPrefix(raw, "{}")
		raw, stands, other := strings.Cut(raw, "¦")
		switch text = after; {
		case raw == "!":
			places = append(places, place+" fault")
			continue
		case !other:
			stands = raw
		}
		places = append(places, fmt.Sprintf("%s %q %q %v", place, raw, stands, template))
		b.WriteString(raw)
	}
}

// places returns the places of the IRIs and faults of a file as marked does.
func places(t *testing.T, name, text string) (all []string) {
	var o input.Options
	f, err := input.NewFile(name, strings.NewReader(text), &o)
	if err != nil {
		t.Fatal(err)
	}
	for s := input.NewScanner(f, &o); ; {
		block, err := s.Next(nil)
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		for r := range block.Items(&o) {
			if r.Err != nil {
				all = append(all, fmt.Sprintf("%d:%d fault", r.Err.Line, r.Err.Col))
			} else {
				all = append(all, fmt.Sprintf("%d:%d %q %q %v", r.Line, r.Col, r.Raw, r.Text, r.Template))
			}
		}
	}
}
