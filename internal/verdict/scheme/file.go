package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/verdict/report"
)

var ruleFile = &rule{
	schemes: []string{"file"},
	clauses: []clause{
		{"RFC 8089 §2", `file-hier-part = ( "//" auth-path ) / local-path`, filePath},
		{"RFC 8089 §2", `file-auth = "localhost" / host`, noUserinfo},
		{"RFC 8089 §2", `file-auth = "localhost" / host`, noPort},
		{"RFC 8089 §2", `file-URI = file-scheme ":" file-hier-part`, noQuery},
	},
	ProseRule: report.ProseRule{On: []component.Kind{component.Userinfo, component.Port, component.PathAbempty, component.PathAbsolute, component.PathRootless, component.PathEmpty, component.Query}, Entry: report.Entry{
		Severity: report.Error,
		Code:     "scheme-file", Title: "file: an absolute path, and no userinfo, port or query",
		Text: "A file IRI is an absolute path, with an optional host before it. The path does not begin with \"//\"; the forms that Windows software writes, which Appendix E of the RFC lists, are none of its syntax.",
		Mend: "write file:///path, file://host/path, or file:///c:/path for a drive",
		Good: []string{"file:///etc/hosts", "file:/etc/hosts", "file://server/share/a", "file:///c:/a"},
		Bad:  []string{"file:a/b", "file:c:/a", "file://C:/a", "file:////server/share", "file://example.org", "file://user@example.org/a", "file:///a?b"},
	}},
}

// filePath asks for an absolute path (RFC 8089 §2).
func filePath(c *Checker) {
	p := c.p
	path := c.s[p.Path:p.PathEnd]
	at := int(p.Path)
	switch {
	case strings.HasPrefix(path, "//"):
		c.add(at, at+2, "the path begins with \"//\"", "for a share write file://server/share, for a path write one \"/\"")
	case strings.HasPrefix(path, "/"):
	case path == "":
		c.add(at, at, "the path is empty, and file needs an absolute one", "write the path, beginning with \"/\"")
	case len(path) > 1 && chars.IsLetter(path[0]) && path[1] == ':':
		f := c.add(at, at, "the path does not begin with \"/\"", "write file:///"+path[:2]+"/…")
		if f != nil && len(path) > 2 && path[2] == '/' {
			f.Hint = "write " + wording.QuoteBare("file:///"+path)
			c.guess(f, at, at, "///")
		}
	default:
		c.add(at, at, "the path does not begin with \"/\"", "file has no relative paths; write the whole path")
	}
}

func noPort(c *Checker) {
	p := c.p
	if p.Host > 0 && p.HostEnd < p.Path {
		f := c.add(int(p.HostEnd), int(p.Path), c.schemeName()+" has no port", "")
		if f != nil && p.HostEnd == p.Host+1 && chars.IsLetter(c.s[p.Host]) {
			f.Hint = "a drive letter belongs to the path: write file:///" + c.s[p.Host:p.HostEnd] + ":/…"
		}
	}
}

func noQuery(c *Checker) {
	if p := c.p; p.PathEnd < p.Query {
		c.add(int(p.PathEnd), int(p.Query), c.schemeName()+" has no query", "write %3F for a \"?\" in the name of a file")
	}
}
