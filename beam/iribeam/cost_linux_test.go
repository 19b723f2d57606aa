package iribeam_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/beam/iribeam"
)

// linesOf emits the lines of a text, and keyedLinesOf with their numbers.
func linesOf(name string, emit func(string)) error {
	return keyedLinesOf(name, func(_ int64, line string) { emit(line) })
}

func keyedLinesOf(name string, emit func(int64, string)) error {
	text, err := os.ReadFile(name)
	n := int64(0)
	for line := range strings.Lines(string(text)) {
		emit(n, strings.TrimSuffix(line, "\n"))
		n++
	}
	return err
}

func dropped(beam.T)            {}
func keyDropped(beam.T, beam.U) {}

// processorTime returns the seconds of processor time that this process has taken.
func processorTime(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// BenchmarkCost prints the processor seconds for a million strings of each transform, over lines of a file, strings and
// strings with keys, for the table of Cost in beam/README.md. "none" has what Beam takes for the strings themselves.
func BenchmarkCost(b *testing.B) {
	const count = 1_000_000
	var text strings.Builder
	for i := range count {
		if i%10 == 3 {
			fmt.Fprintf(&text, "http://example.org:8a/dir/sub/page-%08d.html?lang=en\n", i)
		} else {
			fmt.Fprintf(&text, "http://example.org/dir/sub/page-%08d.html?lang=en#top\n", i)
		}
	}
	dir := write(b, map[string]string{"lines.txt": text.String()})
	name := dir + "/lines.txt"
	type scope = beam.Scope
	type collection = beam.PCollection
	inputs := []struct {
		name string
		of   func(scope) collection
		drop any
	}{
		{"file", func(s scope) collection { return iribeam.Files(s, name) }, dropped},
		{"strings", func(s scope) collection { return beam.ParDo(s, linesOf, beam.Create(s, name)) }, dropped},
		{"keyed", func(s scope) collection { return beam.ParDo(s, keyedLinesOf, beam.Create(s, name)) }, keyDropped},
	}
	o, normal := iribeam.Options{}, iribeam.Conversion{Kind: iribeam.Normalize}
	same := iribeam.Conversion{Rung: iri.RungScheme}
	transforms := []struct {
		name string
		of   func(scope, collection) collection
	}{
		{"none", func(_ scope, in collection) collection { return in }},
		{"Summarize", func(s scope, in collection) collection { return iribeam.Summarize(s, in, o).Parts }},
		{"Check", func(s scope, in collection) collection { return iribeam.Check(s, in, o).Findings }},
		{"Report", func(s scope, in collection) collection { return iribeam.Report(s, in, o).Reports }},
		{"Filter", func(s scope, in collection) collection { return iribeam.Filter(s, in, o).Good }},
		{"Fix", func(s scope, in collection) collection { return iribeam.Fix(s, in, nil, o).Results }},
		{"Convert", func(s scope, in collection) collection { return iribeam.Convert(s, in, normal, o).Results }},
		{"Uniq", func(s scope, in collection) collection { return iribeam.Uniq(s, in, same, false, o).Results }},
	}
	for _, in := range inputs {
		for _, tr := range transforms {
			if in.name == "keyed" && tr.name == "Uniq" {
				continue
			}
			b.Run(in.name+"/"+tr.name, func(b *testing.B) {
				before := processorTime(b)
				for b.Loop() {
					p, s := beam.NewPipelineWithRoot()
					drop := in.drop
					if tr.name == "Summarize" {
						drop = dropped
					}
					beam.ParDo0(s, drop, tr.of(s, in.of(s)))
					// prism asks its workers all the time how far they are, and takes as long as they do
					if _, err := beam.Run(context.Background(), "direct", p); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric((processorTime(b)-before)/float64(b.N), "cpu-s/million")
			})
		}
	}
}
