package table

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
)

// What stands above the data of a table: comments, and a row that names the columns.

// commentsEnd returns where the first row starts: after a byte order mark, and after the lines at the start of the file
// that begin with "#", in which SSSOM has what it says of the table, in YAML.
func commentsEnd(data []byte) int {
	at := 0
	if bytes.HasPrefix(data, linecol.BOM) {
		at = len(linecol.BOM)
	}
	for end := at; end < len(data); {
		line := linecol.FirstLine(data[end:])
		next := min(end+len(line)+1, len(data))
		switch text := bytes.TrimPrefix(line, []byte{'"'}); {
		case chars.IsBlank(text):
		case text[0] != '#', !yamlComment().Match(text) && sameWidth(line, linecol.FirstLine(data[next:])):
			return at
		default:
			at = next
		}
		end = next
	}
	return at
}

// yamlComment matches a line of YAML after "#": a member, or an element of a list.
var yamlComment = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^#+[ \t]*(?:[\w.-]+:(?:[\s",;|]|$)|- )`)
})

// sameWidth reports whether two lines have the same number of fields, at least two: a line that begins with "#" is a
// row, such as "#id,url", if the next one looks like it.
func sameWidth(line, next []byte) bool {
	for _, d := range delimiters {
		if n := bytes.Count(line, []byte{d.char}); n > 0 && n == bytes.Count(next, []byte{d.char}) {
			return true
		}
	}
	return false
}

// hasVariables reports whether the first row names variables, as in results of queries (SPARQL 1.1 Query Results CSV and
// TSV Formats §4).
func (r *reading) hasVariables() bool {
	return !slices.ContainsFunc(r.rows[0], func(field string) bool { return !variable().MatchString(field) })
}

// variable matches a variable of SPARQL.
var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\?[\pL\pN_]+$`) })

// columns returns all columns.
func (r *reading) columns() (index []int) {
	for i := range r.rows[0] {
		index = append(index, i)
	}
	return index
}

// isRobot reports whether a row has templates of ROBOT (robot.obolibrary.org/template), which say what columns are.
func isRobot(row []string) bool {
	for _, field := range row {
		if field != "" && !robotTemplate().MatchString(field) {
			return false
		}
	}
	return slices.Contains(row, "ID")
}

// robotTemplate matches a template of ROBOT.
var robotTemplate = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:ID|LABEL|TYPE|CLASS_TYPE|PROPERTY_TYPE|INDIVIDUAL_ROLE|CHARACTERISTIC|DOMAIN|RANGE|` +
		`>*(?:A|AT|AL|AI|C|CI|SC|EC|DC|DISJOINT|P|SP|EP|DP|IP|I|SI|DI|TI) .*)`)
})

// hasHeader reports whether the first row has names. It is data only if it looks like the rows below it and unlike
// names; each column votes, if it shows anything. If the name of a column of IRIs is there, nothing else counts. A row
// that is taken for data is checked and can be rejected.
func (r *reading) hasHeader() bool {
	if r.bad {
		return false
	}
	says := 0
	for i, field := range r.rows[0] {
		says += r.saysHeader(i, strings.Trim(field, chars.Space))
	}
	return says > 0
}

// saysHeader returns how much a field of the first row looks like a name: above 0 if it does, below if it is data.
func (r *reading) saysHeader(i int, field string) int {
	const surely = 100
	var below []string
	iris, numbers := 0, 0
	for _, row := range r.rows[1:] {
		if i >= len(row) || slices.Equal(row, r.rows[0]) { // of files that were put together
			continue
		}
		text := strings.Trim(row[i], chars.Space)
		if text == "" {
			continue
		}
		below = append(below, text)
		if isNumber(text) {
			numbers++
		} else if input.StartsWithScheme(text) {
			iris++
		}
	}
	hold := func(n int) bool { return n > 0 && n*2 >= len(below) }
	switch {
	case field == "" || isMissing(field):
		return 0
	case isNumber(field):
		if isYear(field) && !slices.ContainsFunc(below, isYear) {
			return 0
		}
		return -3
	case input.StartsWithScheme(field):
		return saysTerm(field, below, hold(iris))
	case slices.Contains(below, field):
		return -1
	case len(below) == 0 || hold(iris):
		switch {
		case callsIRIs(field):
			return surely
		case iris*2 <= len(below):
			return 0
		case strings.ContainsAny(field, `/\<>%`) || strings.HasPrefix(field, "www."):
			return -2
		case hasInnerDot(field):
			return -1
		case len(strings.Fields(field)) > 2:
			return 1
		}
		return 2
	case hold(numbers):
		return 2
	}
	return 0
}

