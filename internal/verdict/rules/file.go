package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

var ruleFile = &entry{
	trigger: textparts.Trigger{Schemes: []string{"file"}},
	check:   checkClauses,
	clauses: []clause{
		{"RFC 8089 §2", `file-hier-part = ( "//" auth-path ) / local-path`, filePath, false},
		{"RFC 8089 §2", `file-auth = "localhost" / host`, noUserinfo, false},
		{"RFC 8089 §2", `file-auth = "localhost" / host`, noPort, false},
		{"RFC 8089 §2", `file-URI = file-scheme ":" file-hier-part`, noQuery, false},
	},
	ProseRule: finding.ProseRule{On: 1<<component.Userinfo | 1<<component.Port | 1<<component.PathAbempty |
		1<<component.PathAbsolute | 1<<component.PathRootless | 1<<component.PathEmpty |
		1<<component.Query, Entry: finding.Entry{
		Code: "scheme-file", Severity: finding.Error, Title: "file: an absolute path, and no userinfo, port or query",
		Text: "A file IRI is an absolute path, with an optional host before it. The path does not begin with \"//\"; " +
			"the forms that Windows software writes, which Appendix E of the RFC lists, are none of its syntax.",
		Mend: "write file:///path, file://host/path, or file:///c:/path for a drive",
		Good: []string{"file:///etc/hosts", "file:/etc/hosts", "file://server/share/a", "file:///c:/a"},
		Bad: []string{"file:a/b", "file:c:/a", "file://C:/a", "file:////server/share", "file://example.org",
			"file://user@example.org/a", "file:///a?b"},
	}},
}

// filePath asks for an absolute path (RFC 8089 §2).
func filePath(c *clauseChecker) {
	p := c.p
	path := c.s[p.Path:p.PathEnd]
	at := int(p.Path)
	switch {
	case strings.HasPrefix(path, "//"):
		c.add(at, at+2, finding.SchemeFileSlashes.Text(), finding.HintFileShare.Text())
	case strings.HasPrefix(path, "/"):
	case path == "":
		c.add(at, at, finding.SchemeFileEmpty.Text(), finding.HintFileEmpty.Text())
	case len(path) > 1 && chars.IsLetter(path[0]) && path[1] == ':':
		f := c.add(at, at, finding.SchemeFileRelative.Text(), finding.HintFileDrive.Text(path[:2]))
		if f != nil && len(path) > 2 && path[2] == '/' {
			f.Hint = finding.HintWrite.Text(quote.QuoteBare("file:///" + c.Shown(at, int(p.PathEnd))))
			c.guess(f, at, at, "///")
		}
	default:
		c.add(at, at, finding.SchemeFileRelative.Text(), finding.HintFileRelative.Text())
	}
}

func noPort(c *clauseChecker) {
	p := c.p
	if p.Host > 0 && p.HostEnd < p.Path {
		f := c.add(int(p.HostEnd), int(p.Path), finding.SchemeRulePort.Text(c.schemeName()), finding.Text{})
		if f != nil && p.HostEnd == p.Host+1 && chars.IsLetter(c.s[p.Host]) {
			f.Hint = finding.HintDrivePort.Text(c.s[p.Host:p.HostEnd])
		}
	}
}

func noQuery(c *clauseChecker) {
	if p := c.p; p.PathEnd < p.Query {
		c.add(int(p.PathEnd), int(p.Query), finding.SchemeRuleQuery.Text(c.schemeName()), finding.HintNoQuery.Text())
	}
}
