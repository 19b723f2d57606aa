package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/codes"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/summary"
)

// check returns an error for a value that is not right, with its line.
func (c *Config) check() error {
	wrong := func(key string, err error) error {
		if err == nil {
			return nil
		}
		return c.at(c.line(key), err)
	}
	options := func(key string, o job.Options) error {
		_, err := o.Target(job.TopRule)
		if err == nil {
			_, err = o.Input()
		}
		return wrong(key, err)
	}
	err := cmp.Or(options("spec", job.Options{Spec: c.Spec}), c.checkRule(options))
	if err == nil && c.FailOn != "" && !slices.Contains(summary.FailOns(), c.FailOn) {
		err = wrong("fail-on", job.UnknownName(c.FailOn, summary.FailOns(), "fail-on cannot be %q", ": choose one of "+strings.Join(summary.FailOns(), ", ")))
	}
	if err == nil && c.Spec != "" && len(c.Grammar) > 0 {
		err = wrong("grammar", errors.New("spec and grammar cannot stand together: leave one out"))
	}
	for _, name := range c.Fix {
		if _, ok := explain.LookupCode(report.Code(name)); !ok && err == nil {
			err = wrong("fix", job.UnknownCode(name, explain.Codes()))
		}
	}
	if err = cmp.Or(err, c.checkFiles(wrong)); err != nil {
		return err
	}
	severities := func(prefix string, named map[string]string) error {
		for _, name := range slices.Sorted(maps.Keys(named)) {
			severity, err := report.ParseSeverity(named[name])
			if err != nil {
				return wrong(prefix+name, fmt.Errorf("%q is not error, warning or off", named[name]))
			}
			if codes.IsOfGrammars(name) {
				if err := make(codes.Levels).Set(name, severity); err != nil {
					return wrong(prefix+name, err)
				}
				continue
			}
			known := slices.Concat(job.CodeNames(codes.All()), job.Families(), []string{job.All})
			if !slices.Contains(known, name) {
				return wrong(prefix+name, job.UnknownName(name, known, "there is no code %q", "; \"iri explain\" lists the codes"))
			}
			if err := codes.NotSettable(name); err != nil {
				return wrong(prefix+name, err)
			}
			if err := options(prefix+name, job.Options{Severity: job.ExpandSeverity(map[string]report.Severity{name: severity})}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := severities("severity.", c.Severity); err != nil {
		return err
	}
	for i := range c.Files {
		s, prefix := &c.Files[i], "files."+strconv.Itoa(i)+"."
		if globs, err := s.globs(); err != nil || len(globs) == 0 {
			return wrong(prefix+"glob", errors.New(`files need a glob, as glob = "*.csv" or glob = ["*.csv", "*.tsv"]`))
		}
		err := cmp.Or(
			options(prefix+"from", job.Options{From: s.From}), options(prefix+"delimiter", job.Options{Delimiter: s.Delimiter}),
			options(prefix+"header", job.Options{Header: s.Header}), options(prefix+"split", job.Options{Split: s.Split}),
			options(prefix+"charset", job.Options{DocumentCharset: s.Charset}))
		if err != nil {
			return err
		}
		if err := severities(prefix+"severity.", s.Severity); err != nil {
			return err
		}
	}
	return nil
}

// checkRule returns an error for a rule that the spec has not. That of a grammar is known when that is read.
func (c *Config) checkRule(options func(key string, o job.Options) error) error {
	if len(c.Grammar) > 0 {
		return nil
	}
	return options("rule", job.Options{Spec: c.Spec, Rule: c.Rule})
}

// checkFiles returns an error for the name of what is there and not a file: reading a pipe waits, and a device may have
// no end. What is not there is reported by who reads it.
func (c *Config) checkFiles(wrong func(key string, err error) error) error {
	check := func(key, of, name string) error {
		info, err := os.Stat(c.inFolder(name))
		if name == "" || err != nil || info.Mode().IsRegular() {
			return nil
		}
		return wrong(key+of, fmt.Errorf("%s %q is a folder, a pipe or a device: name a file", key, name))
	}
	err := check("baseline", "", c.Baseline)
	for _, name := range c.Grammar {
		err = cmp.Or(err, check("grammar", "", name))
	}
	for _, url := range slices.Sorted(maps.Keys(c.Context)) {
		err = cmp.Or(err, check("context", "."+url, c.Context[url]))
	}
	return err
}

// globs returns the patterns of a section.
func (s *section) globs() ([]string, error) {
	switch g := s.Glob.(type) {
	case string:
		return []string{g}, nil
	case []any:
		var globs []string
		for _, x := range g {
			one, ok := x.(string)
			if !ok {
				return nil, errors.New("not a string")
			}
			globs = append(globs, one)
		}
		return globs, nil
	}
	return nil, errors.New("neither a string nor an array")
}

// GrammarLevels returns the severities of checks of grammars in a file.
func (c *Config) GrammarLevels(file string) codes.Levels {
	levels := make(codes.Levels)
	if c == nil {
		return levels
	}
	set := func(values map[string]string) {
		for name, value := range values {
			if codes.IsOfGrammars(name) {
				severity, _ := report.ParseSeverity(value) // check has looked at it
				_ = levels.Set(name, severity)
			}
		}
	}
	set(c.Severity)
	var o job.Options
	c.Fill(&o)
	for _, i := range o.Matching(file) {
		set(c.Files[i].Severity)
	}
	return levels
}

// named returns the severities of prose rules by the names of codes and families.
func named(values map[string]string) map[string]report.Severity {
	out := make(map[string]report.Severity, len(values))
	for name, value := range values {
		if !codes.IsOfGrammars(name) {
			out[name], _ = report.ParseSeverity(value) // check has looked at it
		}
	}
	return out
}

// A Flag is a flag that the file sets: its values, of which it has several if it may be repeated, and where they
// stand.
type Flag struct {
	Name   string
	Values []string
	From   string
}

// Flags returns the flags that the file sets, in the order of their keys. Those of --spec, --grammar and --rule
// are for a command line without --spec and --grammar.
func (c *Config) Flags() (flags []Flag) {
	if c == nil {
		return nil
	}
	add := func(name string, values ...string) {
		if len(values) > 0 && values[0] != "" {
			flags = append(flags, Flag{name, values, c.place(name)})
		}
	}
	on := func(name string, value bool) {
		if value {
			add(name, "true")
		}
	}
	files := func(names []string) (all []string) {
		for _, name := range names {
			all = append(all, c.inFolder(name))
		}
		return all
	}
	add("spec", c.Spec)
	add("grammar", files(c.Grammar)...)
	add("rule", c.Rule)
	on("grammar-only", c.GrammarOnly)
	on("lint", c.Lint)
	on("suspicious", c.Suspicious)
	if c.MaxFindings != nil {
		add("max-findings", strconv.Itoa(*c.MaxFindings))
	}
	add("fail-on", c.FailOn)
	if c.Baseline != "" {
		add("baseline", c.inFolder(c.Baseline))
	}
	add("fix", c.Fix...)
	on("guess", c.Guess)
	on("hidden", c.Hidden)
	add("max-line", c.MaxLine)
	add("max-iri", c.MaxIRI)
	var contexts []string
	for _, url := range slices.Sorted(maps.Keys(c.Context)) {
		contexts = append(contexts, url+"="+c.inFolder(c.Context[url]))
	}
	add("context", contexts...)
	return flags
}

// SetFlags gives flags the values of the file. given reports whether a flag stays as it is, because it is on
// the command line or the command has none of that name; set sets one, or adds to one that may be repeated.
func (c *Config) SetFlags(given func(name string) bool, set func(name, value string) error) error {
	for _, f := range c.Flags() {
		if given(f.Name) || slices.Contains([]string{"spec", "grammar", "rule"}, f.Name) && (given("spec") || given("grammar")) {
			continue
		}
		for _, value := range f.Values {
			if err := set(f.Name, value); err != nil {
				return fmt.Errorf("%s: %s %q: %w", f.From, f.Name, value, err)
			}
		}
	}
	return nil
}

// Flag returns the first value of a flag that the file sets, empty if it does not set it.
func (c *Config) Flag(name string) string {
	for _, f := range c.Flags() {
		if f.Name == name {
			return f.Values[0]
		}
	}
	return ""
}

// inFolder returns the name of a file that is named from the folder of the configuration.
func (c *Config) inFolder(name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(c.Path), name)
}

// Fill fills in what the file says beside [Config.Flags]. What the options say already counts before it.
func (c *Config) Fill(o *job.Options) {
	if c == nil {
		return
	}
	given := o.Severity
	over := func(values map[string]string) map[report.Code]report.Severity {
		all := job.ExpandSeverity(named(values))
		if all == nil {
			return given
		}
		maps.Copy(all, given)
		return all
	}
	o.Severity = over(c.Severity)
	o.Folder, o.Skip, o.NotInput = c.folder, c.Exclude, []string{c.real}
	if len(o.Include) == 0 {
		o.Only = c.Include
	}
	for i := range c.Files {
		s := &c.Files[i]
		globs, _ := s.globs()
		f := job.FileOptions{
			Glob: globs, From: s.From, Delimiter: s.Delimiter, Header: s.Header, Split: s.Split, Charset: s.Charset,
			Fields: s.Fields, Columns: s.Columns,
		}
		if len(s.Severity) > 0 {
			f.Severity = over(s.Severity)
		}
		o.Own = append(o.Own, f)
	}
}