// saysTerm is saysHeader for a field with a scheme or a prefix, such as dct:source, the property that a column is
// about. irisBelow says that IRIs stand below it.
func saysTerm(field string, below []string, irisBelow bool) int {
	isIn := func(text string) bool { return strings.HasPrefix(text, namespaceOf(field)) }
	if irisBelow && slices.ContainsFunc(below, isIn) {
		return -1
	}
	terms, names := 0, 0
	for _, text := range below {
		if isTerm(text) {
			terms++
		} else if isName(text) {
			names++
		}
	}
	switch {
	case isTerm(field) && terms*2 <= len(below), isName(field) && len(below) > 0 && (!irisBelow || terms+names == 0):
		return 1
	case len(below) == 0:
		return -1
	}
	return 0
}

// namespaceOf returns the part of an IRI, or of a name with a prefix, before the local name.
func namespaceOf(text string) string { return text[:strings.LastIndexAny(text, ":/#")+1] }

// isName reports whether a text is a name with a prefix, and not an IRI.
func isName(text string) bool {
	prefix, rest, ok := strings.Cut(text, ":")
	return ok && !strings.HasPrefix(rest, "//") && !scheme.Is(prefix, scheme.Recognized) &&
		!strings.ContainsAny(text, chars.Space)
}

// isTerm reports whether a text is a term of a vocabulary that is widely known, as a name or as an IRI.
func isTerm(text string) bool {
	if prefix, _, _ := strings.Cut(text, ":"); isName(text) && scheme.Namespace(prefix) != "" {
		return true
	}
	return scheme.IsNamespace(namespaceOf(text))
}

// callsIRIs reports whether the name of a column, of two words at most, says that it holds IRIs: "URL" and "item.url",
// not "not a URL".
func callsIRIs(name string) bool {
	words := strings.Fields(name)
	return len(words) > 0 && len(words) <= 2 && !strings.HasPrefix(name, "www.") &&
		bare.NamesURL(strings.TrimRight(name, "s"))
}

// called returns the columns whose names say that they have IRIs, or the only column.
func (r *reading) called() (index []int) {
	for i, name := range r.rows[0] {
		if len(r.rows[0]) == 1 || r.named && callsIRIs(strings.Trim(name, chars.Space)) {
			index = append(index, i)
		}
	}
	return index
}

// lists returns what separates the IRIs of a field that holds several; empty if there is none.
func (r *reading) lists() string {
	for _, row := range r.rows {
		for _, i := range r.index {
			if i >= len(row) {
				continue
			}
			if sep := input.Separator(row[i]); sep != "" && !bare.IsList(row[i]) {
				return sep
			}
		}
	}
	return ""
}

// isNumber reports whether a field is a number.
func isNumber(field string) bool {
	_, err := strconv.ParseFloat(field, 64)
	return err == nil && !isMissing(field)
}

// isYear reports whether a field can be a year, which names columns.
func isYear(field string) bool {
	n, err := strconv.Atoi(field)
	return err == nil && len(field) == 4 && n >= 1500 && n < 2200
}

// isMissing reports whether a field says that its value is missing.
func isMissing(field string) bool {
	switch strings.ToLower(field) {
	case "null", "none", "nil", "nan", "na", "n/a", "unknown":
		return true
	}
	return strings.Trim(field, "-–—?.") == ""
}

// hasInnerDot reports whether a field has a dot in it, as the name of a host does.
func hasInnerDot(field string) bool {
	for i := range len(field) {
		if field[i] == '.' && i > 0 && i+1 < len(field) && field[i+1] > ' ' {
			return true
		}
	}
	return false
}
