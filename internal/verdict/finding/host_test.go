package finding_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestHostMessages has what is said of faults: the label, what it stands for, and the character.
func TestHostMessages(t *testing.T) {
	for _, tt := range []struct{ in, want, hint string }{
		{"a.BÜCHER", `label "BÜCHER": U+0042 "B" is DISALLOWED: case folding or normalization changes it`,
			`write "bücher" ("b\u00fccher")`},
		{"a。b", `label "a。b": U+3002 "。" is DISALLOWED: only U+002E separates labels`, `write "a.b"`},
		{"xn--a", `label "xn--a" decodes to "\u0080": U+0080 is DISALLOWED: it is not a letter, mark or digit`, ""},
		{"\u0301é", "label \"\u0301é\": a label must not begin with the combining mark U+0301 \"◌\u0301\"", ""},
		{"א1\u0660", "label \"א1\u0660\": U+0660 \"\u0660\" must not be mixed with digits of the other kind " +
			"(condition 4)", ""},
		{"xn--e-xbb", "label \"xn--e-xbb\" decodes to \"e\u0301\": label \"e\u0301\" is not in Unicode Normalization " +
			"Form C", `write "é" ("\u00e9")`},
		{"-a", `label "-a": a label must not begin with a hyphen`, ""},
		{"a..b", "empty label", "remove one of the dots"},
	} {
		faults := hostname.CheckIDNA(tt.in)
		if len(faults) == 0 {
			t.Errorf("%+q: no fault", tt.in)
		} else if got, hint := finding.HostMessage(&faults[0], 0).String(), finding.HostHint(&faults[0]).String(); got != tt.want ||
			hint != tt.hint {
			t.Errorf("%+q: got %s; %s, want %s; %s", tt.in, got, hint, tt.want, tt.hint)
		}
	}
}
