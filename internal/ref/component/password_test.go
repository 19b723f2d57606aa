package component

import "testing"

// TestRedact has texts that have a password, and such as have none.
func TestRedact(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"RFC 3986 §3.2.1: after the first colon found within a userinfo", "http://u:a:b@h/p", "http://u:xxxxx@h/p"},
		{"no scheme", "//u:p@h", "//u:xxxxx@h"},
		{"no password", "http://u@h:80/", "http://u@h:80/"},
		{"an empty one", "http://u:@h/", "http://u:@h/"},
		{"no userinfo", "http://h:80/a@b", "http://h:80/a@b"},
		{"an address", "http://[::1]/a@b", "http://[::1]/a@b"},
		{"an at sign", "http://u:a@b@h/", "http://u:xxxxx@h/"},
		{"a slash", "http://u:a/b@h/", "http://u:xxxxx@h/"},
		{"a number sign and a question mark", "http://u:a#b?c@h/", "http://u:xxxxx@h/"},
		{"a variable for the port", "http://HOST:PORT/a@h", "http://HOST:PORT/a@h"},
		{"another variable", "http://localhost:{port}/fs@x", "http://localhost:{port}/fs@x"},
		{"a query", "http://h:x/login?user=me@example.com", "http://h:x/login?user=me@example.com"},
		{"a segment that begins with it", "http://h:x/@vite/client", "http://h:x/@vite/client"},
		{"base64", "http://u:ab/c=@h/", "http://u:xxxxx@h/"},
		{"a long path", "http://h:x/a/b/c@2", "http://h:x/a/b/c@2"},
		{"a space", "http://u:a b@h/", "http://u:xxxxx@h/"},
		{"backslashes", `http:\\u:p@h\a`, `http:\\u:xxxxx@h\a`},
		{"one slash", "http:/u:p@h/", "http:/u:xxxxx@h/"},
		{"no slash", "HTTPS:u:p@h/", "HTTPS:u:xxxxx@h/"},
		{"three slashes", "http:///u:p@h/", "http:///u:xxxxx@h/"},
		{"an IRI in an IRI", "http://p/http://u:p@h/?x=ftp://v:q@g/", "http://p/http://u:xxxxx@h/?x=ftp://v:xxxxx@g/"},
		{"two IRIs", "http://u:p@h/ http://v:q@g/", "http://u:xxxxx@h/ http://v:xxxxx@g/"},
		{"an address of mail", "mailto:a:b@h", "mailto:a:b@h"},
		{"a scheme that ends like one", "xhttp:u:p@h", "xhttp:u:p@h"},
		{"bytes that are not UTF-8", "http://u:\xff@h/", "http://u:xxxxx@h/"},
		{"a slash after the colon", "http://u:/p@h/", "http://u:xxxxx@h/"},
		{"no user", "http://:p@h/", "http://:xxxxx@h/"},
		{"an empty authority", "http://?u:p@h", "http://?u:p@h"},
		{"another one", "http://#u:p@h", "http://#u:p@h"},
		{"one character", "http://u:p@", "http://u:xxxxx@"},
		{"nothing", "", ""},
	} {
		if got := Redact(tt.in); got != tt.want {
			t.Errorf("%s: %q: got %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}

// TestRedactAs has texts that are components.
func TestRedactAs(t *testing.T) {
	for _, tt := range []struct{ rule, in, want string }{
		{"iauthority", "u:p@h:80", "u:xxxxx@h:80"},
		{"authority", "//u:p@h", "//u:xxxxx@h"},
		{"iauthority", "h:80", "h:80"},
		{"iauthority", "u:p@h //v:q@g", "u:xxxxx@h //v:xxxxx@g"},
		{"iuserinfo", "u:a/b:c", "u:xxxxx"},
		{"userinfo", "u:", "u:"},
		{"userinfo", "u", "u"},
		{"path-rootless", "u:p@h", "u:p@h"},
	} {
		if got := RedactAs(tt.rule, tt.in); got != tt.want {
			t.Errorf("%s: %q: got %q, want %q", tt.rule, tt.in, got, tt.want)
		}
	}
}
