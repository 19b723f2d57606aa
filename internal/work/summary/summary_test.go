package summary

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// add counts the items with the numbers from from to to-1.
func add(s *Summary, from, to int) {
	v := check.NewValidator(spec.RFC3987.Top(), finding.Run{Settings: finding.Settings{GrammarOnly: true}})
	for i := from; i < to; i++ {
		text := fmt.Sprintf("http://h%d:%da/x y", i%7, i)
		if i%3 == 0 {
			text = "a:b"
		}
		rec := &input.Item{Text: text, Format: input.Words, Source: "f", Place: input.Place{Line: i + 1, Col: 1}, Raw: []byte(text)}
		var rep finding.Report
		v.Validate(&rep, text)
		s.Add(rec, rep.Findings, rep.More, rep.Conforms(), ByFile)
	}
}

// TestMerge checks that merged parts are equal to one run, wherever the parts are cut.
func TestMerge(t *testing.T) {
	var want Summary
	add(&want, 0, 500)
	for _, step := range []int{1, 7, 100, 499} {
		var got Summary
		for i := 0; i < 500; i += step {
			var part Summary
			add(&part, i, min(i+step, 500))
			got.Merge(&part)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("parts of %d: got %s, want %s", step, got.AppendJSON(nil), want.AppendJSON(nil))
		}
	}
}

// TestJSONRoundTrip checks that a summary that goes on from its JSON has the same counts.
func TestJSONRoundTrip(t *testing.T) {
	var s, got Summary
	add(&s, 0, 100)
	data, err := json.Marshal(&s)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	add(&s, 100, 200)
	add(&got, 100, 200)
	if !reflect.DeepEqual(got, s) {
		t.Errorf("got %s, want %s", got.AppendJSON(nil), s.AppendJSON(nil))
	}
}

func TestAppendJSON(t *testing.T) {
	var s Summary
	add(&s, 0, 50)
	var v struct {
		Summary struct {
			Inputs, Conforming, NotConforming int
			Codes                             []struct {
				Code     string
				Count    int
				Examples []struct {
					Input        string
					Line, Column int
				}
			}
		}
	}
	if err := json.Unmarshal(s.AppendJSON(nil), &v); err != nil {
		t.Fatal(err)
	}
	if v.Summary.Inputs != 50 || v.Summary.Conforming != 17 || v.Summary.NotConforming != 33 {
		t.Errorf("got %+v", v.Summary)
	}
	if len(v.Summary.Codes) != 2 || v.Summary.Codes[0].Count != 33 || len(v.Summary.Codes[0].Examples) != 3 ||
		v.Summary.Codes[0].Examples[0].Line != 2 {
		t.Errorf("got %+v", v.Summary.Codes)
	}
}

