package iribeam_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx/schema"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/beam/iribeam"
)

// A rowID is a key that only this program knows.
type rowID struct {
	Shard string
	N     int32
}

// Each of these gives a string its number as a key.
func withInt64(n int) (int64, string)   { return int64(n), keyed[n] }
func withString(n int) (string, string) { return fmt.Sprint(n), keyed[n] }
func withBytes(n int) ([]byte, string)  { return fmt.Append(nil, n), keyed[n] }
func withStruct(n int) (rowID, string)  { return rowID{"a", int32(n)}, keyed[n] }

var keyed = []string{"http://h/é", "http://h:8a/", "http://h/a b", "http://h/é"}

// Each of these writes what has a key.
func showKeyedFinding(key beam.T, f iribeam.Finding) string {
	return showKeyedString(key, string(f.Code))
}
func showKeyedText(key beam.T, t iribeam.Text) string {
	return showKeyedString(key, string(t.Data[:9]))
}
func showKeyedRejected(key beam.T, r iribeam.Rejected) string {
	return showKeyedString(key, string(r.Record))
}
func showKeyedString(key beam.T, text string) string { return fmt.Sprintf("%v %s", key, text) }
func showRow(r iribeam.Row) string {
	return fmt.Sprintf("%s %s [%d,%d) %s %q", r.Key, r.Code, r.Starts, r.Ends, r.Input, r.Fixed)
}

// TestKeys runs each transform over strings with keys, of several types: each result has the key of its string.
func TestKeys(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	o := iribeam.Options{SummaryBy: iribeam.ByScheme}
	for _, tt := range []struct {
		with any
		key  func(n int) string
	}{
		{withInt64, func(n int) string { return fmt.Sprint(n) }},
		{withString, func(n int) string { return fmt.Sprint(n) }},
		{withBytes, func(n int) string { return fmt.Sprint(fmt.Append(nil, n)) }},
		{withStruct, func(n int) string { return fmt.Sprint(rowID{"a", int32(n)}) }},
	} {
		col := beam.ParDo(s, tt.with, beam.Create(s, 0, 1, 2, 3))
		check := func(col beam.PCollection, show any, want ...string) {
			t.Helper()
			all := make([]any, len(want))
			for i, text := range want {
				key, rest, _ := strings.Cut(text, " ")
				all[i] = tt.key(int(key[0]-'0')) + " " + rest
			}
			// The Reshuffle encodes and decodes the elements.
			passert.Equals(s, beam.ParDo(s, show, beam.Reshuffle(s, col)), all...)
		}
		checked := iribeam.Check(s, col, o)
		check(checked.Findings, showKeyedFinding, "1 port", "2 ipath-abempty")
		passert.Equals(s, beam.ParDo(s, showCount, checked.By(s, iribeam.ByScheme)), "http 2")
		check(iribeam.Report(s, col, o).Reports, showKeyedText, `1 {"input":`, `2 {"input":`)
		filtered := iribeam.Filter(s, col, o)
		check(filtered.Good, showKeyedString, "0 "+keyed[0], "3 "+keyed[3])
		check(filtered.Rejected, showKeyedRejected, "1 "+keyed[1], "2 "+keyed[2])
		fixed := iribeam.Fix(s, col, nil, o)
		check(fixed.Results, showKeyedString, "0 "+keyed[0], "1 "+keyed[1], "2 http://h/a%20b", "3 "+keyed[3])
		check(fixed.Failed, showKeyedRejected, "1 "+keyed[1])
		uris := iribeam.Convert(s, col, iribeam.Conversion{Kind: iribeam.ToURI}, o)
		check(uris.Results, showKeyedString, "0 http://h/%C3%A9", "1 "+keyed[1], "2 "+keyed[2], "3 http://h/%C3%A9")
		passert.Equals(s, beam.ParDo(s, showCount, iribeam.Summarize(s, col, o).By(s, iribeam.ByScheme)), "http 2")
	}
	runPipeline(t, p)

	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, "beam.DropKey") {
			t.Errorf("Uniq of strings with keys: got %s", text)
		}
	}()
	iribeam.Uniq(s, beam.ParDo(s, withInt64, beam.Create(s, 0)), iribeam.Conversion{Rung: iri.RungScheme}, false, o)
}

// TestRows holds that rows have the keys, and that their schema has nothing that only Go knows.
func TestRows(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	rows := func(col beam.PCollection) beam.PCollection {
		rows := iribeam.Rows(s, iribeam.Check(s, col, iribeam.Options{}).Findings)
		return beam.ParDo(s, showRow, beam.Reshuffle(s, rows))
	}
	port, space := `port [10,11) http://h:8a/ ""`, `ipath-abempty [10,11) http://h/a b "http://h/a%20b"`
	numbers := beam.Create(s, 0, 1, 2, 3)
	passert.Equals(s, rows(beam.CreateList(s, keyed)), " "+port, " "+space)
	passert.Equals(s, rows(beam.ParDo(s, withInt64, numbers)), "1 "+port, "2 "+space)
	passert.Equals(s, rows(beam.ParDo(s, withBytes, numbers)), "1 "+port, "2 "+space)
	passert.Equals(s, rows(beam.Create(s, "http://h/\xff")), " utf-8 [9,10) http://h/\uFFFD \"\"")
	runPipeline(t, p)

	got, err := schema.FromType(reflect.TypeFor[iribeam.Row]())
	if err != nil || len(got.GetFields()) != reflect.TypeFor[iribeam.Row]().NumField() {
		t.Fatal(got, err)
	}
	for _, f := range got.GetFields() {
		if f.GetName() != strings.ToLower(f.GetName()) || f.GetType().GetAtomicType() == 0 {
			t.Errorf("the schema has %v", f)
		}
	}
}
