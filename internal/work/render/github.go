package render

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// GitHub writes findings as workflow commands of GitHub Actions, which
// shows each beside the line of the file:
//
//	::error file=dump.nt,line=1204,col=31,endColumn=32,title=port::"a" is not a digit
type GitHub struct{ bare }

// Finding implements [Writer].
func (GitHub) Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte {
	start, end := place(f.Start), place(f.End)
	b = fmt.Appendf(b, "::%s ", f.Severity)
	// A name in angle brackets is not the name of a file.
	if !strings.HasPrefix(start.Source, "<") {
		b = fmt.Appendf(b, "file=%s,", escapeProperty.Replace(quote.Visible(start.Source)))
	}
	b = fmt.Appendf(b, "line=%d,col=%d", start.Line, start.Col)
	if end.Line == start.Line && end.Col > start.Col {
		b = fmt.Appendf(b, ",endColumn=%d", end.Col)
	}
	return fmt.Appendf(b, ",title=%s::%s\n", escapeProperty.Replace(quote.Visible(string(f.Code))),
		escapeData.Replace(annotation(text, f, "\n")))
}

// annotation returns the message, the excerpt and the hint of a finding, with a separator between them.
func annotation(text *component.Quoter, f *finding.Finding, sep string) string {
	message := quote.Visible(f.MessageText())
	if len(f.Expected) > 0 {
		message += ": expected " + quote.Visible(List(f.Expected))
	}
	if f.Section != "" {
		message += " (" + quote.Visible(f.Section) + ")"
	}
	if text.Text != "" { // the line of a fault may be unknown
		message += sep + excerpt(text, f)
	}
	if hint := f.HintText(); hint != "" {
		message += sep + "hint: " + quote.Visible(hint)
	}
	if f.Fix != nil {
		message += sep + "fix: " + describeFix(text, f.Fix)
	}
	return message
}

// excerpt returns the text around the fault, as it is shown to people.
func excerpt(text *component.Quoter, f *finding.Finding) string {
	line, _ := Style{}.appendExcerpt(nil, writtenAs(text, f), 0)
	return string(line)
}

// The characters that the runner unescapes: see escapeData and escapeProperty of the toolkit.
var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
