package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// Options are the options of tables. The zero Options have the file show how it is written.
type Options struct {
	// the columns' names in the first line, or their numbers from 1; empty for those that hold IRIs
	Columns   []string
	Delimiter byte   // what separates fields; 0: the first lines show it
	Header    string // whether the first line holds names, HeaderYes or HeaderNo; empty: the file shows it
}

// options are those of a run.
type options struct {
	*input.Options
	own Options
}

// A dialect says how the tables of a format are written, unless the file shows another way.
type dialect struct {
	delimiter byte
	quotes    bool // fields can be in quotes, which hold line ends, whatever the file shows
}

// A table says how a table is written, and which of its columns are wanted. It is found in the
// first lines of a file, and does not change after that.
type table struct {
	delimiter byte
	quotes    bool  // a field can be in quotes (RFC 4180 §2)
	named     bool  // the first line holds the names of the columns
	templates bool  // the second one holds templates of ROBOT, which say what the columns are
	terms     bool  // fields are terms of RDF, as results of queries have them
	index     []int // the wanted columns, counted from 0, in increasing order
	comments  int   // where the first row starts, after a byte order mark and comments

	bare, inQuotes, inTwice input.Escape // of fields without quotes, with quotes, and with quotes that are doubled
}

// firstBytes is how much of a file is read to find out how it is written.
const firstBytes = 64 << 10

// delimiters are those that are looked for, and what messages call them.
var delimiters = []struct {
	char byte
	name string
}{{',', "comma"}, {';', "semicolon"}, {'\t', "tab"}, {'|', "pipe"}}

// ParseDelimiter returns the byte that stands between two fields of a table: one character of ASCII, or
// a name, comma, semicolon, tab or pipe. 0 stands for the empty string, or auto: it is found in the file.
func ParseDelimiter(s string) (byte, error) {
	if s == "" || s == "auto" {
		return 0, nil
	}
	if s == `\t` {
		return '\t', nil
	}
	for _, d := range delimiters {
		if s == d.name {
			return d.char, nil
		}
	}
	if len(s) != 1 || s[0] >= 0x80 || s[0] == '"' || s[0] == '\n' || s[0] == '\r' || s[0] == 0 {
		return 0, fmt.Errorf("%s does not separate fields: write one character of ASCII, or comma, semicolon, tab or "+
			"pipe", quote.Quote(s))
	}
	return s[0], nil
}

// DelimiterNames returns the names that [ParseDelimiter] reads.
func DelimiterNames() (names []string) {
	for _, d := range delimiters {
		names = append(names, d.name)
	}
	return names
}

// The values of [Options.Header] beside that for what the file shows. The first line holds names, too, if a
// column is asked for by its name.
const (
	HeaderYes = "yes"
	HeaderNo  = "no"
)

// HeaderNames returns the names that [ParseHeader] reads.
func HeaderNames() []string { return []string{"auto", HeaderYes, HeaderNo} }

// ParseHeader returns the value of a name; auto and the empty name are empty.
func ParseHeader(s string) (string, error) {
	if s != "" && !slices.Contains(HeaderNames(), s) {
		return "", fmt.Errorf("%s is not auto, yes or no", quote.Quote(s))
	}
	return strings.TrimPrefix(s, "auto"), nil
}

// delimiterName returns what messages call a delimiter.
func delimiterName(c byte) string {
	for _, d := range delimiters {
		if c == d.char {
			return d.name
		}
	}
	return quote.Quote([]byte{c})
}

// A reading is the first rows of a table, read with a delimiter.
type reading struct {
	table
	rows  [][]string // their fields
	bad   bool       // the first row has quotes that are not closed, or text after those that are
	even  bool       // nearly all rows have the same number of fields, at least two, and none has a fault
	shown bool       // a field is in quotes
}

// readFirst reads the first rows of a table. whole says that the data does not end inside a row.
func readFirst(data []byte, delimiter byte, quotes, whole bool) *reading {
	r := &reading{table: table{delimiter: delimiter, quotes: quotes}}
	width, same, faults := 0, 0, 0
	for at := 0; at < len(data); {
		var row []string
		start := at
		for {
			var c cell
			c.find(data, at, &r.table)
			if at = c.next; c.fault > 0 || c.open {
				faults++
			}
			r.shown = r.shown || c.quoted
			row = append(row, c.text(data))
			if c.last {
				break
			}
		}
		if at == len(data) && !whole && len(r.rows) > 0 {
			break // the row goes on
		}
		if len(linecol.TrimLineEnd(data[start:at])) == 0 {
			continue
		}
		if r.rows = append(r.rows, row); len(r.rows) == 1 {
			width, r.bad = len(row), faults > 0
		}
		if len(row) == width {
			same++
		}
	}
	r.even = width > 1 && faults == 0 && same*10 >= len(r.rows)*9
	return r
}

