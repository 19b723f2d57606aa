package summary

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
)

// add counts the records with the numbers from from to to-1.
func add(s *Summary, from, to int) {
	v := iri.RFC3987.Top().Validator(iri.GrammarOnly())
	for i := from; i < to; i++ {
		text := fmt.Sprintf("http://h%d:%da/x y", i%7, i)
		if i%3 == 0 {
			text = "a:b"
		}
		rec := &input.Record{Text: text, Source: "f", Line: i + 1, Col: 1, Raw: []byte(text)}
		rep := v.Validate(text)
		s.Add(rec, rep.Findings(), rep.More(), rep.Conforms(), true)
		for _, f := range rep.Findings() {
			s.Draw(string(f.Code), 4, 0, int64(i), func() []byte { return []byte(text) })
		}
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
			got.Merge(&part, 4)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("parts of %d: got %s, want %s", step, got.AppendJSON(nil), want.AppendJSON(nil))
		}
	}
}

// TestJSONRoundTrip checks that a run resumed from its JSON has the same counts.
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
	if len(v.Summary.Codes) != 2 || v.Summary.Codes[0].Count != 33 || len(v.Summary.Codes[0].Examples) != 3 || v.Summary.Codes[0].Examples[0].Line != 2 {
		t.Errorf("got %+v", v.Summary.Codes)
	}
}

// TestManyNames checks the limit on names, which come from the input.
func TestManyNames(t *testing.T) {
	var s Summary
	f := []iri.Finding{{Code: "port", Severity: iri.Error}}
	for i := range 2 * maxNames {
		text := fmt.Sprintf("http://h%d:x/", i)
		s.Add(&input.Record{Text: text, Raw: []byte(text)}, f, 0, false, true)
	}
	if len(s.Hosts) > maxNames+1 || s.Hosts[others] == nil || s.Hosts[others].Count != maxNames {
		t.Errorf("got %d hosts, and %v of others", len(s.Hosts), s.Hosts[others])
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

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		n, most int64
		want    string
	}{
		{0, 10, strings.Repeat(" ", 24)},
		{1, 1000000, "▏" + strings.Repeat(" ", 23)},
		{5, 10, strings.Repeat("█", 12) + strings.Repeat(" ", 12)},
		{10, 10, strings.Repeat("█", 24)},
	} {
		if got := bar(tt.n, tt.most); got != tt.want {
			t.Errorf("%d of %d: got %q, want %q", tt.n, tt.most, got, tt.want)
		}
	}
}
