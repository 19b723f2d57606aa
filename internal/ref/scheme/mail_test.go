package scheme

import "testing"

// TestMailAddresses has lists of addresses as people write them.
func TestMailAddresses(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
	}{
		{"in order", "a@b,c@d", ""},
		{"semicolons", "a@b;c@d", "a@b,c@d"},
		{"spaces", "a@b, c@d", "a@b,c@d"},
		{"a name", "Ann <a@b>", "a@b"},
		{"names", "Ann <a@b>; Bob <c@d>", "a@b,c@d"},
		{"not an address", "Ann; a@b", ""},
		{"two signs", "a@b@c;d@e", ""},
		{"a space within", "a b@c;d@e", ""},
		{"a domain that is none", "a@b..c;d@e", ""},
		{"nothing", "", ""},
		{"separators alone", ";,", ""},
	} {
		got, ok := MailAddresses(tt.in)
		if !ok {
			got = ""
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