// holding returns the columns that hold IRIs from a row on: at least half of the fields that are not
// empty start with a scheme.
func (r *reading) holding(from int) (columns []int) {
	var filled, iris []int
	for _, row := range r.rows[min(from, len(r.rows)):] {
		for len(filled) < len(row) {
			filled, iris = append(filled, 0), append(iris, 0)
		}
		for i, field := range row {
			if field = strings.Trim(field, chars.Space); field != "" {
				filled[i]++
				if input.StartsWithScheme(field) {
					iris[i]++
				}
			}
		}
	}
	for i := range filled {
		if iris[i] > 0 && iris[i]*2 >= filled[i] {
			columns = append(columns, i)
		}
	}
	return columns
}

// has reports whether the first row has all the columns; some of them are names.
func (r *reading) has(want []string) bool {
	named := false
	for _, w := range want {
		if _, err := strconv.Atoi(w); err == nil {
			continue
		}
		if named = true; !slices.Contains(r.rows[0], w) {
			return false
		}
	}
	return named
}

// isShown reports whether the first rows show that the delimiter divides the table. All delimiters but the tab
// can also be characters of an IRI.
func (r *reading) isShown(want []string) bool {
	columns := r.holding(0)
	return r.even && (r.delimiter == '\t' || r.shown || r.has(want) || r.hasHeader() ||
		len(columns) > 0 && columns[len(columns)-1] > 0)
}

// findReading finds out how a table is written. own is how the format writes tables.
func findReading(data []byte, own dialect, o *options, whole bool) *reading {
	want := o.own.Columns
	read := func(delimiter byte) *reading {
		if r := readFirst(data, delimiter, true, whole); own.quotes || r.even && r.shown {
			return r
		}
		return readFirst(data, delimiter, false, whole)
	}
	first := read(own.delimiter)
	if first.even && (len(first.holding(0)) > 0 || first.hasHeader() || first.has(want)) || len(first.rows) == 0 {
		return first
	}
	best := first
	for _, d := range delimiters {
		if d.char == own.delimiter || o.Split == string(d.char) {
			continue
		}
		r := read(d.char)
		if !r.isShown(want) || first.even && len(r.holding(0)) == 0 && !r.has(want) {
			continue
		}
		if best == first || len(r.holding(0)) > len(best.holding(0)) {
			best = r
		}
	}
	return best
}

// findTable finds out how a table is written, and finds the wanted columns. data is the start of the
// file, and whole says that it does not end inside a row.
func findTable(data []byte, whole bool, f *input.File, o *options) (*table, error) {
	comments := commentsEnd(data)
	data = data[comments:]
	if o.Unbuffered { // the next line may come much later
		data = bytes.TrimLeft(data, "\r\n")
		if n := bytes.IndexByte(data, '\n'); n >= 0 {
			data, whole = data[:n+1], true
		}
	} else if len(data) > firstBytes {
		data, whole = data[:firstBytes], false
	}
	format := f.Format.Data.(dialect)
	var r *reading
	if o.own.Delimiter == 0 {
		r = findReading(data, format, o, whole)
	} else {
		r = readFirst(data, o.own.Delimiter, format.quotes, whole)
		if quoted := readFirst(data, o.own.Delimiter, true, whole); quoted.even && quoted.shown {
			r = quoted
		}
	}
	r.comments = comments
	if len(r.rows) == 0 { // nothing but line ends and comments
		return &r.table, nil
	}
	if err := r.checkDelimiter(data, o); err != nil {
		return nil, err
	}
	r.templates = o.own.Header != HeaderNo && len(r.rows) > 1 && isRobot(r.rows[1])
	r.named = r.templates || o.own.Header == HeaderYes || o.own.Header == "" && r.hasHeader()
	if len(o.own.Columns) > 0 {
		if err := r.find(o); err != nil {
			return nil, err
		}
		if r.named || r.delimiter != format.delimiter {
			r.say(f, o, "")
		}
		return &r.table, nil
	}
	if r.delimiter == '\t' && r.hasVariables() {
		r.terms, r.named, r.quotes, r.index = true, true, false, r.columns()
		f.Notes.Say("results of a query: IRIs are in < and >")
		return &r.table, nil
	}
	from := 0
	if r.named {
		from++
	}
	if r.templates {
		from++
	}
	r.index = r.holding(from)
	if o.Unbuffered && len(r.index) == 0 { // what stands below is not known yet
		if r.index = r.called(); len(r.index) == 0 {
			return nil, errors.New("no column holds IRIs in the first line, which alone is known where each line is " +
				"answered at once: --column names those that do")
		}
	}
	switch {
	case len(r.index) == 0:
		f.Notes.WithoutColumn()
		r.say(f, o, "no column holds IRIs")
	case len(r.rows[0]) > 1 || r.named:
		r.say(f, o, "IRIs are in "+r.names(r.index))
	}
	return &r.table, nil
}

