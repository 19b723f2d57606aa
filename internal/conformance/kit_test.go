package conformance

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
)

// kitRows reads a file of the conformance kit.
func kitRows[T any](t *testing.T, file string) (rows []T) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "conformance", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var row T
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.DisallowUnknownFields()
		if err := d.Decode(&row); err != nil {
			t.Fatalf("%s: %v in %s", file, err, lines.Text())
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows", file)
	}
	return rows
}

// TestAdapters holds that adapters are short, and runs one over all rows of a rule.
func TestAdapters(t *testing.T) {
	kit := filepath.Join("..", "..", "conformance")
	files, err := filepath.Glob(filepath.Join(kit, "adapters", "adapter.*"))
	if err != nil || len(files) < 4 {
		t.Fatalf("%d adapters, error %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n > 40 {
			t.Errorf("%s has %d lines, want at most 40", file, n)
		}
	}
	for _, program := range []string{"python3", "node", "go"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is missing", program)
		}
	}
	bin := filepath.Join(t.TempDir(), "adapter")
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", bin,
		filepath.Join(kit, "adapters", "adapter.go")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, tt := range []struct {
		name, file, rule string
		adapter          []string
		agree            bool
	}{
		{"Go", "syntax/rfc3987.jsonl", "ihost", []string{bin, "ihost"}, true},
		{"the wrong rule", "syntax/rfc3987.jsonl", "ihost", []string{bin, "ipath"}, false},
		{"JavaScript", "syntax/rfc3987.jsonl", "IRI", []string{"node", "adapters/adapter.mjs"}, true},
		{"Python, which does not validate", "syntax/rfc3986.jsonl", "URI", []string{"python3", "adapters/adapter.py"},
			false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command("python3", append([]string{"run.py", tt.file, tt.rule, "--"}, tt.adapter...)...)
			cmd.Dir = kit
			out, err := cmd.CombinedOutput()
			if (err == nil) != tt.agree || !strings.Contains(string(out), " rows agree") {
				t.Errorf("got %v, %.600s", err, out)
			}
		})
	}
}

// TestKit holds this library to the rows of the conformance kit, and each row to have a reason.
func TestKit(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "conformance", "syntax", "*.jsonl"))
	if err != nil || len(files) < 4 {
		t.Fatalf("%d suites, error %v", len(files), err)
	}
	for _, file := range files {
		s, ok := iri.SpecByName(strings.TrimSuffix(filepath.Base(file), ".jsonl"))
		if !ok {
			t.Fatalf("%s is not of a spec", file)
		}
		t.Run(s.Name(), func(t *testing.T) {
			for _, row := range kitRows[struct {
				Input string
				Valid bool
				Rules []string
				Why   string
			}](t, "syntax/"+s.Name()+".jsonl") {
				rule, ok := s.Rule(row.Rules[0])
				if !ok || row.Why == "" {
					t.Fatalf("no rule %q, or no reason: %+v", row.Rules[0], row)
				}
				if got := rule.Valid(row.Input); got != row.Valid {
					t.Errorf("%s %q: got %v, want %v: %s", row.Rules[0], row.Input, got, row.Valid, row.Why)
				}
			}
		})
	}
	t.Run("resolve", func(t *testing.T) {
		testkit.StatesRFC(t) // the rows are written by hand
		for _, row := range kitRows[struct{ Base, Ref, Result, Clause string }](t, "resolve.jsonl") {
			base, err := iri.Parse(row.Base)
			if err != nil {
				t.Fatal(err)
			}
			ref, err := iri.ParseRef(row.Ref)
			if err != nil {
				t.Fatal(err)
			}
			if got := base.Resolve(ref).String(); got != row.Result || row.Clause == "" {
				t.Errorf("%q against %q: got %q, want %q (%s)", row.Ref, row.Base, got, row.Result, row.Clause)
			}
		}
	})
	t.Run("normalize", func(t *testing.T) {
		testkit.StatesRFC(t) // the rows are written by hand
		for _, row := range kitRows[struct{ Input, Output, Rung, Clause string }](t, "normalize.jsonl") {
			i, err := iri.Parse(row.Input)
			if err != nil {
				t.Fatal(err)
			}
			var rung iri.Rung
			if err := rung.UnmarshalText([]byte(row.Rung)); err != nil {
				t.Fatal(err)
			}
			if got := i.Normalize(rung).String(); got != row.Output || row.Clause == "" {
				t.Errorf("%q: got %q, want %q (%s)", row.Input, got, row.Output, row.Clause)
			}
		}
	})
	t.Run("map", func(t *testing.T) {
		testkit.StatesRFC(t) // the rows are written by hand
		for _, row := range kitRows[struct{ Input, To, Output, Clause string }](t, "map.jsonl") {
			i, err := iri.Parse(row.Input)
			if err != nil {
				t.Fatal(err)
			}
			var got string
			switch row.To {
			case "uri":
				u, err := i.URI()
				if err != nil {
					t.Fatal(err)
				}
				got = u.String()
			case "iri":
				u, err := iri.ParseURI(row.Input)
				if err != nil {
					t.Fatal(err)
				}
				got = u.IRI().String()
			}
			if got != row.Output || row.Clause == "" {
				t.Errorf("%q to %s: got %q, want %q (%s)", row.Input, row.To, got, row.Output, row.Clause)
			}
		}
	})
}
