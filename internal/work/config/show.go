package config

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/option"
)

// A Row is a value in force, and its origin: a line of the file, or [fromDefault].
type Row struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"`
}

const fromDefault = "default"

// Show returns the values that are in force without flags, for all files or, if file is not empty, for that one.
// Unless all is set, it leaves out the defaults. Values for the whole run are those of ofRun, the file of the working
// directory.
func (c *Config) Show(file string, all bool, ofRun *Config) ([]Row, error) {
	if c == nil {
		c = new(Config)
		c.config = c
	}
	o, target, err := c.inForce()
	if err != nil {
		return nil, err
	}
	parts := c.parts(nil)
	if file != "" {
		parts, target = c.parts(Matching(&o, file)), target.For(file)
	}
	rows := slices.Concat(c.showRule(target, parts), c.showFlags(ofRun))
	if file != "" {
		in, err := Input(&o)
		if err != nil {
			return nil, err
		}
		rows = append(rows, c.showFile(readAs(file, in), parts[1:])...)
	}
	rows = append(rows, c.showSeverities(parts)...)
	if !all {
		rows = slices.DeleteFunc(rows, func(r Row) bool { return r.From == fromDefault })
	}
	return rows, nil
}

// inForce returns the options of a run without flags, and its target. It does not read grammars, so their rules are
// unknown here.
func (c *Config) inForce() (o option.Options, t Target, err error) {
	flags := Flags{Values: option.Values{c.set.Get("spec"), c.set.Get("rule")}}
	grammar := len(c.set.Get("grammar").List()) > 0
	if grammar {
		flags.Values = nil
	}
	if o, err = flags.Job(); err != nil {
		return o, t, err
	}
	c.fill(&o, false)
	for i := range o.PerFile {
		if f := &o.PerFile[i]; grammar && f.Spec == "" && f.Grammar == nil {
			f.Rule = ""
		}
	}
	t, err = NewTarget(&o, TopRule)
	return o, t, err
}

// showRule returns the spec and the rule, from the last part that sets one of them.
func (c *Config) showRule(t Target, parts []*part) []Row {
	of := &c.part
	for _, p := range parts {
		if p.set.Get("spec").Name != "" || p.set.Get("rule").Name != "" {
			of = p
		}
	}
	rows := []Row{{"spec", t.Spec.Name(), fromDefault}, {"rule", t.Rule.Name(), fromDefault}}
	for i := range rows {
		row := &rows[i]
		if value := of.set.Get(row.Key).Text(); value != "" {
			row.Value, row.From = value, of.config.place(of.prefix+row.Key)
		} else if value := c.set.Get("spec").Text(); value != "" && row.Key == "spec" {
			row.Value, row.From = value, c.place("spec") // the value is that of spec, if the rule comes from a part for some files
		}
	}
	return rows
}

// showFlags returns the other options. Those of a run come from ofRun.
func (c *Config) showFlags(ofRun *Config) []Row {
	rows := []Row{{"fail-on", option.FailOnError, fromDefault}}
	rows = c.appendFlags(ofRun.appendFlags(rows, true), false)
	for _, key := range []string{"exclude", "include"} {
		if globs := c.set.Get(key).List(); len(globs) > 0 {
			rows = append(rows, Row{key, list(globs), c.place(key)})
		}
	}
	return rows
}

// appendFlags appends the options of a run, or the others. fail-on comes first.
func (c *Config) appendFlags(rows []Row, ofRun bool) []Row {
	for _, f := range c.Flags() {
		switch v := c.set.Get(f.Name); {
		case v.OfRun != ofRun, f.Name == "spec", f.Name == "rule":
		case f.Name == "fail-on":
			rows[0] = Row{f.Name, f.Values[0], f.From}
		case v.Kind >= option.List:
			rows = append(rows, Row{v.InFile(), list(f.Values), f.From})
		default:
			rows = append(rows, Row{v.InFile(), f.Values[0], f.From})
		}
	}
	return rows
}

