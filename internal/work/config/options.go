package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/work"
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
	options := func(key string, o work.Options) error {
		_, err := o.Target(work.TopRule)
		if err == nil {
			_, err = o.Input()
		}
		return wrong(key, err)
	}
	err := cmp.Or(options("spec", work.Options{Spec: c.Spec}), options("rule", work.Options{Spec: c.Spec, Rule: c.Rule}))
	if err == nil && c.FailOn != "" && !slices.Contains(summary.FailOns(), c.FailOn) {
		err = wrong("fail-on", work.UnknownName(c.FailOn, summary.FailOns(), "fail-on cannot be %q", ": choose one of "+strings.Join(summary.FailOns(), ", ")))
	}
	if err != nil {
		return err
	}
	severities := func(prefix string, named map[string]string) error {
		for _, name := range slices.Sorted(maps.Keys(named)) {
			var severity iri.Severity
			if severity.UnmarshalText([]byte(named[name])) != nil {
				return wrong(prefix+name, fmt.Errorf("%q is not error, warning or off", named[name]))
			}
			if err := options(prefix+name, work.Options{Severity: work.ExpandSeverity(map[string]iri.Severity{name: severity})}); err != nil {
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
			options(prefix+"from", work.Options{From: s.From}), options(prefix+"delimiter", work.Options{Delimiter: s.Delimiter}),
			options(prefix+"header", work.Options{Header: s.Header}), options(prefix+"split", work.Options{Split: s.Split}),
			options(prefix+"charset", work.Options{DocumentCharset: s.Charset}))
		if err != nil {
			return err
		}
		if err := severities(prefix+"severity.", s.Severity); err != nil {
			return err
		}
	}
	return nil
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

// named returns severities by the names of codes and families.
func named(values map[string]string) map[string]iri.Severity {
	out := make(map[string]iri.Severity, len(values))
	for name, value := range values {
		var severity iri.Severity
		_ = severity.UnmarshalText([]byte(value)) // check has looked at it
		out[name] = severity
	}
	return out
}

// Flags returns the values of flags that the file sets, by their names. Those of --spec and --rule are
// for a command line without --spec and --grammar.
func (c *Config) Flags() map[string]string {
	if c == nil {
		return nil
	}
	flags := map[string]string{"spec": c.Spec, "rule": c.Rule, "fail-on": c.FailOn}
	if c.Baseline != "" {
		flags["baseline"] = c.inFolder(c.Baseline)
	}
	maps.DeleteFunc(flags, func(_, value string) bool { return value == "" })
	return flags
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
func (c *Config) Fill(o *work.Options) {
	if c == nil {
		return
	}
	given := o.Severity
	over := func(values map[string]string) map[iri.Code]iri.Severity {
		all := work.ExpandSeverity(named(values))
		if all == nil {
			return given
		}
		maps.Copy(all, given)
		return all
	}
	o.Severity = over(c.Severity)
	o.Folder, o.Skip = c.folder, c.Exclude
	if len(o.Include) == 0 {
		o.Only = c.Include
	}
	for i := range c.Files {
		s := &c.Files[i]
		globs, _ := s.globs()
		f := work.FileOptions{
			Glob: globs, From: s.From, Delimiter: s.Delimiter, Header: s.Header, Split: s.Split, Charset: s.Charset,
			Fields: s.Fields, Columns: s.Columns,
		}
		if len(s.Severity) > 0 {
			f.Severity = over(s.Severity)
		}
		o.Own = append(o.Own, f)
	}
}
