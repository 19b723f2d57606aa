package table

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/input"
)

// A Quoting is the state of quotes at a place in a table: a line end inside quotes is
// text (RFC 4180 §2.6). As in [cell.find], a quote opens only at the start of a field;
// a single quote inside a field must not hide the ends of the rows that follow. The
// zero Quoting is that of the start of a row.
type Quoting struct {
	In     bool // inside quotes
	Closed bool // the last byte closed the quotes; if a quote follows, it is a quote in the text
	Last   byte // the last byte; 0 at the start of a row
}

// ends returns the offset after the last line end in text that ends a row; 0 if there is
// none. If first is set, it stops after the first such line end instead.
func (q *Quoting) ends(text []byte, delimiter byte, first bool) (end int) {
	if n := bytes.LastIndexByte(text, '\n'); !first && n >= 0 {
		// Mostly the last line end is not inside quotes.
		start := *q
		if q.pass(text[:n], delimiter); !q.In {
			q.Closed, q.Last = false, '\n'
			q.pass(text[n+1:], delimiter)
			return n + 1
		}
		*q = start
	}
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			q.pass(text[at:], delimiter)
			return end
		}
		q.pass(text[at:at+n], delimiter)
		if at += n + 1; q.In {
			q.Last = '\n'
			continue
		}
		if *q, end = (Quoting{}), at; first {
			return end
		}
	}
}

// pass goes through a text.
func (q *Quoting) pass(text []byte, delimiter byte) {
	for len(text) > 0 {
		n := bytes.IndexByte(text, '"')
		if n != 0 {
			plain := text
			if n > 0 {
				plain = text[:n]
			}
			q.Closed, q.Last = false, plain[len(plain)-1]
		}
		if n < 0 {
			return
		}
		q.quote(delimiter)
		text = text[n+1:]
	}
}

// quote goes through a quote.
func (q *Quoting) quote(delimiter byte) {
	switch {
	case q.In:
		q.In, q.Closed = false, true
	case q.Closed, q.Last == delimiter, q.Last == '\n', q.Last == 0:
		q.In, q.Closed = true, false
	}
	q.Last = '"'
}

// A tableCutter cuts a table.
type tableCutter struct {
	f       *input.File
	o       *options
	table   *table
	quoting Quoting
	begun   bool // it has looked at the start of the file
}

// newTableCutter returns what cuts a table.
func newTableCutter(f *input.File, o *input.Options) input.Cutter {
	return &tableCutter{f: f, o: &options{o, input.FormatOptions[Options](o)}}
}

func (c *tableCutter) Sniff(buf []byte, whole bool) (ok bool, err error) {
	if !whole && len(buf) < cap(buf) && !(c.o.Unbuffered &&
		bytes.IndexByte(bytes.TrimLeft(buf[commentsEnd(buf):], "\r\n"), '\n') >= 0) {
		return false, nil
	}
	if c.table, err = findTable(buf, whole, c.f, c.o); err != nil {
		return false, err
	}
	c.table.escapes(c.o.Split)
	c.f.State = c.table
	return true, nil
}

func (c *tableCutter) ByLines() bool { return c.table == nil || !c.table.quotes }

func (c *tableCutter) LastEnd(buf []byte, from int) int {
	if from == 0 {
		c.quoting = Quoting{}
		if !c.begun {
			from = c.table.comments
		}
		c.begun = true
	}
	if end := c.quoting.ends(buf[from:], c.table.delimiter, false); end > 0 {
		return from + end
	}
	return 0
}

// Salvage goes on after the first line: a quote that is still open at the end of so long a row is most likely a
// mistake, so only its line is lost, as in [tableDecoder.rows].
func (c *tableCutter) Salvage(buf []byte, most int) int {
	first := bytes.IndexByte(buf, '\n') + 1
	if !c.quoting.In || first == 0 || first > most {
		return 0
	}
	return first + new(Quoting).ends(buf[first:], c.table.delimiter, false)
}

func (c *tableCutter) ContinueRecord(part []byte) (end int, ended bool) {
	end = c.quoting.ends(part, c.table.delimiter, true)
	return end, end > 0
}