// showSeverities returns the severities of all codes that can be set.
func (c *Config) showSeverities(parts []*part) (rows []Row) {
	for _, code := range option.Settable() {
		names := append([]string{option.All}, append(option.Families(), string(code))...)
		row := c.showSeverity(code, slices.DeleteFunc(names, func(name string) bool { return !option.InFamily(name, code) }), parts)
		switch {
		case c.set.On("grammar-only"):
			row.Value, row.From = finding.Off.String(), c.place("grammar-only")
		case row.From == fromDefault && c.set.On("suspicious") && option.InFamily("suspicious", code):
			row.Value, row.From = finding.Warning.String(), c.place("suspicious")
		}
		rows = append(rows, row)
	}
	for _, e := range CodesOfGrammars() {
		if e.Severity != finding.Error {
			rows = append(rows, c.showSeverity(e.Code, []string{string(e.Code)}, parts))
		}
	}
	return rows
}

// showSeverity returns the severity of a code: the last one that is set for one of the names.
func (c *Config) showSeverity(code finding.Code, names []string, parts []*part) Row {
	info, _ := LookupCode(code)
	row := Row{"severity." + string(code), info.Severity.String(), fromDefault}
	if c.set.On("lint") && info.Severity == finding.Off && !rules.LeftByLint(code) {
		row.Value, row.From = finding.Warning.String(), c.place("lint")
	}
	for _, p := range parts {
		for _, name := range names {
			if level, ok := p.severity[name]; ok {
				row.Value, row.From = level.String(), p.config.place(p.prefix+"severity."+name)
			}
		}
	}
	return row
}

// readAs returns the format of a file without [[files]], and its origin: the name of the file or, if the file exists,
// its first bytes.
func readAs(file string, in *input.Options) Row {
	row := Row{"from", input.GuessFormat(file).String(), "the name of the file"}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return row
	}
	f, err := input.Open(file, in)
	if wrong, ok := errors.AsType[*source.Error](err); ok && wrong.FileUnsuited {
		return Row{"from", "none", wrong.Reason()}
	}
	if err != nil {
		return row
	}
	defer f.Close()
	if format := f.Format.String(); format != row.Value {
		row.Value, row.From = format, "the first bytes of the file"
	}
	return row
}

// showFile returns the options for reading a file. It is read in the format of the row, unless an option names
// another.
func (c *Config) showFile(format Row, parts []*part) []Row {
	rows := []Row{format}
	for _, p := range parts {
		for _, v := range p.set {
			if v.Name == "spec" || v.Name == "rule" {
				continue // they are shown for all files, too
			}
			key, value := v.InFile(), v.Text()
			if v.Kind == option.List {
				value = list(v.List())
			}
			row := Row{key, value, p.config.place(p.prefix + key)}
			if at := slices.IndexFunc(rows, func(r Row) bool { return r.Key == key }); at >= 0 {
				rows[at] = row
			} else {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// list formats an array as it is written in the file.
func list(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = strconv.Quote(v)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// shown formats a value for people: in quotes if its ends would be invisible. Lists have quotes already.
func shown(value string) string {
	if strings.ContainsAny(value, " \t\"#") && !strings.HasPrefix(value, "[") {
		return strconv.Quote(value)
	}
	return quote.Visible(value)
}

// AppendText appends rows for people, such as "spec = rfc3987   # default".
func AppendText(b []byte, rows []Row) []byte {
	width := 0
	for _, r := range rows {
		width = max(width, len(r.Key)+len(shown(r.Value))+3)
	}
	for _, r := range rows {
		text := r.Key + " = " + shown(r.Value)
		b = append(b, text...)
		b = append(b, strings.Repeat(" ", width-len(text)+2)...)
		b = append(append(append(b, "# "...), r.From...), '\n')
	}
	return b
}
