package finding

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// A ProseRule is a rule that the documents state in prose because the grammar cannot
// express it. Its Entry is the only description of the rule.
type ProseRule struct {
	Entry
	On     component.Kinds // the components that it is about
	number int             // its number in the registry, from 1 on: see [Number]
}

// Number returns the number of the rule in the registry, from 1 on.
func (r *ProseRule) Number() int { return r.number }

// An Entry describes a code for people. Explanations, SARIF and the documentation are made
// from it.
type Entry struct {
	Code     Code
	Grammar  bool       // a rule of the grammar, always an error; else a rule in prose
	Severity Severity   // the default
	Title    string     // one line, lower case, no full stop
	Section  string     // RFC 3987 §4.1
	Clause   string     // the sentence of the spec, quoted
	Text     string     // what the rule means and why, a few sentences
	Mend     string     // how to mend it
	Good     []string   // inputs that do not have the finding
	Bad      []string   // inputs that have it
	Spec     *spec.Spec // what the examples are checked against; nil for RFC3987
	Rule     string     // the rule that they are checked against; empty for the top rule of the spec
	Command  string     // the command that reports it for the examples, if no check of a string does: to-uri --lenient
}

// ReadEntries reads what is said of codes. Each entry begins with "== " and its code; its fields follow, each on a line
// that begins with its name and a colon, and goes on in lines that begin with a space. Each example is a string of Go. Lines
// that begin with "#" are comments. It panics if the text is not right, which is part of the program.
func ReadEntries(text string) (all []Entry) {
	var e *Entry
	text = strings.ReplaceAll(text, "\n ", " ")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if code, ok := strings.CutPrefix(line, "== "); ok {
			all = append(all, Entry{Code: Code(code)})
			e = &all[len(all)-1]
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, _ := strings.Cut(line, ": ")
		var err error
		switch name {
		case "command":
			e.Command = value
		case "severity":
			e.Severity, err = ParseSeverity(value)
		case "spec":
			e.Spec, _ = spec.ByName(value)
		case "rule":
			e.Rule = value
		case "section":
			e.Section = value
		case "title":
			e.Title = value
		case "text":
			e.Text = value
		case "mend":
			e.Mend = value
		case "good", "bad":
			list := &e.Good
			if name == "bad" {
				list = &e.Bad
			}
			value, err = strconv.Unquote(value)
			*list = append(*list, value)
		default:
			err = fmt.Errorf("there is no field %q", name)
		}
		if err != nil {
			panic(fmt.Sprintf("finding: %s: %v", e.Code, err))
		}
	}
	return all
}
