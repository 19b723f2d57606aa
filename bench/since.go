package bench

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/bench/corpus"
)

// A SinceRow is a run of the command over a made file, which is measured as the command was at a commit and as it is.
type SinceRow struct {
	Name         string // the arguments and the file
	Format, Kind string // of the file
	Args         []string
}

// SinceRows returns the rows: check and what converts over files of each format, each command and many of the flags over
// lines.
func SinceRows() (rows []SinceRow) {
	add := func(args, format, kind string) {
		name := args + ": " + format
		if format == "lines" {
			name += ", " + kind
		}
		rows = append(rows, SinceRow{name, format, kind, strings.Fields(args)})
	}
	formats := []string{"null", "text", "markdown", "csv", "tsv", "html", "html-pages", "xml", "sitemap", "rdfxml",
		"rdfxml-ontology", "ntriples", "nquads", "turtle", "trig", "n3", "sparql", "json", "json-document", "jsonld", "yaml"}
	for _, command := range []string{"check -q", "to-uri", "fix"} {
		for _, kind := range []string{corpus.ASCII, corpus.Intl, corpus.Mixed, corpus.Hard, corpus.Faulty, corpus.ALabels} {
			add(command, "lines", kind)
		}
		for _, format := range formats {
			add(command, format, corpus.Mixed)
		}
	}
	for _, format := range []string{"csv", "ntriples", "turtle", "json"} {
		add("filter", format, corpus.Mixed)
		add("normalize", format, corpus.Mixed)
	}
	for _, args := range []string{
		"check -q --lint", "check -q --suspicious", "check -q --guess", "check -q --grammar-only", "check --summary-by host",
		"check -q --spec rfc3986", "check --format json --limit 0", "filter", "to-iri", "to-iri --display",
		"to-uri --host idna", "to-uri --list", "to-uri --format json --limit 0", "normalize", "normalize --to protocol",
		"normalize --nfc", "fix --lint", "fix --guess", "resolve http://example.org/a/b",
		"relativize http://example.org/a/b", "prepare", "from-leiri", "encode", "decode", "uniq", "uniq -c",
	} {
		for _, kind := range []string{corpus.ASCII, corpus.Intl, corpus.Faulty, corpus.ALabels} {
			add(args, "lines", kind)
		}
	}
	return rows
}

// Since is what bench/since.txt says: with which commit the command is compared, and which ratio no row may pass.
type Since struct {
	Commit string
	limit  float64
	limits map[string]float64 // of rows of a format
}

// ReadSince reads bench/since.txt.
func ReadSince(name string) (s Since, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return s, err
	}
	s.limits = map[string]float64{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		var limit float64
		switch {
		case len(words) == 0 || words[0][0] == '#':
			continue
		case len(words) == 2 && words[0] == "commit":
			s.Commit = words[1]
			continue
		case len(words) >= 2 && words[0] == "limit":
			limit, err = strconv.ParseFloat(words[1], 64)
		default:
			err = fmt.Errorf("want commit NAME, limit RATIO or limit RATIO FORMAT...")
		}
		if err != nil {
			return s, fmt.Errorf("%s: %q: %w", name, strings.TrimSpace(line), err)
		}
		if len(words) == 2 {
			s.limit = limit
		}
		for _, format := range words[2:] {
			s.limits[format] = limit
		}
	}
	return s, nil
}

// Limit returns the ratio that a row may have.
func (s Since) Limit(r SinceRow) float64 {
	if limit, ok := s.limits[r.Format]; ok {
		return limit
	}
	return s.limit
}

// Compare runs a row as the program before and as that of set in turns, and returns the least of the processor time of
// each, in milliseconds. A row that looks slower than its limit is run three times as often, for it may be other work of
// the machine. What the program before refuses has no time: it had no such flag or format.
func (set *Setting) Compare(r SinceRow, before string, rounds int, limit float64) (then, now float64, err error) {
	file, _ := set.file(r.Format, r.Kind)
	from, _, _ := strings.Cut(r.Format, "-")
	args := append(slices.Clone(r.Args), "--jobs", "1", "--from", from, "-f", file)
	old := set.process(before, args...)
	if old.round() != nil {
		old = runner{func() error { return nil }, func() float64 { return math.NaN() }}
	}
	recent := set.process(set.Command, args...)
	for k := 0; k < rounds || k < 3*rounds && recent.least()/old.least() > limit; k++ {
		if err := old.round(); err != nil {
			return 0, 0, err
		}
		if err := recent.round(); err != nil {
			return 0, 0, err
		}
	}
	return old.least(), recent.least(), nil
}
