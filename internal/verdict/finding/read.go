package finding

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
)

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
