package main

import (
	"slices"
	"strings"
)

// A run is a call of the program. Both builds make it in folders of their own that hold the same files.
type run struct {
	words []string
	over  *folder  // the documents that it reads, nil for none
	some  []string // the files of over that it reads, nil for all
	write bool     // it changes them
}

// String returns the name of a run, by which same.txt knows it: its command line.
func (r run) String() string { return "iri " + strings.Join(r.args(), " ") }

// args returns the words of the command line.
func (r run) args() []string {
	args := r.words
	if r.over != nil {
		args = slices.Concat(args, r.over.flags)
		if r.some == nil {
			return append(args, "-f", r.over.name)
		}
		for _, f := range r.some {
			args = append(args, "-f", f)
		}
	}
	return args
}

// files returns the files that a run reads and leaves as they are.
func (r run) files() []string {
	if r.over == nil || r.write || r.some != nil {
		return r.some
	}
	var list []string
	for _, d := range r.over.files {
		list = append(list, r.over.name+"/"+d.name)
	}
	return list
}

// only returns the same run over some of its files.
func (r run) only(files []string) run {
	r.some = files
	return r
}

// base is what references are resolved against.
const base = "http://example.org/a/b;p?q"

// conversions are the commands that change strings. All of them have the outputs.
func conversions() []string {
	return []string{
		"to-uri", "to-iri", "normalize", "resolve " + base, "relativize " + base, "prepare", "from-leiri", "fix",
	}
}

func outputs() []string {
	return []string{"", "--list", "--format json", "--format tsv", "--limit 1", "--rejects -"}
}

// variants are conversions with other flags, and the other commands.
func variants() []string {
	return []string{
		"fix --diff", "fix --guess --lint --suspicious", "fix --fix pct-case --fix dot-segment --list",
		"fix --grammar-only",
		"to-uri --host idna --list", "to-uri --host uts46 --format json", "to-iri --display --list",
		"normalize --to case --list", "normalize --to protocol", "normalize --nfc --host idna --list",
		"resolve --non-strict --list " + base, "from-leiri --lenient",
		"prepare --spaces split --host uts46 --to uri --list",
		"prepare --encode --entities --backslash slash --fullwidth --spaces encode",
		"check", "check --format json", "check --format sarif", "check --format junit", "check --format github",
		"check --limit 1", "check --coverage", "check --no-ignore --format json", "check --severity all=error",
		"check --summary-only --hosts", "check --summary-by file --lint --suspicious",
		"check --lint --suspicious --guess --format json", "check --only-findings --grammar-only --format json",
		"filter", "filter --rejects -", "filter --reasons json --rejects -",
		"filter --scheme http,https --host example.org",
		"parse", "parse --all --format json", "parse --components", "parse --components --format json",
		"encode", "encode --format json", "encode --component isegment", "decode", "decode --format json",
		"compare", "compare --format json --to protocol", "uniq", "uniq -c --format json",
	}
}

// specs are those beside RFC 3987.
func specs() []string { return []string{"rfc3986", "rfc3987bis", "leiri"} }

// overDocuments returns the runs over a folder: every command with every output, and each spec. Where the format is
// written in another way, as tables with another delimiter, one output that writes the document is enough, and one
// that does not.
func overDocuments(f *folder) (list []run) {
	add := func(line string) { list = append(list, run{words: strings.Fields(line), over: f}) }
	if len(f.flags) > 2 {
		for _, c := range append([]string{"check", "filter"}, conversions()...) {
			add(c)
			if c != "filter" {
				add(c + " --format json")
			}
		}
		return list
	}
	for _, c := range conversions() {
		for _, o := range outputs() {
			add(c + " " + o)
		}
	}
	for _, v := range variants() {
		add(v)
	}
	for i, spec := range specs() {
		add("check --format json --spec " + spec)
		add([]string{"to-uri", "to-iri", "normalize"}[i] + " --list --spec " + spec)
	}
	return list
}

// overStrings returns the runs over all strings, whose output has each string with what is said of it, and over some of
// them by each spec.
func overStrings(f, some *folder) (list []run) {
	for _, line := range append([]string{"check"}, conversions()...) {
		list = append(list, run{words: strings.Fields(line + " --format json"), over: f})
		for _, spec := range specs() {
			list = append(list, run{words: strings.Fields(line + " --format json --spec " + spec), over: some})
		}
	}
	return list
}

// writing returns the run that writes documents back. All runs that read them come before it.
func writing(f *folder) run { return run{words: []string{"fix", "--write"}, over: f, write: true} }

// alone returns the runs that read no files.
func alone() (list []run) {
	add := func(line string) { list = append(list, run{words: strings.Fields(line)}) }
	for _, c := range []string{
		"", "check", "config", "explain", "filter", "fix", "lsp", "parse", "decode", "encode", "from-leiri",
		"prepare", "to-iri",
		"to-uri", "compare", "normalize", "relativize", "resolve", "uniq", "version", "grammar",
		"grammar check", "grammar diff",
		"grammar export", "grammar extract", "grammar fmt", "grammar list", "grammar railroad", "grammar sample",
		"grammar show", "grammar update", "grammar vectors",
	} {
		add(c + " --help")
		add(c + " --no-such-flag")
	}
	for _, line := range []string{"version", "completion bash", "explain", "explain --format json", "grammar list"} {
		add(line)
	}
	for _, target := range []string{
		"c", "go", "js", "python", "rust", "regex:ecma", "regex:re2", "regex:pcre", "regex:xsd", "shacl", "json-schema",
	} {
		add("grammar export --rule IRI-reference --to " + target)
	}
	for _, spec := range append([]string{"rfc3987"}, specs()...) {
		for _, line := range []string{
			"list", "list --format json", "check --lint", "fmt", "diff rfc3987", "diff rfc3986 --format json",
			"vectors --spec", "railroad --format html --spec", "sample -n 200 --spec", "sample --invalid -n 200 --spec",
		} {
			add("grammar " + line + " " + spec)
		}
	}
	return list
}
