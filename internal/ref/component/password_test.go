package component

import "testing"

// TestRedact has texts that have a password, and such as have none.
func TestRedact(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"RFC 3986 §3.2.1: after the first colon found within a userinfo", "http://u:a:b@h/p", "http://u:xxxxx@h/p"},
		{"no scheme", "//u:p@h", "//u:xxxxx@h"},
		{"no password", "http://u@h:80/", "http://u@h:80/"},
		{"an empty one", "http://u:@h/", "http://u:@h/"},
		{"no userinfo", "http://h:80/@a/b@c@2.0/d@1", "http://h:80/@a/b@c@2.0/d@1"},
		{"an address", "http://[::1]/a@b", "http://[::1]/a@b"},
		{"an at sign", "http://u:a@b@h/", "http://u:xxxxx@h/"},
		{"a slash", "http://u:a/b@h/", "http://u:xxxxx@h/"},
		{"a number sign and a question mark", "http://u:a#b?c@h/", "http://u:xxxxx@h/"},
		{"a variable for the port", "http://HOST:PORT/a@h", "http://HOST:PORT/a@h"},
		{"another variable", "http://localhost:{port}/fs@x", "http://localhost:{port}/fs@x"},
		{"a query", "http://h:x/login?user=me@example.com", "http://h:xxxxx@example.com"},
		{"a segment that begins with it", "http://h:x/@vite/client", "http://h:xxxxx@vite/client"},
		{"one after a number", "http://h:80/@vite/client", "http://h:80/@vite/client"},
		{"a version after a number", "http://h:80/react@18/", "http://h:80/react@18/"},
		{"a query after a number", "http://h:80/?user=me@example.com", "http://h:80/?user=me@example.com"},
		{"a number of a port and a path", "http://localhost:8080/me@x.org", "http://localhost:8080/me@x.org"},
		{"a number of no port and a slash", "http://u:123456/7@h.org", "http://u:xxxxx@h.org"},
		{"a number that begins it", "http://u:12#3@h/", "http://u:xxxxx@h/"},
		{"a delimiter at its end", "http://u:a/@h/ http://u:b?@h http://u:c#@h", "http://u:xxxxx@h/ http://u:xxxxx@h http://u:xxxxx@h"},
		{"a delimiter after an at sign", "http://u:a@b/c@h/d", "http://u:xxxxx@h/d"},
		{"many of them", "http://u:a@b/?c#d/@e//f@h", "http://u:xxxxx@h"},
		{"an at sign first", "http://u:@a/b@h", "http://u:xxxxx@h"},
		{"percent-encoded", "http://e/?r=%2F%2Fu%3Ap%40h", "http://e/?r=%2F%2Fu%3Axxxxx%40h"},
		{"three times", "http://e/?r=%25252F%25252Fu%25253Ap%252540h", "http://e/?r=%25252F%25252Fu%25253Axxxxx%252540h"},
		{"full-width", "http：／／u：p＠h", "http：／／u：xxxxx＠h"},
		{"base64", "http://u:ab/c=@h/", "http://u:xxxxx@h/"},
		{"a long path", "http://h:x/a/b/c@2", "http://h:xxxxx@2"},
		{"what only looks like the next IRI", "http://u:a/x://b@h/", "http://u:xxxxx@h/"},
		{"the next IRI after it", "http://u:a/x://https://b@h/", "http://u:a/x://https://b@h/"},
		{"a space", "http://u:a b@h/", "http://u:xxxxx@h/"},
		{"backslashes", `http:\\u:p@h\a`, `http:\\u:xxxxx@h\a`},
		{"one slash", "http:/u:p@h/", "http:/u:xxxxx@h/"},
		{"no slash", "HTTPS:u:p@h/", "HTTPS:u:xxxxx@h/"},
		{"three slashes", "http:///u:p@h/", "http:///u:xxxxx@h/"},
		{"an IRI in an IRI", "http://p/http://u:p@h/?x=ftp://v:q@g/", "http://p/http://u:xxxxx@h/?x=ftp://v:xxxxx@g/"},
		{"an IRI of another scheme in it", "http://u:a/x://b@h/", "http://u:xxxxx@h/"},
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

// TestRedacted has texts that are components.
func TestRedacted(t *testing.T) {
	for _, tt := range []struct {
		as       Kind
		in, want string
	}{
		{Authority, "u:p@h:80", "u:xxxxx@h:80"},
		{Authority, "//u:p@h", "//u:xxxxx@h"},
		{Authority, "h:80", "h:80"},
		{Authority, "u:p@h http://v:q@g", "u:xxxxx@h http://v:xxxxx@g"},
		{Userinfo, "u:a/b:c", "u:xxxxx"},
		{Userinfo, "u:", "u:"},
		{Userinfo, "u", "u"},
		{Host, "/u:p@h", "/u:p@h"},
		{Authority, "/u:p@h", "/u:xxxxx@h"},
		{PathRootless, "u:p@h", "u:p@h"},
	} {
		q := Quoter{Text: tt.in, As: tt.as}
		if got := q.Redacted(); got != tt.want {
			t.Errorf("%s: %q: got %q, want %q", Names[tt.as], tt.in, got, tt.want)
		}
	}
}

// TestHide has spans of a text, and where a part of it is afterwards.
func TestHide(t *testing.T) {
	for _, tt := range []struct {
		text       string
		spans      [][2]int
		start, end int
		want       string
		from, to   int
	}{
		{"abcdef", nil, 1, 3, "abcdef", 1, 3},
		{"abcdef", [][2]int{{2, 4}}, 0, 2, "abxxxxxef", 0, 2},
		{"abcdef", [][2]int{{2, 4}}, 4, 6, "abxxxxxef", 7, 9},
		{"abcdef", [][2]int{{2, 4}}, 3, 4, "abxxxxxef", 2, 7},
		{"abcdef", [][2]int{{2, 4}}, 3, 5, "abxxxxxef", 2, 8},
		{"abcdef", [][2]int{{2, 4}}, 1, 3, "abxxxxxef", 1, 7},
		{"abcdef", [][2]int{{2, 4}}, 6, 6, "abxxxxxef", 9, 9},
		{"abcdef", [][2]int{{0, 1}, {1, 2}, {5, 6}}, 1, 6, "xxxxxxxxxxcdexxxxx", 5, 18},
		{"abcdef", [][2]int{{0, 6}}, 3, 3, "xxxxx", 0, 5},
	} {
		if got, from, to := Hide(tt.text, tt.spans, tt.start, tt.end); got != tt.want || from != tt.from || to != tt.to {
			t.Errorf("%v of %q, %d to %d: got %q, %d to %d, want %q, %d to %d", tt.spans, tt.text, tt.start, tt.end, got,
				from, to, tt.want, tt.from, tt.to)
		}
	}
}
