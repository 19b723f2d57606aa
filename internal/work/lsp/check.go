package lsp

import (
	"cmp"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/study/railroad"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// languages maps language identifiers of editors to names of formats, where these differ.
var languages = map[string]string{
	"n-triples": "ntriples", "n-quads": "nquads", "rdf-xml": "rdfxml", "plaintext": "text",
}

// errVain is the error of a check that was stopped because the document changed.
var errVain = errors.New("the document changes")

// path returns the path in the URI of a document. The URI need not be that of a file.
func (d *document) path() string {
	u, err := url.Parse(d.uri)
	if err != nil {
		return d.uri
	}
	path := cmp.Or(u.Path, u.Opaque)
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}

// A task has the options of iri check and iri fix for a document, from the iri.toml that applies to it.
type task struct {
	path     string
	options  option.Options
	input    *input.Options
	baseline string // the name of its file; empty if there is none
}

// task returns the task for a document, or nil if check skips such a file in a folder.
func (d *document) task() (*task, error) {
	j := &task{path: d.path()}
	c, err := d.config()
	if err != nil {
		return nil, err
	}
	j.baseline = c.Flag("baseline")
	var flags config.Flags
	flags.Add(slices.Concat(option.Grammar(), option.Checking(), option.Reading(input.FormatNames()),
		[]option.Option{option.Rule(""), option.Guess()})...)
	if err := j.fill(flags, c); err != nil {
		return nil, err
	}
	j.options.Lint = j.options.Lint || d.settings.Lint
	j.input.Decoded = true
	own := *j.input
	if own.PerFile != nil {
		own.PerFile(j.path, &own)
	}
	if own.From == input.Auto && !input.IsKnown(j.path) {
		from, err := input.ParseFormat(cmp.Or(languages[d.language], d.language))
		if err != nil {
			return nil, nil // check skips such files
		}
		j.input.From = from
	}
	if leaves(&own, j.path) {
		return nil, nil
	}
	return j, nil
}

// fill sets the options of iri.toml.
func (j *task) fill(flags config.Flags, c *config.Config) (err error) {
	if err = flags.ApplyConfig(c); err != nil {
		return err
	}
	if j.options, err = flags.Job(); err != nil {
		return err
	}
	j.input, err = config.Input(&j.options)
	return err
}

// leaves reports whether check skips a file in a folder because iri.toml excludes it.
func leaves(o *input.Options, path string) bool {
	real, err := durable.RealPath(path)
	return err == nil && o.Leave != nil && o.Leave(real, false)
}

// find returns the findings of iri check in a document. It calls vain now and then, and stops when that is true.
func (d *document) find(vain func() bool) ([]diagnostic, error) {
	if d.isGrammar() {
		return d.findInGrammar()
	}
	j, err := d.task()
	if j == nil {
		return []diagnostic{}, err
	}
	found, _, err := d.findAs(j, vain)
	return found, err
}

// findAs is find with a given task; it also returns the counts of iri check.
func (d *document) findAs(j *task, vain func() bool) ([]diagnostic, summary.Summary, error) {
	found := []diagnostic{}
	check, err := j.check()
	if err != nil {
		return nil, summary.Summary{}, err
	}
	counts, err := j.do(d.text.string, check, run.Func(func(_ *run.Result, rec *input.Item, checked *run.Checked) {
		place := run.NewPlacer(rec, checked)
		for _, f := range checked.Findings {
			found = append(found, d.diagnostic(place.Expanded(f), place.Place))
		}
	}), vain)
	return found, counts, err
}

// diagnostic returns a finding in the form of the protocol.
func (d *document) diagnostic(f finding.Finding, place func(offset int) run.Place) diagnostic {
	severity := 2
	if f.Severity == finding.Error {
		severity = 1
	}
	return diagnostic{
		Range:    d.text.span(d.text.at(place(f.Start)), d.text.at(place(f.End))),
		Severity: severity, Code: string(f.Code), Source: "iri", Message: message(&f),
		Description: describe(string(f.Code), f.Section), abnf: f.ABNF, path: strings.Join(f.Rules, " > "),
	}
}

// describe returns the address of the section of a finding or, without one, of its code; nil if it has neither.
func describe(code, section string) *codeDescription {
	if section == "" {
		c, _ := config.LookupCode(finding.Code(code))
		section = c.Section
	}
	if href := railroad.SectionURL(section); href != "" {
		return &codeDescription{href}
	}
	return nil
}

// check returns the job that checks the document of a task.
func (j *task) check() (*checks.Check, error) {
	t, err := config.NewTarget(&j.options, config.TopRule)
	if err != nil {
		return nil, err
	}
	check := &checks.Check{Checker: checks.NewChecker(t), Input: j.input, Ignores: checks.NewIgnores(config.CodesOfFindings, &t)}
	j.input.Comments = check.Ignores.Comments
	if j.baseline != "" {
		file, err := baseline.Read(j.baseline, false)
		if err == nil {
			check.Baseline, err = file.Open()
		}
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
	}
	return check, nil
}

// do reads a text as the file of a task, and runs a job on it, chunk by chunk. It returns the counts of the job.
func (j *task) do(text string, work run.Job, to run.Sink, vain func() bool) (counts summary.Summary, err error) {
	f, err := input.NewFile(j.path, strings.NewReader(text), j.input)
	if err != nil {
		return counts, err
	}
	defer f.Close()
	s := run.Serial{Job: work, Sink: to}
	for b, err := range f.Chunks(j.input, new([]byte)) {
		if err == nil && vain() {
			err = errVain
		}
		if err == nil {
			err = s.Chunk(b)
		}
		if err != nil {
			return counts, err
		}
	}
	err = cmp.Or(s.Broken, s.End(true))
	return s.Summary, err
}

// format returns the format in which a text is read.
func (j *task) format(text string) (*input.Format, error) {
	f, err := input.NewFile(j.path, strings.NewReader(text), j.input)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Format, nil
}

// config returns the configuration that applies to a document, or nil.
func (d *document) config() (*config.Config, error) {
	path := d.path()
	switch {
	case d.settings.Config != "":
		return config.Read(d.settings.Config, false)
	case !filepath.IsAbs(path):
		return nil, nil // it is not saved yet
	}
	return config.In(filepath.Dir(path), false)
}

// message returns the text of a diagnostic.
func message(f *finding.Finding) string {
	text := f.MessageText()
	if len(f.Expected) > 0 {
		text += ": expected " + render.List(f.Expected)
	}
	if f.Section != "" {
		text += " (" + f.Section + ")"
	}
	if hint := f.HintText(); hint != "" {
		text += "\nhint: " + hint
	}
	return text
}
