package config

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"

	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/option"
)

// Flags are the options of a command line, from which a job is made.
type Flags struct {
	option.Values
	config    *Config         // see ApplyConfig
	ruleGiven bool            // --rule was given, and takes precedence over the rules of sections of the file
	grammar   []grammars.File // the files that --grammar names, if they have been read
	job       *option.Options // made once, because a grammar may be read from a pipe
}

// ApplyConfig sets the options that the user has not given to the values of iri.toml, except those named in without.
// c is the file of the working directory; it may be nil.
func (f *Flags) ApplyConfig(c *Config, without ...string) error {
	given := func(name string) bool { v := f.Get(name); return v.Name == "" || v.IsGiven() }
	ofSpec := given("spec") || given("grammar")
	f.config, f.ruleGiven = c, ofSpec || given("rule")
	for _, v := range c.Flags() {
		if given(v.Name) || slices.Contains(without, v.Name) ||
			ofSpec && slices.Contains([]string{"spec", "grammar", "rule"}, v.Name) {
			continue
		}
		for _, value := range v.Values {
			if err := f.Get(v.Name).SetInFile(value); err != nil {
				return fmt.Errorf("%s: %s %q: %w", v.From, v.Name, value, err)
			}
		}
	}
	return nil
}

// Job returns the options of the job, with the values from ApplyConfig.
func (f *Flags) Job() (option.Options, error) {
	if f.job != nil {
		return *f.job, nil
	}
	o := new(option.Options)
	if err := f.Fill(o); err != nil {
		return option.Options{}, err
	}
	named, _ := option.ReadSeverities(f.Get("severity").List()) // Fill has validated them
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if err := NotSettable(name); err != nil {
			return option.Options{}, option.Wrong("severity", name+"="+named[name].String(), err.Error())
		}
	}
	if from, err := input.ParseFormat(o.From); o.From != "" && err == nil {
		if err := f.Refuse(from.String()); err != nil {
			return option.Options{}, err
		}
	}
	if f.On("write-baseline") && f.Get("baseline").Text() == "" {
		return option.Options{}, errors.New("--write-baseline writes the file of --baseline: give it too")
	}
	if err := f.fillGrammar(o); err != nil {
		return option.Options{}, err
	}
	f.config.fill(o, f.ruleGiven)
	f.job = o
	return *o, nil
}

// Refuse returns the error for an option that applies to none of the formats.
func (f *Flags) Refuse(formats ...string) error {
	for _, v := range f.Values {
		if err := v.Refused(formats...); err != nil {
			return err
		}
	}
	return nil
}

// fillGrammar sets the grammar of the job: the files of --grammar, the grammar of the library that --spec names, or
// both. Otherwise it sets the name of a built-in spec.
func (f *Flags) fillGrammar(o *option.Options) (err error) {
	names := f.Get("grammar").List()
	if f.grammar != nil && len(names) > 0 {
		o.Spec, o.Grammar = "", f.grammar
		return nil
	}
	var files []spec.GrammarFile
	switch file, ok := InLibrary(o.Spec); {
	case len(names) > 0 && o.Spec != "" && o.Spec != spec.RFC3987.Name():
		return option.Wrong("spec", o.Spec, "cannot stand together with --grammar: leave one out")
	case len(names) > 0:
		if files, err = ReadFiles(names); err != nil {
			return err
		}
		if err = RefuseDocuments(files); err != nil {
			return err
		}
	case ok:
		files = []spec.GrammarFile{file}
	default:
		return nil
	}
	o.Spec, o.Grammar = "", nil
	for _, file := range append(files, Library()...) {
		o.Grammar = append(o.Grammar, grammars.File{Name: file.Name, Text: file.Text, Library: file.Library})
	}
	return nil
}

// AddTo registers options as flags of a flag set.
func (f *Flags) AddTo(fs *flag.FlagSet, options ...option.Option) {
	for _, v := range f.Add(options...) {
		fs.Var(v, v.Name, v.Usage)
	}
}
