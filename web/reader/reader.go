// Package reader reads the IRIs out of files and texts in the formats that the command reads, for the page: a method and its
// parameters as JSON come in, a result as JSON goes out, as in package engine. It is a program of its own, which the page loads when
// a file is opened: with it the first visit would take twice as long.
package reader

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	_ "github.com/rfc3987/iri/internal/files/formats" // all formats
	"github.com/rfc3987/iri/internal/files/input"
)

// Call runs a method: formats, or read. The answer is {"result":…} or {"error":"…"}.
func Call(method, params string) string {
	result, err := call(method, []byte(params))
	if err == nil {
		var out []byte
		if out, err = json.Marshal(map[string]any{"result": result}); err == nil {
			return string(out)
		}
	}
	out, _ := json.Marshal(map[string]string{"error": err.Error()})
	return string(out)
}

func call(method string, params []byte) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal fault in %s: %v: please report this", method, r)
		}
	}()
	switch method {
	case "formats":
		return input.FormatNames(), nil
	case "read":
		var q question
		if err := json.Unmarshal(params, &q); err != nil {
			return nil, fmt.Errorf("the parameters cannot be read: %w", err)
		}
		return q.read()
	}
	return nil, fmt.Errorf("there is no method %q", method)
}

// A question is a file, or a text that an editor has.
type question struct {
	Name   string `json:"name"`   // of a file, which may say the format
	Format string `json:"format"` // empty for that of the name, or of the content
	Text   string `json:"text"`   // decoded
	Bytes  []byte `json:"bytes"`  // as they are on the disk
}

// An item is a string of the file, and where it first stands.
type item struct {
	Text string `json:"text"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// An answer has each string once, in the order of the file.
type answer struct {
	Format     string `json:"format"`
	Items      []item `json:"items"`
	References bool   `json:"references"`      // some may be relative references
	Fault      string `json:"fault,omitempty"` // the first reason why a part could not be read
	More       bool   `json:"more,omitempty"`  // there are more strings than maxItems
}

// maxItems is how many strings the page takes.
const maxItems = 100_000

// oneLine makes of a string a line: what ends a line becomes a space, which no IRI may have either.
var oneLine = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")

func (q question) read() (answer, error) {
	o := &input.Options{Decoded: q.Text != "", AnyLines: true, References: true}
	if q.Format != "" {
		var err error
		if o.From, err = input.ParseFormat(q.Format); err != nil {
			return answer{}, err
		}
	}
	data := q.Bytes
	if o.Decoded {
		data = []byte(q.Text)
	}
	f, err := input.NewFile(cmp.Or(q.Name, "the text"), bytes.NewReader(data), o)
	if err != nil {
		return answer{}, err
	}
	out := answer{Format: f.Format.String(), Items: []item{}}
	seen := make(map[string]bool)
	var buf []byte
	for chunk, err := range f.Chunks(o, &buf) {
		if err != nil {
			out.Fault = cmp.Or(out.Fault, err.Error())
			break
		}
		for it := range chunk.Items(o) {
			text := oneLine.Replace(it.Text)
			switch {
			case it.Err != nil:
				out.Fault = cmp.Or(out.Fault, it.Err.Error())
			case text == "", it.InTemplate, seen[text] && !f.Format.HasLines():
			case len(out.Items) == maxItems:
				out.More = true
				return out, nil
			default:
				seen[text] = true
				out.References = out.References || it.Reference
				out.Items = append(out.Items, item{text, it.Line, it.Col})
			}
		}
	}
	return out, nil
}
