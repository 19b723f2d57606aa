package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/option"
)

// check returns an error with its line for the first invalid value.
func (c *Config) check() error {
	grammar := len(c.set.Get("grammar").List()) > 0
	if c.Flag("spec") != "" && grammar {
		return c.wrong("grammar", errors.New("spec and grammar cannot stand together: leave one out"))
	}
	for _, p := range append([]*part{&c.part}, c.files...) {
		from, _ := input.ParseFormat(p.set.Get("from").Text()) // o.Input reports a bad name
		for _, v := range p.set {
			with, of := option.Values{v}, p.set.Get("spec")
			if of.Name == "" {
				of = c.set.Get("spec")
			}
			if v.Path || v.Name == "rule" && of.Name == "" && grammar {
				continue // the rules of a grammar are known only after it is read
			}
			if v.Name == "rule" {
				with = append(with, of)
			}
			flags := Flags{Values: with}
			o, err := flags.Job()
			if err == nil {
				_, err = NewTarget(&o, TopRule)
			}
			if err == nil {
				_, err = Input(&o)
			}
			if err == nil && from != input.Auto {
				err = v.Refused(from.String())
			}
			if err != nil {
				return p.config.wrong(p.prefix+v.InFile(), err)
			}
		}
		if err := c.checkSeverities(p); err != nil {
			return err
		}
	}
	if _, err := option.FixCodes(c.set.Get("fix").List()); err != nil {
		return c.wrong("fix", err)
	}
	return nil
}

// checkSeverities returns an error for a name that is not that of a code whose severity can be set.
func (c *Config) checkSeverities(p *part) error {
	for _, name := range slices.Sorted(maps.Keys(p.severity)) {
		severity := p.severity[name]
		err := NotSettable(name)
		if IsOfGrammars(name) {
			err = make(Levels).Set(name, severity)
		} else if known := slices.Concat(option.CodeNames(Codes()), option.Families(),
			[]string{option.All}); !slices.Contains(known, name) {
			err = option.UnknownCode(name, known)
		} else if err == nil {
			_, err = option.SeveritiesOf(option.ExpandSeverity(map[string]finding.Severity{name: severity}))
		}
		if err != nil {
			return p.config.wrong(p.prefix+"severity."+name, err)
		}
	}
	return nil
}

// checkFiles returns an error if a value names something that exists and is not a regular file: opening a pipe
// blocks, and a device may be endless. Unless trusted, it also refuses a file outside of the repository, because
// naming it makes us read it, or overwrite it as a baseline. A missing file is reported when it is opened.
func (c *Config) checkFiles(trusted bool) error {
	root, err := durable.RealPath(filepath.Dir(c.Path))
	if err != nil {
		return err
	}
	root, _ = folders.Repository(root)
	for _, v := range c.set {
		if !v.Path {
			continue
		}
		for _, name := range append(v.List(), v.Text())[:max(1, len(v.List()))] {
			key := v.InFile()
			if v.Kind == option.Table {
				at := strings.LastIndexByte(name, '=')
				key, name = key+"."+name[:at], name[at+1:]
			}
			if info, err := os.Stat(c.inFolder(name)); err == nil && !info.Mode().IsRegular() {
				return c.wrong(key, fmt.Errorf("%s %q is a folder, a pipe or a device: name a file", v.InFile(), name))
			}
			if !trusted && durable.InGit(c.inFolder(name)) {
				return c.wrong(key, fmt.Errorf("%s %q is in the folder .git: name another file", v.InFile(), name))
			}
			if real, err := durable.RealPath(c.inFolder(name)); err == nil && !trusted && !folders.Within(root, real) {
				return c.wrong(key, fmt.Errorf("%s %q is outside of the repository: move the file into it, or "+
					"--trust-config has it read", v.InFile(), name))
			}
		}
	}
	return nil
}

// GrammarLevels returns the severities of checks of grammars for a file.
func (c *Config) GrammarLevels(file string) Levels {
	levels := make(Levels)
	if c == nil {
		return levels
	}
	var o option.Options
	c.fill(&o, false)
	for _, p := range c.parts(Matching(&o, file)) {
		for name, severity := range p.severity {
			if IsOfGrammars(name) {
				_ = levels.Set(name, severity) // check has validated it
			}
		}
	}
	return levels
}

// A Flag is a flag that the file sets, with its values and their position. A flag that may be repeated can have
// several values.
type Flag struct {
	Name   string
	Values []string
	From   string
}

// Flags returns the flags that the file sets, in the order of its keys. --spec, --grammar and --rule from the file
// are used only if the command line has neither --spec nor --grammar. Flags with patterns of folders are left out:
// these patterns are relative to the folder of the file.
func (c *Config) Flags() (flags []Flag) {
	if c == nil {
		return nil
	}
	for _, o := range option.InFile() {
		v := c.set.Get(o.Name)
		if v.Name == "" || v.Name == "exclude" || v.Name == "include" || v.Kind == option.Switch && v.Int() == 0 {
			continue
		}
		values := v.List()
		if v.Path {
			values = slices.Clone(values)
			for i, name := range values {
				at := strings.LastIndexByte(name, '=') + 1
				if v.Kind != option.Table {
					at = 0
				}
				values[i] = name[:at] + c.of(v.InFile()).inFolder(name[at:])
			}
		}
		flags = append(flags, Flag{o.Name, values, c.place(v.InFile())})
	}
	return flags
}

// Flag returns the first value of a flag that the file sets, or "".
func (c *Config) Flag(name string) string {
	for _, f := range c.Flags() {
		if f.Name == name {
			return f.Values[0]
		}
	}
	return ""
}

// inFolder resolves a file name relative to the folder of the configuration.
func (c *Config) inFolder(name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(c.Path), name)
}

// fill sets the options that [Config.Flags] does not have. Values that are already in o take precedence; if ruleGiven
// is set, the rules of sections are ignored.
func (c *Config) fill(o *option.Options, ruleGiven bool) {
	if c == nil {
		return
	}
	given := o.Severity
	over := func(named map[string]finding.Severity) map[iri.Code]iri.Severity {
		named = maps.Clone(named)
		maps.DeleteFunc(named, func(name string, _ finding.Severity) bool { return NotSettable(name) != nil })
		all := option.ExpandSeverity(named)
		if all == nil {
			return given
		}
		maps.Copy(all, given)
		return all
	}
	o.Severity = over(c.severity)
	o.Folder, o.Skip, o.NotInput = c.folder, c.set.Get("exclude").List(), append([]string{c.real}, c.bases...)
	o.SkipFolder, o.OnlyFolder = c.of("exclude").folder, c.of("include").folder
	if name := c.Flag("baseline"); name != "" { // the baseline is JSON but not input, also for commands that do not use it
		if real, err := durable.RealPath(name); err == nil {
			o.NotInput = append(o.NotInput, real)
		}
	}
	if len(o.Include) == 0 {
		o.Only = c.set.Get("include").List()
	}
	for _, s := range c.files {
		f := option.FileOptions{Glob: s.globs}
		f.Folder = s.config.folder
		_ = s.set.Fill(&f) // check has validated it
		if f.Spec != "" {
			flags := Flags{Values: option.Values{s.set.Get("spec")}}
			of, _ := flags.Job()
			f.Spec, f.Grammar = of.Spec, of.Grammar
		}
		if ruleGiven {
			f.Spec, f.Grammar, f.Rule = "", nil, ""
		}
		if len(s.severity) > 0 {
			f.Severity = over(s.severity)
		}
		o.PerFile = append(o.PerFile, f)
	}
}
