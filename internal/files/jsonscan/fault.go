package jsonscan

import (
	"encoding/json"
	"errors"
	"strings"
)

// Fault returns the offset where a text stops being JSON, and a message.
func Fault(text []byte) (at int, message string) {
	var v json.RawMessage
	err := json.Unmarshal(text, &v)
	if err == nil {
		return len(text), ""
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(max(int(syntax.Offset)-1, 0), len(text))
		if strings.Contains(err.Error(), "unexpected end") {
			at = len(text)
		}
	}
	if at < len(text) && text[at] == '\n' && strings.Contains(err.Error(), "string") {
		return at, `a string has no line end: write \n for it (RFC 8259 §7)`
	}
	return at, err.Error()
}
