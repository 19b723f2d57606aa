package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Format is a notation of suites.
type Format struct {
	Name  string
	write func(w io.Writer, s Suited, rows iter.Seq2[Row, error]) error
}

// A Suited is what a suite is about, for formats that say it.
type Suited struct {
	Spec, Rule string
	Schema     func() (string, error) // a JSON Schema for the rule
}

// Formats returns all formats, the default first. "json" is the name that JSON Lines have
// everywhere in the command.
func Formats() []Format {
	return []Format{
		{"json", jsonLines},
		{"jsonl", jsonLines},
		{"json-schema-suite", schemaSuite},
		{"tap", tap},
	}
}

// Write writes the rows of a suite in a format.
func (f Format) Write(w io.Writer, s Suited, rows iter.Seq2[Row, error]) error {
	return f.write(w, s, rows)
}

// jsonLines writes an object for each row.
func jsonLines(w io.Writer, _ Suited, rows iter.Seq2[Row, error]) error {
	for row, err := range rows {
		if err != nil {
			return err
		}
		if err := jsonw.WriteLine(w, row); err != nil {
			return err
		}
	}
	return nil
}

// schemaSuite writes the rows that are UTF-8, in a file as those of github.com/json-schema-org/JSON-Schema-Test-Suite.
func schemaSuite(w io.Writer, s Suited, rows iter.Seq2[Row, error]) error {
	schema, err := s.Schema()
	if err != nil {
		return err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(schema)); err != nil {
		return err
	}
	fmt.Fprintf(w, "[{\"description\": %s,\n\"schema\": %s,\n\"tests\": [\n",
		strconv.Quote("the rule "+s.Rule+" of "+s.Spec), compact.Bytes())
	first := true
	for row, err := range rows {
		if err != nil {
			return err
		}
		if row.Bytes != nil {
			continue // no string of JSON
		}
		if !first {
			io.WriteString(w, ",\n")
		}
		first = false
		test := struct {
			Description string `json:"description"`
			Data        string `json:"data"`
			Valid       bool   `json:"valid"`
		}{strings.Join(row.Rules, " > ") + ": " + row.Why, row.Input, row.Valid}
		b, err := jsonw.AppendValue(nil, test)
		if err != nil {
			return err
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "\n]}]\n")
	return err
}

// tap writes what an implementation prints that passes all tests, in the Test Anything Protocol, version 14.
func tap(w io.Writer, _ Suited, rows iter.Seq2[Row, error]) error {
	io.WriteString(w, "TAP version 14\n")
	n := 0
	for row, err := range rows {
		if err != nil {
			return err
		}
		n++
		verdict := "refuses"
		if row.Valid {
			verdict = "accepts"
		}
		line := verdict + " " + strconv.QuoteToASCII(row.Input) + ": " + strings.Join(row.Rules, " > ") + ": " + row.Why
		// "#" begins a directive, and a backslash escapes it.
		line = strings.NewReplacer(`\`, `\\`, "#", `\#`, "\n", " ").Replace(line)
		if _, err := fmt.Fprintf(w, "ok %d - %s\n", n, line); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "1..%d\n", n)
	return err
}
