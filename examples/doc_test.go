package examples

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestListed checks that the package comment names every recipe.
func TestListed(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil || len(files) < 2 {
		t.Fatalf("got %q, %v", files, err)
	}
	list, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if name != "doc_test.go" && !strings.Contains(string(list), name) {
			t.Errorf("doc.go does not name %s", name)
		}
	}
}
