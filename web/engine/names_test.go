//go:build namesapart

package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNames builds the engine as the page has it: a name of a character is asked for, loaded, and then there.
func TestNames(t *testing.T) {
	e := New()
	for _, text := range []string{"http://h:8a/", "http://h/a b", "http://h/\u0000"} {
		if got := e.Call("check", `{"spec":"rfc3987","lines":["`+strings.ReplaceAll(text, "\u0000", `\u0000`)+
			`"]}`); strings.Contains(got, "unnamed") || strings.Contains(got, "not loaded") {
			t.Errorf("%q needs no names: %s", text, got)
		}
	}
	const ask = `{"spec":"rfc3987","lines":["http://h/\ue000"]}`
	if got := e.Call("check", ask); !strings.Contains(got, `"unnamed":true`) ||
		!strings.Contains(got, `U+E000 \u003cname not loaded\u003e`) {
		t.Errorf("before: %s", got)
	}
	files, err := filepath.Glob("../../internal/text/quote/names*.bin")
	if err != nil || len(files) == 0 {
		t.Fatalf("no names: %v", err)
	}
	names, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	e.Names(string(names))
	if got := e.Call("check", ask); strings.Contains(got, "unnamed") ||
		!strings.Contains(got, `U+E000 \u003cprivate use\u003e`) &&
			!strings.Contains(got, `U+E000 \u003cPrivate Use\u003e`) {
		t.Errorf("after: %s", got)
	}
}
