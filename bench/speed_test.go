package bench

import (
	"os"
	"os/exec"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

// BenchmarkStrings has what this module does with a string of each corpus, and the peers.
func BenchmarkStrings(b *testing.B) {
	peers, err := Peers()
	if err != nil {
		b.Fatal(err)
	}
	linted := iri.RFC3987.Top().Validator(iri.WithLint())
	peers = append(peers, Peer{Name: "all rules, Lint", Check: func(s string) bool { return linted.Check(s).Conforms() }})
	base := iri.MustParse("http://example.org/a/b/c/d;p?q")
	works := []struct {
		name string
		do   func(iri.IRI) bool
	}{
		{"Normalize", func(i iri.IRI) bool { return !i.Normalize(iri.RungScheme).IsZero() }},
		{"Resolve", func(i iri.IRI) bool { return !base.Resolve(i.Ref()).IsZero() }},
		{"IRI.URI", func(i iri.IRI) bool { _, err := i.URI(); return err == nil }},
	}
	for _, kind := range corpus.Kinds() {
		list, _ := corpus.New(1).Lines(kind, stringLines)
		for _, p := range peers {
			b.Run(kind+"/"+p.Name, func(b *testing.B) { each(b, list, p.Check) })
		}
		var parsed []iri.IRI
		var uris []iri.URI
		for _, s := range list {
			if i, err := iri.Parse(s); err == nil {
				parsed = append(parsed, i)
				if u, err := i.URI(); err == nil {
					uris = append(uris, u)
				}
			}
		}
		for _, w := range works {
			b.Run(kind+"/"+w.name, func(b *testing.B) { each(b, parsed, w.do) })
		}
		b.Run(kind+"/URI.IRI", func(b *testing.B) { each(b, uris, func(u iri.URI) bool { return !u.IRI().IsZero() }) })
	}
}

// each measures what is done with an item of a list.
func each[T any](b *testing.B, list []T, do func(T) bool) {
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		do(list[i%len(list)])
	}
}

// BenchmarkCommand has the command, ../bin/iri, over a file of 16 MiB of each format, on one core, with its start;
// and other programs that read such a file, if they are installed.
func BenchmarkCommand(b *testing.B) {
	if _, err := os.Stat("../bin/iri"); err != nil {
		b.Skip("make build builds ../bin/iri")
	}
	set := &Setting{Dir: b.TempDir(), Command: "../bin/iri", Size: 16}
	run := func(name string, size int, program string, args ...string) {
		if _, err := exec.LookPath(program); err != nil {
			return
		}
		b.Run(name, func(b *testing.B) {
			r := set.process(program, args...)
			for b.Loop() {
				if err := r.round(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(r.least(), "cpu-ms")
			if size > 0 {
				b.ReportMetric(float64(size)/r.least()/1e3, "cpu-MB/s")
			}
		})
	}
	for _, format := range []string{"lines", "null", "nquads", "turtle", "rdfxml", "xml", "sitemap", "html", "csv", "json",
		"yaml", "markdown", "text"} {
		file, size := set.file(format, corpus.Mixed)
		run(format+"/iri check", size, set.Command, "check", "-q", "--jobs", "1", "--from", format, "-f", file)
		switch format {
		case "rdfxml", "xml", "sitemap":
			run(format+"/xmllint", size, "xmllint", "--stream", "--noout", file)
		case "html", "text":
			run(format+"/grep", size, "grep", "-aoE", "https?://[^\">]+", file)
		}
	}
	run("start/a good IRI", 0, set.Command, "check", "http://h/")
	run("start/a bad IRI", 0, set.Command, "check", "http://h:8a/")
	run("start/a grammar", 0, set.Command, "check", "--grammar", "../grammar/rfc3987.abnf", "http://h/")
}
