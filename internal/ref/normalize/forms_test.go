package normalize

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
)

// TestForms has queries that stand for the same names and values in the encoding of forms, and such as do not
// (https://url.spec.whatwg.org/#urlencoded-parsing).
func TestForms(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		want       bool
	}{
		{"a space in a value", "http://h/?a=b+c", "http://h/?a=b%20c", true},
		{"a space in a name", "http://h/?a+b=c&d", "http://h/?a%20b=c&d", true},
		{"another value", "http://h/?a=b+c", "http://h/?a=b%20d", false},
		{"another name", "http://h/?a+b=c", "http://h/?a%20d=c", false},
		{"another field", "http://h/?a+b&c", "http://h/?a%20b&d", false},
		{"one field more", "http://h/?a+b", "http://h/?a%20b&c", false},
		{"an equals sign that is encoded", "http://h/?a=b%3D+", "http://h/?a=b%3D%20", true},
		{"another path", "http://h/x?a+b", "http://h/y?a%20b", false},
		{"another fragment", "http://h/?a+b#c", "http://h/?a%20b#d", false},
		{"no query", "http://h/+", "http://h/%20", false},
	} {
		got := Compare(component.SplitTrusted(tt.a), component.SplitTrusted(tt.b), RungHost, Options{})
		if got.Equal || strings.Contains(got.Differs, "equal for forms") != tt.want {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}
