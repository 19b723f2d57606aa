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

// known adds strings that parsers of URIs and IRIs in use get wrong, if the rule
// matches whole identifiers. The automaton says whether each is valid.
func (s *suite) known() {
	if !s.match("http://example.org/") {
		return
	}
	for _, k := range []struct{ input, why string }{
		{"http://[fe80::1%25en0]/", "a zone identifier as RFC 6874 has it"},
		{"http://[fe80::1%en0]/", "a zone identifier with a bare percent sign"},
		{"http://[::1]a/", "text between the bracket and the port"},
		{"http://[::1", "a bracket that is not closed"},
		{"http://::1/", "an IPv6 address without brackets"},
		{"http://[::ffff:1.2.3.256]/", "an octet over 255 in an IPv6 address"},
		{"http://[1:2:3:4:5:6:7::]/", "seven groups and \"::\""},
		{"http://[1:2:3:4:5:6:7:8::]/", "eight groups and \"::\""},
		{"http://[1::2::3]/", "\"::\" twice"},
		{"http://[V1.a]/", "IPvFuture with a capital V"},
		{"http://256.1.1.1/", "a name that looks like an IPv4 address"},
		{"http://1.2.3.4.5/", "a name that starts like an IPv4 address"},
		{"http://h:/", "an empty port"},
		{"http://h:99999999/", "a port number that is too large"},
		{"http://h:8a/", "a letter in the port"},
		{"http://h:-1/", "a sign in the port"},
		{"http://a@b@c/", "two at signs in the authority"},
		{"http:///", "an empty host"},
		{"http:////a", "an empty host and an empty segment"},
		{"http:", "nothing after the scheme"},
		{"1http://h/", "a digit at the start of the scheme"},
		{"ht_tp://h/", "an underscore in the scheme"},
		{"h\u00e9://h/", "a scheme that is not ASCII"},
		{"//h/p", "a reference without a scheme"},
		{"1:b", "a colon in the first segment of a relative path"},
		{"./1:b", "a colon in a later segment"},
		{"a//b", "an empty segment"},
		{"/..//../", "dot segments"},
		{"http://h/%", "a percent sign at the end"},
		{"http://h/%4", "one hexadecimal digit at the end"},
		{"http://h/%zz", "no hexadecimal digit"},
		{"http://h/%aF", "hexadecimal digits of both cases"},
		{"http://%41/", "percent-encoding in the host"},
		{"http://h/a b", "a space"},
		{"http://h/a\\b", "a backslash"},
		{"http://h/{a}|^`\"<>", "characters that browsers accept"},
		{"http://h/?[]", "brackets in the query"},
		{"http://h/#a#b", "a second number sign"},
		{"http://h/?a?b/c", "question mark and slash in the query"},
		{"http://h/#\ue000", "private use in the fragment"},
		{"http://h/?\ue000", "private use in the query"},
		{"http://\u00e9.example/\u4e2d", "characters beyond ASCII"},
	} {
		s.add(string(s.g.Terminals.Runes(k.input)), s.path(), "%s", k.why)
	}
}
