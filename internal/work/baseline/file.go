package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// The file is JSON, with one finding a line and in a fixed order, so that a diff of the file shows which findings
// changed.

const version = 1

// An entry is a finding in the file.
type entry struct {
	File  string `json:"file"`
	IRI   string `json:"iri"`
	Code  string `json:"code"`
	Count int    `json:"count"`
}

// AppendJSON appends the findings as an array.
func (s Counts) AppendJSON(b []byte) []byte { return s.append(b, "") }

// append appends the findings as an array, with indent before each.
func (s Counts) append(b []byte, indent string) []byte {
	b = append(b, '[')
	for i, k := range s.Sorted() {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsonw.AppendValue(append(b, indent...), entry{k.File, k.IRI, k.Code, s[k]}) // an entry can always be encoded
	}
	return append(b, ']')
}

// MarshalJSON writes the counts as in the file, for summaries.
func (s Counts) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Counts) UnmarshalJSON(text []byte) error {
	var entries []entry
	if err := json.Unmarshal(text, &entries); err != nil {
		return err
	}
	*s = make(Counts, len(entries))
	for _, e := range entries {
		(*s)[Key{e.File, e.Code, e.IRI}] += e.Count
	}
	return nil
}

// text returns the text of a file that lists the findings.
func (s Counts) text() []byte {
	out := fmt.Appendf(nil, "{\n\"version\": %d,\n\"findings\": ", version)
	out = s.append(out, "\n")
	if len(s) > 0 {
		out = append(out[:len(out)-1], "\n]"...)
	}
	return append(out, "\n}\n"...)
}

// Write replaces the file of the baseline, in one step, with one that lists the findings.
func (b *Baseline) Write(s Counts) error {
	return durable.WriteFile(b.Name, s.text())
}

// parse reads the text of a file. Its errors have the name of the file and the line.
func parse(name string, text []byte) (Counts, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	set := make(Counts)
	wrong := func(at int64, err error) error {
		return fmt.Errorf("%s:%d: it is not a baseline: %w; iri check --write-baseline writes one",
			filepath.ToSlash(name), 1+bytes.Count(text[:min(int64(len(text)), at)], []byte{'\n'}), err)
	}
	expect := func(want json.Delim) error {
		token, err := d.Token()
		if err == nil && token != want {
			err = fmt.Errorf("%q is expected", want.String())
		}
		return err
	}
	fail := func(err error) (Counts, error) {
		at := d.InputOffset()
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if e := (*json.SyntaxError)(nil); errors.As(err, &e) {
			at = e.Offset
			// the check of Go 1.27
			ended = at >= int64(len(bytes.TrimRight(text, " \t\r\n"))) && e.Error() == "unexpected end of JSON input"
		}
		if ended {
			at, err = int64(len(text)), errors.New("it ends too soon")
		}
		return nil, wrong(at, err)
	}
	if err := expect('{'); err != nil {
		return fail(err)
	}
	for has := 0; d.More(); {
		key, err := d.Token()
		switch {
		case err != nil:
		case key == "version":
			if err = d.Decode(&has); err == nil && has != version {
				err = fmt.Errorf("version %d is not known, only %d", has, version)
			}
		case key == "findings":
			if err = readFindings(d, set, expect); err == nil && has == 0 {
				err = errors.New(`"version" is missing before "findings"`)
			}
		default:
			err = fmt.Errorf("unknown member %q", key)
		}
		if err != nil {
			return fail(err)
		}
	}
	if err := expect('}'); err != nil {
		return fail(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fail(errors.New("more stands after it"))
	}
	return set, nil
}

// readFindings reads the array of findings.
func readFindings(d *json.Decoder, set Counts, expect func(json.Delim) error) error {
	if err := expect('['); err != nil {
		return err
	}
	for d.More() {
		var e entry
		if err := d.Decode(&e); err != nil {
			return err
		}
		k := Key{e.File, e.Code, component.Redact(e.IRI)}
		if e.File != "" && isPath(e.File) {
			k.File = path.Clean(e.File) // a file that is written by hand may have ./a.nt
		}
		switch {
		case e.File == "" || e.Code == "":
			return errors.New(`a finding has a "file" and a "code"`)
		case e.Count < 1:
			return errors.New(`"count" is at least 1`)
		case set[k] > 0 && k.IRI == e.IRI:
			return errors.New("the finding stands in it twice")
		}
		set[k] += e.Count
	}
	return expect(']')
}
