package grammardiff

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// brokenWriter takes nothing.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("full") }

// TestWrite has what is written of differences, in part.
func TestWrite(t *testing.T) {
	for _, tt := range []struct{ a, b, text, json string }{
		{`a = "x"`, `a = "y"`, "a of old and a of new: the languages differ in 2 ways\n\nonly old: x\n", `{"witness":`},
		{`a = "x"`, `a = "x" / "y"`, "differ in 1 way\n\nonly new: y\n", `{"witness":`},
		{`a = "x"`, `a = %x58 / %x78`, "a of old and a of new: the languages are equal\n", ""},
	} {
		old, now := grammartest.Read(t, tt.a+"\n"), grammartest.Read(t, tt.b+"\n")
		sides := [2]Side{
			{Name: "old", Grammar: old, Rule: old.Rules[0]},
			{Name: "new", Grammar: now, Rule: now.Rules[0]},
		}
		rows, err := Compare(sides[0], sides[1])
		if err != nil {
			t.Fatal(err)
		}
		var text, json bytes.Buffer
		w := bufio.NewWriter(&text)
		WriteText(w, sides, rows, nil, false)
		w.Flush()
		if !strings.Contains(text.String(), tt.text) {
			t.Errorf("%s and %s: got\n%s\nwant\n%s", tt.a, tt.b, text.String(), tt.text)
		}
		if err := WriteJSON(&json, sides, rows, nil); err != nil || strings.Count(json.String(), "\n") != len(rows) ||
			!strings.HasPrefix(json.String(), tt.json) {
			t.Errorf("%s and %s: got %v,\n%s", tt.a, tt.b, err, json.String())
		}
		if err := WriteJSON(brokenWriter{}, sides, rows, nil); (err != nil) != (len(rows) > 0) {
			t.Errorf("%s and %s: got the error %v", tt.a, tt.b, err)
		}
	}
}
