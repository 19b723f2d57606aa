package iribeam_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"

	"github.com/rfc3987/iri/beam/iribeam"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestEverywhere holds that all transforms say the same of the same string, in every format, as the
// command does. The rule for references of the grammar is not its default rule.
func TestEverywhere(t *testing.T) {
	dir := t.TempDir()
	type place struct {
		format runtest.Format
		text   string
		file   string
	}
	var places []place
	for i, f := range runtest.Formats() {
		for j, text := range runtest.Texts() {
			p := place{f, text, filepath.Join(dir, fmt.Sprintf("%d-%d", i, j))}
			if err := os.WriteFile(p.file, []byte(f.File(text)), 0o666); err != nil {
				t.Fatal(err)
			}
			places = append(places, p)
		}
	}
	transforms := []struct {
		name  string
		run   runtest.Run
		count func(beam.Scope, beam.PCollection, iribeam.Options) iribeam.Counted
	}{
		{"Summarize", runtest.Check, iribeam.Summarize},
		{"Check", runtest.Check, func(s beam.Scope, col beam.PCollection, o iribeam.Options) iribeam.Counted {
			return iribeam.Check(s, col, o).Counted
		}},
		{"Report", runtest.Check, func(s beam.Scope, col beam.PCollection, o iribeam.Options) iribeam.Counted {
			return iribeam.Report(s, col, o).Counted
		}},
		{"Filter", runtest.Filter, func(s beam.Scope, col beam.PCollection, o iribeam.Options) iribeam.Counted {
			return iribeam.Filter(s, col, o).Counted
		}},
		{"Fix", runtest.Fix, func(s beam.Scope, col beam.PCollection, o iribeam.Options) iribeam.Counted {
			return iribeam.Fix(s, col, nil, o).Counted
		}},
		{"Convert", runtest.Convert, func(s beam.Scope, col beam.PCollection, o iribeam.Options) iribeam.Counted {
			return iribeam.Convert(s, col, iribeam.Conversion{Kind: iribeam.ToURI}, o).Counted
		}},
	}
	for _, tr := range transforms {
		t.Run(tr.name, func(t *testing.T) {
			out := iribeam.NewOutput(t.TempDir())
			p, s := beam.NewPipelineWithRoot()
			for i, pl := range places {
				if tr.run == runtest.Convert {
					// that of ToURI is that of queries, too, which a rule of another grammar has not
					pl.format.How.Charset = ""
				}
				o := iribeam.Options{Job: iribeam.Job{
					Grammar: []grammars.File{{Name: "g.abnf", Text: []byte(runtest.Grammar)}}, From: pl.format.Name,
					Columns: columns(pl.format), Delimiter: pl.format.How.Delimiter, Split: pl.format.How.Split,
					DocumentCharset: pl.format.How.Charset,
				}}
				iribeam.WriteSummary(s, out, fmt.Sprint(i), tr.count(s, iribeam.FilesFor(s, o, pl.file), o).Summary(s))
			}
			runPipeline(t, p)
			for i, pl := range places {
				sum, err := iribeam.ReadSummary(context.Background(), out, fmt.Sprint(i))
				if err != nil {
					t.Fatal(err)
				}
				if got, want := sum.Status(), pl.format.Status(tr.run, pl.text); got != want {
					t.Errorf("%q as %s: status %d, want %d: %s", pl.format.File(pl.text), pl.format.Name, got, want, sum.AppendJSON(nil))
				}
			}
		})
	}
}

// columns returns the column of a table that holds IRIs, as a run has it.
func columns(f runtest.Format) []string {
	if f.How.Column == "" {
		return nil
	}
	return []string{f.How.Column}
}

// TestLeftOutEverywhere holds that Report leaves out, in every format, what a baseline knows, and nothing else.
func TestLeftOutEverywhere(t *testing.T) {
	dir, out := t.TempDir(), iribeam.NewOutput(t.TempDir())
	run := func(text string, write bool) []iribeam.Summary {
		t.Helper()
		p, s := beam.NewPipelineWithRoot()
		for i, f := range runtest.Formats() {
			file := filepath.Join(dir, fmt.Sprint(i))
			if err := os.WriteFile(file, []byte(f.File(text)), 0o666); err != nil {
				t.Fatal(err)
			}
			known, err := iribeam.ReadBaseline(file+".json", write)
			if err != nil {
				t.Fatal(err)
			}
			o := iribeam.Options{Baseline: known, Job: iribeam.Job{
				Grammar: []grammars.File{{Name: "g.abnf", Text: []byte(runtest.Grammar)}}, From: f.Name,
				Columns: columns(f), Delimiter: f.How.Delimiter, Split: f.How.Split, DocumentCharset: f.How.Charset,
			}}
			iribeam.WriteSummary(s, out, fmt.Sprint(i), iribeam.Report(s, iribeam.FilesFor(s, o, file), o).Summary(s))
		}
		runPipeline(t, p)
		var all []iribeam.Summary
		for i := range runtest.Formats() {
			sum, err := iribeam.ReadSummary(context.Background(), out, fmt.Sprint(i))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, sum)
		}
		return all
	}
	for i, sum := range run("é", true) {
		known, err := iribeam.ReadBaseline(filepath.Join(dir, fmt.Sprint(i, ".json")), true)
		if err != nil {
			t.Fatal(err)
		}
		b, err := known.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sum.Finish(b); err != nil || sum.Status() != 0 {
			t.Errorf("format %d: %v, status %d", i, err, sum.Status())
		}
	}
	for i, sum := range run("é", false) {
		if sum.Status() != 0 || sum.InBaseline == 0 || sum.Errors+sum.Warnings > 0 {
			t.Errorf("format %d: what is known has status %d: %s", i, sum.Status(), sum.AppendJSON(nil))
		}
	}
	for i, sum := range run("éé", false) {
		if sum.Status() != 1 {
			t.Errorf("format %d: what is new has status %d: %s", i, sum.Status(), sum.AppendJSON(nil))
		}
	}
}

// TestOnlyReferences converts by a grammar whose default rule cannot be used: conversions are of
// references, and need no other rule.
func TestOnlyReferences(t *testing.T) {
	o := iribeam.Options{Job: iribeam.Job{
		Grammar: []grammars.File{{Name: "g.abnf",
			Text: []byte("; top: a\n; reference: r\na = <what no grammar says>\nr = \"x\"\n")}},
	}}
	if err := o.Validate(iribeam.Conversion{}, nil); err == nil {
		t.Error("the default rule can be used")
	}
	p, s := beam.NewPipelineWithRoot()
	passert.Equals(s, iribeam.Convert(s, beam.Create(s, "x", "y"), iribeam.Conversion{Kind: iribeam.ToURI}, o).Results, "x", "y")
	runPipeline(t, p)
}
