package scheme

import (
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/report"
)

var ruleHTTP = &report.ProseRule{On: []component.Kind{component.RegName, component.Port}, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-http", Title: "http and https: a host that is not empty, and a port of TCP", Section: "RFC 9110 §4.2",
	Clause: `A sender MUST NOT generate an "http" URI with an empty host identifier.`,
	Text:   "An http or https IRI has \"//\" and a host; RFC 9110 §4.2.2 says of https what §4.2.1 says of http. A port greater than 65535, the last one of TCP, is a warning.",
	Mend:   "write the host after //, and a port that there is",
	Good:   []string{"http://example.org/", "https://[::1]:8443/a"},
	Bad:    []string{"http:///a", "http:/example.org/a", "https://:443/", "http://example.org:99999/"},
}}

var ruleWS = &report.ProseRule{On: []component.Kind{component.Userinfo, component.RegName, component.Port, component.Fragment}, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-ws", Title: "ws and wss: a host and a port of TCP, no userinfo, no fragment", Section: "RFC 6455 §3",
	Clause: "Fragment identifiers are meaningless in the context of WebSocket URIs and MUST NOT be used on these URIs.",
	Text:   "A WebSocket IRI is a host with an optional port, a path and an optional query. A port greater than 65535 is a warning.",
	Mend:   "take the fragment or the userinfo away; write %23 for a # that belongs to the path or query",
	Good:   []string{"ws://example.org/chat", "wss://example.org:8443/chat?room=1"},
	Bad:    []string{"ws://example.org/chat#1", "wss://user@example.org/", "ws:///chat"},
}}

var ruleFTP = &report.ProseRule{On: []component.Kind{component.RegName, component.Port, component.PathAbempty}, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-ftp", Title: "ftp: a host and a port of TCP, and a known transfer type", Section: "RFC 1738 §3.2",
	Clause: `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`,
	Text:   "An ftp IRI names a host. A path may end with ;type= and one of the letters a (text), i (image) and d (directory). A port greater than 65535 is a warning.",
	Mend:   "write the host after //; write ;type=a, ;type=i or ;type=d",
	Good:   []string{"ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp://example.org/a;type=i"},
	Bad:    []string{"ftp:///a", "ftp:a", "ftp://example.org/a;type=x"},
}}

var ruleFile = &report.ProseRule{On: []component.Kind{component.Userinfo, component.Port, component.PathAbempty, component.PathAbsolute, component.PathRootless, component.PathEmpty, component.Query}, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-file", Title: "file: an absolute path, and no userinfo, port or query", Section: "RFC 8089 §2",
	Clause: `file-hier-part = ( "//" auth-path ) / local-path`,
	Text:   "A file IRI is an absolute path, with an optional host before it. The path does not begin with \"//\"; the forms that Windows software writes, which Appendix E of the RFC lists, are none of its syntax.",
	Mend:   "write file:///path, file://host/path, or file:///c:/path for a drive",
	Good:   []string{"file:///etc/hosts", "file:/etc/hosts", "file://server/share/a", "file:///c:/a"},
	Bad:    []string{"file:a/b", "file:c:/a", "file://C:/a", "file:////server/share", "file://example.org", "file://user@example.org/a", "file:///a?b"},
}}

var ruleMailto = &report.ProseRule{On: []component.Kind{component.Authority, component.PathRootless, component.PathAbsolute, component.PathEmpty, component.Query}, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-mailto", Title: "mailto: mail addresses and header fields", Section: "RFC 6068 §2",
	Clause: `mailtoURI = "mailto:" [ to ] [ hfields ]`,
	Text:   "A mailto IRI is addresses with commas between them, then header fields, each name=value, with & between them. \"/\", \";\", \"&\" and \"=\" in an address and \"/\", \"?\" and \"=\" in a field are percent-encoded, percent-encodings stand for UTF-8, and lines of a body end with %0D%0A.",
	Mend:   "write name@domain; percent-encode what has a meaning in the syntax",
	Good:   []string{"mailto:chris@example.com", "mailto:a@example.com,b@example.com?subject=hello%20there&body=1%0D%0A2", "mailto:?to=joe@example.com", "mailto:%22not%40me%22@example.org"},
	Bad:    []string{"mailto:chris", "mailto://a@example.com", "mailto:a@example.com,", "mailto:a@example.com?subject", "mailto:a@b..c", "mailto:a@example.com?subject=r%E9sum%E9", "mailto:a@example.com?body=1%0A2"},
}}

