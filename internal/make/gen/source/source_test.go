package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x_gen.go")
	for _, tt := range []struct{ name, src, want, err string }{
		{"formatted", "package x\nvar a  = 1", "package x\n\nvar a = 1\n", ""},
		{"not Go", "package x\nvar a  = ", "package x\nvar a  = ", "x_gen.go: 2:"},
	} {
		err := Write(file, []byte(tt.src))
		if got, rerr := os.ReadFile(file); rerr != nil || string(got) != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.name, got, rerr, tt.want)
		}
		if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: got error %v, want %q", tt.name, err, tt.err)
		}
	}
	if err := Write(filepath.Join(file, "below"), nil); err == nil {
		t.Error("got no error for a file that cannot be written")
	}
}
