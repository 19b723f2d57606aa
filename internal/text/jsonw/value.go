package jsonw

import (
	"bytes"
	"encoding/json"
	"io"
)

// AppendValue appends the JSON of a value on one line, as package json writes it without escapes for HTML, but with
// those of [Escaped].
func AppendValue(b []byte, v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return b, err
	}
	return append(b, Escape(bytes.TrimSuffix(text.Bytes(), []byte("\n")))...), nil
}

// WriteLine writes the JSON of a value, as AppendValue does, and a line end.
func WriteLine(w io.Writer, v any) error {
	b, err := AppendValue(nil, v)
	if err == nil {
		_, err = w.Write(append(b, '\n'))
	}
	return err
}

// WriteLines writes each value on a line of its own.
func WriteLines[T any](w io.Writer, values []T) error {
	for _, v := range values {
		if err := WriteLine(w, v); err != nil {
			return err
		}
	}
	return nil
}