// TestOrder checks that parts in any order give the same rows, with the examples that come first
// in the input: in two files, in words, which have no offsets, and of findings of one item.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for _, name := range []string{"a.txt", "b.txt"} {
		names = append(names, filepath.Join(dir, name))
		text := strings.Repeat("http://h:8a/ b\nhttp://g/<>|\nx://h/ /%zz%zz|%zz%zz\na:b\n", 5)
		if err := os.WriteFile(names[len(names)-1], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	v := check.NewValidator(spec.RFC3987.Top(), finding.Run{})
	var parts []Summary // of one item each
	add := func(rec *input.Item) {
		var rep finding.Report
		v.Validate(&rep, rec.Text)
		parts = append(parts, Summary{})
		parts[len(parts)-1].Add(rec, rep.Findings, rep.More, rep.Conforms(), ByScheme)
	}
	for i, name := range names {
		o := new(input.Options)
		f, err := input.Open(name, o)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		f.Number = i
		b, err := input.NewScanner(f, o).Next(nil)
		if err != nil {
			t.Fatal(err)
		}
		for rec := range b.Items(o) {
			add(rec)
		}
	}
	for rec := range input.ChunkOf([]string{"1:w", "2:w", "3:w", "4:w"}, 0).Items(new(input.Options)) {
		add(rec)
	}
	merged := func(order []int) string {
		var left, right Summary
		for _, i := range order[:len(order)/2] {
			left.Merge(&parts[i])
		}
		for _, i := range order[len(order)/2:] {
			right.Merge(&parts[i])
		}
		right.Merge(&left)
		data, err := json.Marshal(&right) // with the places of the examples
		if err != nil {
			t.Fatal(err)
		}
		return string(data) + string(right.AppendJSON(nil))
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	want := merged(order)
	if !strings.Contains(want, `"3:w"`) || strings.Contains(want, `"4:w"`) {
		t.Errorf("got %s, want the first three words as examples", want)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		if got := merged(order); got != want {
			t.Fatalf("%v: got %s, want %s", order, got, want)
		}
	}
}

// TestManyNames checks the limit on names, which come from the input: those that come first are
// shown, no finding is lost, and the table does not grow, in one part and over many.
func TestManyNames(t *testing.T) {
	f := []finding.Finding{{Code: "port", Severity: finding.Error}}
	for _, size := range []int{1, 7000, 5 * maxNames} {
		var s, part Summary
		for i := range 5 * maxNames {
			text := fmt.Sprintf("http://h%d:x/", i)
			part.Add(&input.Item{Text: text, Format: input.Words, Raw: []byte(text), Place: input.Place{Offset: int64(i)}}, f, 0, false,
				ByHost)
			if (i+1)%size == 0 || i == 5*maxNames-1 {
				s.Merge(&part)
				part.Reset()
			}
			if n := max(len(s.Table), len(part.Table)); n > 2*maxNames+1 {
				t.Fatalf("%d names after %d", n, i)
			}
		}
		rows := s.Table.Rows()
		if len(rows) != maxNames+1 || rows[0].Name != others || rows[0].Count != 4*maxNames ||
			rows[0].Examples[0].Offset != maxNames {
			t.Errorf("parts of %d: got %d hosts, first %+v", size, len(rows), rows[0])
		}
		for _, row := range rows[1:] {
			if row.Count != 1 || row.Examples[0].Offset >= maxNames {
				t.Fatalf("parts of %d: %s is shown, and it is not among the first names", size, row.Name)
			}
		}
	}
}

func TestSplitHost(t *testing.T) {
	tests := []struct {
		text, scheme, host string
		has                bool
	}{
		{"HTTP://u@Example.org:80/x", "http", "example.org", true},
		{"http://[::1]:8a/", "http", "[::1]", true},
		{"http://[::1", "http", "[::1", true}, // the host is not closed
		{"//h/p", "", "h", true},
		{"mailto:a@b", "mailto", "", false},
		{"1a:b", "", "", false},
		{"a b:c", "", "", false},
		{"", "", "", false},
		{"x:///p", "x", "", true},
		{"http://h\xff/", "http", "h\uFFFD", true},
	}
	for _, tt := range tests {
		scheme, host, has := splitHost(tt.text)
		if scheme != tt.scheme || host != tt.host || has != tt.has {
			t.Errorf("%q: got %q, %q, %v; want %q, %q, %v", tt.text, scheme, host, has, tt.scheme, tt.host, tt.has)
		}
	}
}

// TestReasons counts findings by their code and the message without its values.
func TestReasons(t *testing.T) {
	var s Summary
	v := check.NewValidator(spec.RFC3987.Top(), finding.Run{})
	for _, text := range []string{"http://h:8a/", "http://h:b/", "http://h:1-2/", "http://e/a b"} {
		var rep finding.Report
		v.Validate(&rep, text)
		s.Add(&input.Item{Text: text, Format: input.Words, Raw: []byte(text)}, rep.Findings, 0, false, ByReason)
	}
	outside := []finding.Finding{{Code: "json-syntax", Severity: finding.Error, Message: finding.External("line 7", nil)}}
	s.Add(&input.Item{Format: input.Words}, outside, 0, false, ByReason)
	var got strings.Builder
	for _, row := range s.Table.Rows() {
		fmt.Fprintf(&got, "%d %.10s\n", row.Count, row.Name)
	}
	if want := "3 port: … is\n1 ipath-abem\n1 json-synta\n"; got.String() != want {
		t.Errorf("got %q, want %q", got.String(), want)
	}
}