var ruleData = &report.ProseRule{On: component.Texts, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-data", Title: "data: a media type, a comma, and data", Section: "RFC 2397 §3",
	Clause: `dataurl := "data:" [ mediatype ] [ ";base64" ] "," data`,
	Text:   "Before the comma stand a media type with parameters, or nothing, and ;base64 if the data is in base64. Such data has the alphabet of RFC 4648 §4 and its padding.",
	Mend:   "write data:type/subtype,…, parameters as name=value, and base64 with its padding",
	Good:   []string{"data:,A%20brief%20note", "data:text/plain;charset=iso-8859-7,%be%d3%be", "data:image/gif;base64,R0lGODdhMAAw"},
	Bad:    []string{"data:text/html", "data:text,a", "data:text/plain;utf8,a", "data:;base64,a_b-", "data:;base64,QQ"},
}}

var ruleJavascript = &report.ProseRule{On: component.Texts, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-javascript", Title: "javascript: a script in UTF-8", Section: "HTML, evaluate a javascript: URL",
	Clause: "Let scriptSource be the UTF-8 decoding of the percent-decoding of encodedScriptSource.",
	Text:   "What stands behind the colon is percent-decoded and read as UTF-8. A \"#\" is a warning: by RFC 3986 it ends the script and begins a fragment, to browsers it is part of the script.",
	Mend:   "percent-encode the script as UTF-8, a # as %23",
	Good:   []string{"javascript:alert(%22%C3%A9%22)", "javascript:void(0)"},
	Bad:    []string{"javascript:alert(%22%E9%22)", "javascript:scrollTo('#a')"},
}}

var ruleURN = &report.ProseRule{On: []component.Kind{component.Authority, component.PathRootless, component.PathAbsolute, component.PathEmpty, component.Query}, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-urn", Title: "urn: a namespace identifier and a name in it", Section: "RFC 8141 §2",
	Clause: `assigned-name = "urn" ":" NID ":" NSS`,
	Text:   "A URN has a namespace identifier of 2 to 32 letters, digits and inner hyphens, a colon, and a name. A \"?\" is followed by \"+\" or \"=\". In urn:uuid the name is a UUID (RFC 9562 §4), in urn:isbn a book number with its check digit (RFC 3187).",
	Mend:   "write urn:namespace:name, and the name as its namespace asks",
	Good:   []string{"urn:example:a123,z456?+abc?=xyz#12", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "urn:isbn:0-395-36341-1", "urn:isbn:9783161484100"},
	Bad:    []string{"urn:example", "urn:a:b", "urn:example:", "urn:-ab:c", "urn:example:a?b", "urn:uuid:f81d4fae", "urn:isbn:0-395-36341-2", "urn://example/a"},
}}

var ruleTag = &report.ProseRule{On: []component.Kind{component.Authority, component.PathRootless, component.PathAbsolute, component.PathEmpty}, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-tag", Title: "tag: a name, a date, and what is specific", Section: "RFC 4151 §2.1",
	Clause: `tagURI = "tag:" taggingEntity ":" specific [ "#" fragment ]`,
	Text:   "A tag has a domain name or mail address, a comma, a date on which it belonged to the tagging entity (year, year-month or year-month-day), a colon, and anything the entity likes.",
	Mend:   "write tag:example.org,2024-05-01:name",
	Good:   []string{"tag:timothy@hpl.hp.com,2001:web/externalHome", "tag:example.org,2024-02-29:"},
	Bad:    []string{"tag:example.org:a", "tag:example.org,24:a", "tag:example.org,2023-02-29:a", "tag:example.org,2024", "tag:-example,2024:a"},
}}

var ruleDID = &report.ProseRule{On: []component.Kind{component.Authority, component.PathRootless, component.PathAbsolute, component.PathEmpty}, Entry: report.Entry{
	Severity: report.Error,
	Code:     "scheme-did", Title: "did: a method and an identifier", Section: "DID Core §3.1",
	Clause: `did = "did:" method-name ":" method-specific-id`,
	Text:   "A decentralized identifier has a method, which is lower-case letters and digits, a colon, and an identifier of letters, digits, \".\", \"-\", \"_\", \":\" and percent-encodings that does not end with \":\". A path, a query and a fragment may follow (DID Core §3.2).",
	Mend:   "write did:method:identifier",
	Good:   []string{"did:example:123456789abcdefghi", "did:web:example.com:user:alice/a?b#c"},
	Bad:    []string{"did:example", "did:Example:1", "did:example:", "did:example:a:", "did:example:a@b", "did://example/a"},
}}

var Rules = []*report.ProseRule{ruleHTTP, ruleWS, ruleFTP, ruleFile, ruleMailto, ruleData, ruleJavascript, ruleURN, ruleTag, ruleDID}
