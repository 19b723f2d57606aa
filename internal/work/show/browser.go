package show

import (
	"errors"
	"strings"

	whatwgerrors "github.com/nlnwa/whatwg-url/errors"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A browserReading is the result of reading a string by the URL Standard (https://url.spec.whatwg.org/), as browsers
// do: the names and values of its components, with the resulting URL last; or the reason of a failure.
type browserReading struct {
	parts   [][2]string
	failure string
}

// maxBrowser is the longest string in bytes: the time for many "@" grows with the square of their number.
const maxBrowser = 8 << 10

// readAsBrowser reads a string as the URL Standard does, without a base.
func readAsBrowser(s string) (r browserReading) {
	if len(s) > maxBrowser {
		r.failure = "it is longer than 8 KiB, and not read"
		return r
	}
	u, err := whatwg.Parse(s)
	if err != nil {
		r.failure = err.Error()
		if e, ok := errors.AsType[*whatwgerrors.ValidationError](err); ok {
			r.failure = string(e.Type())
		}
		return r
	}
	put := func(name, value string, there bool) {
		if there {
			r.parts = append(r.parts, [2]string{name, value})
		}
	}
	address := u.Href(false)
	rest, fragment, hasFragment := strings.Cut(address, "#")
	_, query, hasQuery := strings.Cut(rest, "?")
	put("scheme", u.Scheme(), true)
	put("username", u.Username(), u.Username() != "")
	put("password", u.Password(), u.Password() != "")
	put("host", u.Hostname(), strings.HasPrefix(rest, u.Scheme()+"://"))
	put("port", u.Port(), u.Port() != "")
	put("path", u.Pathname(), true)
	put("query", query, hasQuery)
	put("fragment", fragment, hasFragment)
	put("address", address, true)
	return r
}

// rows returns a row for each component, or one for the failure.
func (r *browserReading) rows() (rows []treeRow) {
	if r.failure != "" {
		return []treeRow{{"", "failure", "", r.failure}}
	}
	for _, part := range r.parts {
		rows = append(rows, treeRow{"", part[0], "", excerpt(part[1])})
	}
	return rows
}

// appendJSON appends "browser":{…} with a member for each component, or for the failure.
func (r *browserReading) appendJSON(b []byte) []byte {
	b = append(b, `,"browser":{`...)
	if r.failure != "" {
		return append(jsonw.AppendText(b, "failure", r.failure), '}')
	}
	for i, part := range r.parts {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonw.AppendText(b, part[0], part[1])
	}
	return append(b, '}')
}