// checkDelimiter returns an error if the delimiter that the user names is in none of the first rows.
func (r *reading) checkDelimiter(data []byte, o *options) error {
	if o.own.Delimiter == 0 || o.Unbuffered ||
		slices.ContainsFunc(r.rows, func(row []string) bool { return len(row) > 1 }) {
		return nil
	}
	var there []string
	for _, d := range delimiters {
		if bytes.IndexByte(data, d.char) >= 0 {
			there = append(there, d.name)
		}
	}
	instead := "there is none of comma, semicolon, tab and pipe, so the table has one column: leave out --delimiter"
	if len(there) > 0 {
		instead = "there is " + strings.Join(there, ", ")
	}
	return fmt.Errorf("--delimiter %s: it is not in the first lines; %s", delimiterName(o.own.Delimiter), instead)
}

// find finds the columns that are asked for by numbers and names.
func (r *reading) find(o *options) error {
	width := 0
	for _, row := range r.rows {
		width = max(width, len(row))
	}
	taken := make(map[int]string)
	for _, want := range o.own.Columns {
		n, err := strconv.Atoi(want)
		switch {
		case err == nil && n < 1:
			return fmt.Errorf("--column %d: columns are counted from 1", n)
		case err == nil && n > width && !o.Unbuffered:
			return fmt.Errorf("--column %d: the rows have %d: %s", n, width, r.firstRow())
		case err != nil:
			if r.named = true; o.own.Header == HeaderNo {
				return fmt.Errorf("--column %s: with --header no the columns have no names: give a number", quote.Cut(want))
			}
			var at []string
			for i, name := range r.rows[0] {
				if name == want {
					n, at = i+1, append(at, strconv.Itoa(i+1))
				}
			}
			switch {
			case len(at) == 0:
				return fmt.Errorf("--column %s: there is no such name in the first line: there are %s", quote.Cut(want), r.firstRow())
			case len(at) > 1:
				return fmt.Errorf("--column %s: the first line has it %d times, in columns %s: give a number",
					quote.Cut(want), len(at), strings.Join(at, ", "))
			}
		}
		if before, ok := taken[n-1]; ok {
			return fmt.Errorf("--column %s and --column %s are the same column, %d: leave one out", quote.Cut(before), quote.Cut(want), n)
		}
		taken[n-1] = want
		r.index = append(r.index, n-1)
	}
	slices.Sort(r.index)
	return nil
}

// firstRow shows the fields of the first row.
func (r *reading) firstRow() string {
	shown := quote.Cut(strings.Join(r.rows[0], ", "))
	if len(r.rows[0]) == 1 && r.delimiter != 0 {
		shown += "; --delimiter says what separates the fields"
	}
	return shown
}

// names lists columns by their numbers, with their names if they have some.
func (r *reading) names(index []int) string {
	const most = 20
	var s []string
	for _, i := range index[:min(len(index), most)] {
		if r.named && i < len(r.rows[0]) {
			s = append(s, fmt.Sprintf("%d (%s)", i+1, quote.Cut(r.rows[0][i])))
		} else {
			s = append(s, strconv.Itoa(i+1))
		}
	}
	text := "column " + s[0]
	if len(s) > 1 {
		text = "columns " + strings.Join(s[:len(s)-1], ", ") + " and " + s[len(s)-1]
	}
	if len(index) > most {
		text += fmt.Sprintf(" and %d more", len(index)-most)
	}
	return text
}

// say notes what was found out about a table and its columns.
func (r *reading) say(f *input.File, o *options, columns string) {
	var said []string
	if o.own.Delimiter == 0 && r.delimiter != f.Format.Data.(dialect).delimiter {
		said = append(said, "a "+delimiterName(r.delimiter)+" separates fields (--delimiter)")
	}
	if r.named && o.own.Header == "" && (len(o.own.Columns) == 0 || !r.has(o.own.Columns)) {
		said = append(said, "the first line names the columns (--header)")
	}
	if columns != "" {
		said = append(said, columns+" (--column)")
	}
	if sep := r.lists(); sep != "" && o.Split == "" {
		said = append(said, "a field holds several IRIs (--split "+quote.Quote(sep)+")")
	}
	if len(said) > 0 {
		f.Notes.Say(strings.Join(said, "; "))
	}
}
