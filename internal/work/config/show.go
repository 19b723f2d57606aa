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
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/option"
)

// A Row is a value that is in force and where it comes from: a line of the file, or [fromDefault].
type Row struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"`
}

const fromDefault = "default"

// Show returns what is in force without flags: for all files or, if file is not empty, for that one. Without all it
// leaves out what is the default. What holds for a run is what another file says, that of the working directory.
func (c *Config) Show(file string, all bool, ofRun *Config) ([]Row, error) {
	rows, err := c.show(file, ofRun)
	if !all {
		rows = slices.DeleteFunc(rows, func(r Row) bool { return r.From == fromDefault })
	}
	return rows, err
}

func (c *Config) show(file string, ofRun *Config) ([]Row, error) {
	if c == nil {
		c = new(Config)
		c.config = c
	}
	if ofRun == nil {
		ofRun = new(Config)
	}
	flags := Flags{Values: option.Values{c.set.Get("spec"), c.set.Get("rule")}}
	if len(c.set.Get("grammar").List()) > 0 {
		flags.Values = nil // its rules are not known here
	}
	o, err := flags.Job()
	if err != nil {
		return nil, err
	}
	c.fill(&o, false)
	for i := range o.PerFile {
		if f := &o.PerFile[i]; flags.Values == nil && f.Spec == "" && f.Grammar == nil {
			f.Rule = ""
		}
	}
	target, err := NewTarget(&o, TopRule)
	if err != nil {
		return nil, err
	}
	parts := c.parts(nil)
	if file != "" {
		parts, target = c.parts(Matching(&o, file)), target.For(file)
	}
	var rows []Row
	add := func(name, value string) {
		if value != "" {
			rows = append(rows, Row{name, value, c.place(name)})
		}
	}
	of := &c.part // the last part that names a spec or a rule
	for _, p := range parts {
		if p.set.Get("spec").Name != "" || p.set.Get("rule").Name != "" {
			of = p
		}
	}
	for _, row := range []Row{{"spec", target.Spec.Name(), fromDefault}, {"rule", target.Rule.Name(), fromDefault}} {
		if value := of.set.Get(row.Key).Text(); value != "" {
			row.Value, row.From = value, of.config.place(of.prefix+row.Key)
		} else if value := c.set.Get("spec").Text(); value != "" && row.Key == "spec" {
			row.Value, row.From = value, c.place("spec") // of the file, for a rule of some files
		}
		rows = append(rows, row)
	}
	failOn := len(rows)
	rows = append(rows, Row{"fail-on", option.FailOnError, fromDefault})
	for _, from := range []*Config{ofRun, c} {
		for _, f := range from.Flags() {
			switch v := from.set.Get(f.Name); {
			case v.OfRun != (from == ofRun) && ofRun != c, f.Name == "spec", f.Name == "rule":
			case f.Name == "fail-on":
				rows[failOn] = Row{f.Name, f.Values[0], f.From}
			case v.Kind >= option.List:
				rows = append(rows, Row{v.InFile(), list(f.Values), f.From})
			default:
				rows = append(rows, Row{v.InFile(), f.Values[0], f.From})
			}
		}
		if from == c {
			break
		}
	}
	add("exclude", list(c.set.Get("exclude").List()))
	add("include", list(c.set.Get("include").List()))
	if file != "" {
		in, err := Input(&o)
		if err != nil {
			return nil, err
		}
		rows = append(rows, c.showFile(readAs(file, in), parts[1:])...)
	}
	for _, code := range option.Settable() {
		names := append([]string{option.All}, append(option.Families(), string(code))...)
		row := c.showSeverity(code, slices.DeleteFunc(names,
			func(name string) bool { return !option.InFamily(name, code) }), parts)
		switch {
		case c.set.On("grammar-only"):
			row.Value, row.From = report.Off.String(), c.place("grammar-only")
		case row.From == fromDefault && c.set.On("suspicious") && option.InFamily("suspicious", code):
			row.Value, row.From = report.Warning.String(), c.place("suspicious")
		}
		rows = append(rows, row)
	}
	for _, e := range CodesOfGrammars() {
		if e.Severity != report.Error {
			rows = append(rows, c.showSeverity(e.Code, []string{string(e.Code)}, parts))
		}
	}
	return rows, nil
}

// showSeverity returns the severity of a code, which is that of the last of the names that is set.
func (c *Config) showSeverity(code report.Code, names []string, parts []*part) Row {
	info, _ := LookupCode(code)
	row := Row{"severity." + string(code), info.Severity.String(), fromDefault}
	if c.set.On("lint") && info.Severity == report.Off {
		row.Value, row.From = report.Warning.String(), c.place("lint")
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

// readAs returns the format in which a file is read without [[files]], and what says so: its name or, if it is there, its
// first bytes.
func readAs(file string, in *input.Options) Row {
	row := Row{"from", input.GuessFormat(file).String(), "the name of the file"}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return row
	}
	f, err := input.Open(file, in)
	if wrong, ok := errors.AsType[*source.Error](err); ok && wrong.OfFile {
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

// showFile returns what is in force for reading a file, which is read in the format of the row if nothing says another.
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

// list writes an array as the file does.
func list(values []string) string {
	if len(values) == 0 {
		return ""
	}
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = strconv.Quote(v)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// shown returns a value for people: in quotes where its ends would not be seen. A list has its own.
func shown(value string) string {
	if strings.ContainsAny(value, " \t\"#") && !strings.HasPrefix(value, "[") {
		return strconv.Quote(value)
	}
	return quote.Visible(value)
}

// AppendText appends rows for people: spec = rfc3987   # default.
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
