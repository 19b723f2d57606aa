package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	goabnf "github.com/pandatix/go-abnf"

	"github.com/rfc3987/iri"
)

// A KitRow is a string of the conformance kit, with the rules from the one that it is held to down to the one it tests.
type KitRow struct {
	Input string
	Valid bool
	Rules []string
}

// KitRows returns the rows of the kit for a spec, or for a rule of it.
func KitRows(spec *iri.Spec, rule string) (rows []KitRow, err error) {
	text, err := os.ReadFile(filepath.Join("..", "conformance", "syntax", spec.Name()+".jsonl"))
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r KitRow
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		if rule == "" || r.Rules[0] == rule {
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// GoABNF returns the engine go-abnf with the grammar of a spec, which follows all ways of reading a string.
// It shares no code with this module.
func GoABNF(spec *iri.Spec) (match func(rule, s string) (bool, error), err error) {
	var text strings.Builder
	for r := range spec.Rules() {
		if !strings.HasPrefix(r.Section(), "RFC 5234") { // core rules, which it has
			text.WriteString(r.ABNF() + "\r\n")
		}
	}
	g, err := goabnf.ParseABNF([]byte(text.String()))
	if err != nil {
		return nil, err
	}
	return func(rule, s string) (bool, error) { return g.IsValid(rule, []byte(s)) }, nil
}
