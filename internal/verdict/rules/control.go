package rules

import (
	"strings"
	"unicode"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// control reports percent-encoded control characters, run by run (RFC 3986 §7.3). Those that stand
// in a LEIRI as they are have a rule of their own.
func control(c *pass, r *entry, start, end int) {
	name := c.s[:c.p.Scheme]
	if strings.EqualFold(name, "data") {
		return // raw data is expected there (RFC 2397)
	}
	_, _, query := c.p.Span(c.s, component.Query)
	lines := query && strings.EqualFold(name, "mailto") && start > int(c.p.Path) // RFC 6068 §5 asks for %0D%0A
	s := c.s[:end]
	for i := next(s, start, "%"); i < end; i = next(s, i, "%") {
		from, last := i, 0 // and how long the character is that is not one of the run
		for i < end && s[i] == '%' && last == 0 {
			ch, w := decodedRune(s, i)
			if !unicode.IsControl(ch) || lines && (ch == '\r' || ch == '\n') {
				last = w
			} else {
				i += w
			}
		}
		if i == from {
			i += last
			continue
		}
		if f := c.add(r, from, i); f != nil {
			run := s[from:i]
			f.Message = finding.ControlChars.TextOfRun(percent.Decode(run), c.Quote(from, i))
			f.Hint = finding.HintControl.Text()
		}
	}
}

var ruleControl = &entry{
	check: control, trigger: textparts.Trigger{Encoded: true},
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "control", Title: "no percent-encoded control characters", Section: "RFC 3986 §7.3",
		Clause: "Note, however, that the \"%00\" percent-encoding (NUL) may require special handling and should be " +
			"rejected if the application is not expecting to receive raw data within a component.",
		Text: "Once they are decoded, NUL ends a string for some programs and not for others, CR and LF end a line " +
			"of a protocol or of a log, and ESC begins a command to a terminal. Whether raw data is expected only " +
			"the program knows that gets the IRI, and forms send the ends of lines in queries; so the rule is off " +
			"unless it is asked for. data, and line ends in the query of mailto (RFC 6068 §5), are not reported.",
		Mend: "take the character out; leave it where the program that gets it expects raw data",
		Good: []string{"http://example.org/a%20b", "mailto:joe@example.org?body=a%0D%0Ab", "data:,%00"},
		Bad: []string{"http://example.org/a%00.jpg", "http://example.org/a%0D%0ASet-Cookie:%20b",
			"http://example.org/?q=%1B%5B2J"},
	}},
}
