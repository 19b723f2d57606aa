package examples

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestListed checks that the package comment and the README name every recipe.
func TestListed(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil || len(files) < 2 {
		t.Fatalf("got %q, %v", files, err)
	}
	for _, list := range []string{"doc.go", "../README.md"} {
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if name != "doc_test.go" && !strings.Contains(string(text), name) {
				t.Errorf("%s does not name %s", list, name)
			}
		}
	}
}
