package show

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBrowserStandard holds the readings to the test file of the URL Standard, as it is in the module: web-platform-tests
// are not among the suites. Those that need a base are left out.
func TestBrowserStandard(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "urltestdata.json"))
	if err != nil {
		t.Skip(err)
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, row := range rows {
		var want struct {
			Input   string
			Base    *string
			Href    string
			Failure bool
		}
		if row[0] != '{' || json.Unmarshal(row, &want) != nil || want.Base != nil {
			continue
		}
		n++
		r, got := readAsBrowser(want.Input), ""
		if r.failure == "" {
			got = r.parts[len(r.parts)-1][1]
		}
		if (r.failure != "") != want.Failure || got != want.Href {
			t.Errorf("%q: got %q, failure %q, want %q, failure %v", want.Input, got, r.failure, want.Href, want.Failure)
		}
	}
	if n < 300 {
		t.Errorf("%d rows, want 300", n)
	}
}
