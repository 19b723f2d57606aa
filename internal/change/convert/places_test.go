package convert

import (
	"errors"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestDecodePlaces holds that each character of what is decoded leads back to the bytes that it was made from.
func TestDecodePlaces(t *testing.T) {
	for _, tt := range []struct{ charset, in, want string }{
		{"latin1", "ab\xe9c", "a|b|é|c"},
		{"iso-2022-jp", "a\x1b(Bbc", "a|b|c"},
		{"shift_jis", "a\x93\xfab\x96\x7bc", "a|日|b|本|c"},
	} {
		c, err := parseCharset(tt.charset)
		if err != nil {
			t.Fatal(err)
		}
		text, trail, findings := c.decode(tt.in)
		if want := strings.ReplaceAll(tt.want, "|", ""); text != want || len(findings) > 0 {
			t.Errorf("%s: got %q, %v, want %q", tt.charset, text, findings, want)
		}
		var got []string
		for i, r := range text {
			start, end := trail.Span(i, i+len(string(r)))
			back, _, _ := c.decode(tt.in[start:end])
			got = append(got, back)
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s: got the pieces %s, want %s", tt.charset, s, tt.want)
		}
	}
}

// TestDecodeLimit holds that no more faults are listed than in a report.
func TestDecodeLimit(t *testing.T) {
	for _, tt := range []struct{ faults, want int }{{1, 1}, {finding.DefaultMaxFindings, finding.DefaultMaxFindings},
		{finding.DefaultMaxFindings + 1, finding.DefaultMaxFindings}} {
		_, err := Decode(strings.Repeat("%4x", tt.faults))
		var e *finding.ConvertError
		if !errors.As(err, &e) || len(e.Findings) != tt.want {
			t.Errorf("%d faults: got %v", tt.faults, err)
		}
	}
}

// TestAppendComponent has what the builder makes of the text of a component.
func TestAppendComponent(t *testing.T) {
	for _, tt := range []struct {
		rule, in string
		path     bool
		want     string
	}{
		{"isegment", "a/b?c#d", true, "a/b%3Fc%23d"},
		{"isegment", "a/b", false, "a%2Fb"},
		{"isegment", "é %41%", true, "é%20%41%25"},
		{"iquery", "a/b?c#d", false, "a/b?c%23d"},
		{"ireg-name", "a/b:c", false, "a%2Fb%3Ac"},
	} {
		if testkit.Edited(tt.rule, tt.in, tt.want) {
			continue
		}
		rule, ok := spec.RFC3987.Rule(tt.rule)
		if !ok {
			t.Fatal(tt.rule)
		}
		if got := string(AppendComponent([]byte("x"), tt.in, rule, tt.path)); got != "x"+tt.want {
			t.Errorf("%s %q %v: got %q, want %q", tt.rule, tt.in, tt.path, got, "x"+tt.want)
		}
	}
}
