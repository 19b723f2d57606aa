package show

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/readings"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
)

// countReadings counts in how many ways a string matches a rule of a grammar that was read. ok is false for the
// built-in specs, where the first alternative that matches is taken (RFC 3986 §3.2.2).
func countReadings(rule spec.Rule, s string) (r readings.Readings, ok bool) {
	if !rule.Spec().IsCustom() {
		return r, false
	}
	return readings.Count(rule.Spec().Grammar(), rule.Definition(), s), true
}

// appendReadings appends a line with the number of readings of a string, and the position where two of them differ.
// It appends nothing for one reading.
func appendReadings(b []byte, r readings.Readings, s string) []byte {
	switch {
	case r.Unknown:
		return append(b, "\nthe readings are not counted, because that takes too much work\n"...)
	case r.Count < 2 && !r.More:
		return b
	case r.Parting == nil:
		return append(b, "\nthere are readings without end, because a rule lies within itself over the same text\n"...)
	}
	more := ""
	if r.More {
		more = "more than "
	}
	p := r.Parting
	b = fmt.Appendf(b, "\n%s%d readings; two of them part in %s, at [%d,%d) %s, which is %s\n", more, r.Count,
		strings.Join(p.Rules, " > "), p.Begin, p.End, quote.Quote(s[p.Begin:p.End]), p.Expr)
	for i, way := range p.Ways {
		switch {
		case way == "":
			b = fmt.Appendf(b, "  %d: the repetition ends\n", i+1)
		case p.Ends[0] == p.Ends[1]:
			b = fmt.Appendf(b, "  %d: %s\n", i+1, way)
		default:
			b = fmt.Appendf(b, "  %d: %s is [%d,%d) %s\n", i+1, way, p.Begin, p.Ends[i], quote.Quote(s[p.Begin:p.Ends[i]]))
		}
	}
	return b
}

// appendReadingsJSON appends the members "readings", "moreReadings" and "parting".
func appendReadingsJSON(b []byte, r readings.Readings) []byte {
	if r.Unknown {
		return b
	}
	b = append(b, `,"readings":`...)
	b = strconv.AppendUint(b, r.Count, 10)
	if r.More {
		b = append(b, `,"moreReadings":true`...)
	}
	p := r.Parting
	if p == nil {
		return b
	}
	type way struct {
		Expr string `json:"expr"`
		End  int    `json:"end"`
	}
	parting := struct {
		Rules []string `json:"rules"`
		Start int      `json:"start"`
		End   int      `json:"end"`
		Expr  string   `json:"expr"`
		Ways  []way    `json:"ways"`
	}{Rules: p.Rules, Start: p.Begin, End: p.End, Expr: p.Expr}
	for i, w := range p.Ways {
		parting.Ways = append(parting.Ways, way{w, p.Ends[i]})
	}
	b, _ = jsonw.AppendValue(append(b, `,"parting":`...), parting) // it can always be encoded
	return b
}
