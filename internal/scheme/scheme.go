package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/percent"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/wording"
)

// A schemeRule is what the specification of a scheme asks beyond the generic
// syntax: "IRIs MUST ... conform to the IRI syntax rules (which includes the rules
// relevant to their scheme)" (RFC 3987 §4.1). Characters that are not ASCII stand
// for their percent-encoding (§3.1), and are judged as that would be.
type rule struct {
	code    *report.ProseRule
	section string
	clause  string // the sentence or the ABNF of the specification
	check   checkID
}

// A schemeCheck names the function that checks a rule. It is a number, and no
// function value, because calls through those would move every checker to the heap.
type checkID uint8

const (
	checkHostRequired checkID = iota
	checkPortInRange
	checkNoUserinfo
	checkNoFragment
	checkFtpType
	checkFilePath
	checkNoPort
	checkNoQuery
	checkNoAuthority
	checkMailtoAddresses
	checkMailtoFields
	checkPctUTF8
	checkMailtoLineBreaks
	checkDataComma
	checkDataMediaType
	checkDataBase64
	checkJavascriptFragment
	checkUrnNID
	checkUrnNSS
	checkUrnComponents
	checkUrnUUID
	checkUrnISBN
	checkTagEntity
	checkTagDate
	checkDidMethod
	checkDidID
)

// run checks the rule.
func (r *rule) run(c *checker) {
	switch r.check {
	case checkHostRequired:
		hostRequired(c, r)
	case checkPortInRange:
		portInRange(c, r)
	case checkNoUserinfo:
		noUserinfo(c, r)
	case checkNoFragment:
		noFragment(c, r)
	case checkFtpType:
		ftpType(c, r)
	case checkFilePath:
		filePath(c, r)
	case checkNoPort:
		noPort(c, r)
	case checkNoQuery:
		noQuery(c, r)
	case checkNoAuthority:
		noAuthority(c, r)
	case checkMailtoAddresses:
		mailtoAddresses(c, r)
	case checkMailtoFields:
		mailtoFields(c, r)
	case checkPctUTF8:
		pctUTF8(c, r)
	case checkMailtoLineBreaks:
		mailtoLineBreaks(c, r)
	case checkDataComma:
		dataComma(c, r)
	case checkDataMediaType:
		dataMediaType(c, r)
	case checkDataBase64:
		dataBase64(c, r)
	case checkJavascriptFragment:
		javascriptFragment(c, r)
	case checkUrnNID:
		urnNID(c, r)
	case checkUrnNSS:
		urnNSS(c, r)
	case checkUrnComponents:
		urnComponents(c, r)
	case checkUrnUUID:
		urnUUID(c, r)
	case checkUrnISBN:
		urnISBN(c, r)
	case checkTagEntity:
		tagEntity(c, r)
	case checkTagDate:
		tagDate(c, r)
	case checkDidMethod:
		didMethod(c, r)
	case checkDidID:
		didID(c, r)
	}
}

// The rules of schemes, one row a rule. Schemes of one family share the rows and
// the code.
var (
	rulesHTTP = []rule{
		{ruleHTTP, "RFC 9110 §4.2", `A sender MUST NOT generate an "http" URI with an empty host identifier.`, checkHostRequired},
		{ruleHTTP, "RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.", checkPortInRange},
	}
	rulesWS = []rule{
		{ruleWS, "RFC 6455 §3", `ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]`, checkHostRequired},
		{ruleWS, "RFC 6455 §3", `ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]`, checkNoUserinfo},
		{ruleWS, "RFC 6455 §3", "Fragment identifiers are meaningless in the context of WebSocket URIs and MUST NOT be used on these URIs.", checkNoFragment},
		{ruleWS, "RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.", checkPortInRange},
	}
	rulesFTP = []rule{
		{ruleFTP, "RFC 1738 §3.2", `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`, checkHostRequired},
		{ruleFTP, "RFC 1738 §3.2.2", `ftptype = "A" | "I" | "D" | "a" | "i" | "d"`, checkFtpType},
		{ruleFTP, "RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.", checkPortInRange},
	}
	rulesFile = []rule{
		{ruleFile, "RFC 8089 §2", `file-hier-part = ( "//" auth-path ) / local-path`, checkFilePath},
		{ruleFile, "RFC 8089 §2", `file-auth = "localhost" / host`, checkNoUserinfo},
		{ruleFile, "RFC 8089 §2", `file-auth = "localhost" / host`, checkNoPort},
		{ruleFile, "RFC 8089 §2", `file-URI = file-scheme ":" file-hier-part`, checkNoQuery},
	}
	rulesMailto = []rule{
		{ruleMailto, "RFC 6068 §2", `mailtoURI = "mailto:" [ to ] [ hfields ]`, checkNoAuthority},
		{ruleMailto, "RFC 6068 §2", `to = addr-spec *("," addr-spec )`, checkMailtoAddresses},
		{ruleMailto, "RFC 6068 §2", `hfields = "?" hfield *( "&" hfield )`, checkMailtoFields},
		{ruleMailto, "RFC 6068 §2", "Non-ASCII characters MUST first be encoded according to UTF-8 [STD63], and then each octet of the corresponding UTF-8 sequence MUST be percent-encoded to be represented as URI characters.", checkPctUTF8},
		{ruleMailto, "RFC 6068 §5", `line breaks in the body of a message MUST be encoded with "%0D%0A"`, checkMailtoLineBreaks},
	}
	rulesData = []rule{
		{ruleData, "RFC 2397 §3", `dataurl := "data:" [ mediatype ] [ ";base64" ] "," data`, checkDataComma},
		{ruleData, "RFC 2397 §3", `mediatype := [ type "/" subtype ] *( ";" parameter )`, checkDataMediaType},
		{ruleData, "RFC 2397 §2", `The presence of ";base64" means that the data is encoded as base64.`, checkDataBase64},
	}
	rulesJavascript = []rule{
		{ruleJavascript, "HTML, evaluate a javascript: URL", "Let scriptSource be the UTF-8 decoding of the percent-decoding of encodedScriptSource.", checkPctUTF8},
		{ruleJavascript, "RFC 3986 §3.5", `A fragment identifier component is indicated by the presence of a number sign ("#") character and terminated by the end of the URI.`, checkJavascriptFragment},
	}
	rulesURN = []rule{
		{ruleURN, "RFC 8141 §2", `assigned-name = "urn" ":" NID ":" NSS`, checkNoAuthority},
		{ruleURN, "RFC 8141 §2", "NID = (alphanum) 0*30(ldh) (alphanum)", checkUrnNID},
		{ruleURN, "RFC 8141 §2", `NSS = pchar *(pchar / "/")`, checkUrnNSS},
		{ruleURN, "RFC 8141 §2", `rq-components = [ "?+" r-component ] [ "?=" q-component ]`, checkUrnComponents},
		{ruleURN, "RFC 9562 §4", `UUID = 4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet`, checkUrnUUID},
		{ruleURN, "RFC 3187", "ten or thirteen digits, the last of which is a check digit", checkUrnISBN},
	}
	rulesTag = []rule{
		{ruleTag, "RFC 4151 §2.1", `tagURI = "tag:" taggingEntity ":" specific [ "#" fragment ]`, checkNoAuthority},
		{ruleTag, "RFC 4151 §2.1", `taggingEntity = authorityName "," date`, checkTagEntity},
		{ruleTag, "RFC 4151 §2.1", `date = year ["-" month ["-" day]]`, checkTagDate},
	}
	rulesDID = []rule{
		{ruleDID, "DID Core §3.1", `did = "did:" method-name ":" method-specific-id`, checkNoAuthority},
		{ruleDID, "DID Core §3.1", "method-name = 1*method-char", checkDidMethod},
		{ruleDID, "DID Core §3.1", `method-specific-id = *( *idchar ":" ) 1*idchar`, checkDidID},
	}
)

// schemeRulesOf returns the rules of a scheme; nil for one that is not in the table.
func rulesOf(scheme string) []rule {
	switch scheme {
	case "http", "https":
		return rulesHTTP
	case "ws", "wss":
		return rulesWS
	case "ftp":
		return rulesFTP
	case "file":
		return rulesFile
	case "mailto":
		return rulesMailto
	case "data":
		return rulesData
	case "javascript":
		return rulesJavascript
	case "urn":
		return rulesURN
	case "tag":
		return rulesTag
	case "did":
		return rulesDID
	}
	if lower := strings.ToLower(scheme); lower != scheme {
		return rulesOf(lower)
	}
	return nil
}

// A schemeChecker checks the rules of the scheme of one reference.
type checker struct {
	*report.List
	s string
	p component.Parts
}

// checkScheme adds to the list what the rules of the scheme of ref, which has one,
// find in it.
func Check(l *report.List, ref component.Ref) {
	s, p := ref.Text, ref.Parts
	if p.Host < p.HostEnd && p.Path-p.HostEnd < 6 && (p.Scheme == 5 && s[:5] == "https" || p.Scheme == 4 && s[:4] == "http") {
		return // the everyday case: rulesHTTP has nothing to find
	}
	rules := rulesOf(s[:p.Scheme])
	if len(rules) == 0 || !l.On(rules[0].code) {
		return
	}
	c := checker{l, s, p}
	for i := range rules {
		c.Begin()
		rules[i].run(&c)
	}
}

// schemeErrors returns how many errors the rules of its scheme find in ref.
func Errors(ref component.Ref) int {
	l := report.List{Settings: &report.Settings{}, Trial: true}
	Check(&l, ref)
	return l.Errors
}

// hasPathRules reports whether rules of the scheme look at the path.
func HasPathRules(scheme string) bool {
	rules := rulesOf(scheme)
	return rules != nil && &rules[0] != &rulesHTTP[0] && &rules[0] != &rulesWS[0]
}

// add adds a finding of the rule.
func (r *rule) add(c *checker, start, end int, message, hint string) *report.Finding {
	return r.addUpTo(report.Error, c, start, end, message, hint)
}

// addUpTo is like add for a finding whose default severity is at most ceiling.
func (r *rule) addUpTo(ceiling report.Severity, c *checker, start, end int, message, hint string) *report.Finding {
	f := c.AddUpTo(ceiling, r.code, start, end)
	if f != nil {
		f.Section, f.Message, f.Hint = r.section, message, hint
	}
	return f
}

// schemeName returns the scheme in lower case, for messages.
func (c *checker) schemeName() string { return strings.ToLower(c.s[:c.p.Scheme]) }

// hostRequired asks for an authority with a host that is not empty.
func hostRequired(c *checker, r *rule) {
	p := c.p
	if p.Host > 0 && p.Host < p.HostEnd {
		return
	}
	name := c.schemeName()
	if p.Host > 0 {
		r.add(c, int(p.Host), int(p.Host), "the host is empty, and "+name+" needs one", "write the host after \"//\"")
		return
	}
	at := int(p.Scheme) + 1
	r.add(c, at, at, "there is no authority, and "+name+" needs one with a host",
		"write "+name+"://host/…; two slashes come before the host")
}

// portInRange asks for a port of at most 65535. The schemes' specifications say
// that the port is one of TCP, so this is a warning.
func portInRange(c *checker, r *rule) {
	p := c.p
	if p.Host == 0 || p.Path-p.HostEnd < 6 {
		return
	}
	port := strings.TrimLeft(c.s[p.HostEnd+1:p.Path], "0")
	if len(port) > 5 || len(port) == 5 && port > "65535" {
		r.addUpTo(report.Warning, c, int(p.HostEnd)+1, int(p.Path), "the port is greater than 65535, the last port of TCP", "write a port from 1 to 65535, or leave it out with its \":\"")
	}
}

func noAuthority(c *checker, r *rule) {
	if c.p.Host > 0 {
		start := int(c.p.Scheme) + 1
		r.add(c, start, int(c.p.Path), c.schemeName()+" has no authority", "take the \"//\" away")
	}
}

func noUserinfo(c *checker, r *rule) {
	start := c.p.Scheme + 3
	if c.p.Host > start {
		r.add(c, int(start), int(c.p.Host)-1, c.schemeName()+" has no userinfo", "take away what stands before the \"@\", and the \"@\"")
	}
}

func noPort(c *checker, r *rule) {
	p := c.p
	if p.Host > 0 && p.HostEnd < p.Path {
		f := r.add(c, int(p.HostEnd), int(p.Path), c.schemeName()+" has no port", "")
		if f != nil && p.HostEnd == p.Host+1 && chars.IsLetter(c.s[p.Host]) {
			f.Hint = "a drive letter belongs to the path: write file:///" + c.s[p.Host:p.HostEnd] + ":/…"
		}
	}
}

func noQuery(c *checker, r *rule) {
	if p := c.p; p.PathEnd < p.Query {
		r.add(c, int(p.PathEnd), int(p.Query), c.schemeName()+" has no query", "write %3F for a \"?\" in the name of a file")
	}
}

func noFragment(c *checker, r *rule) {
	if int(c.p.Query) < len(c.s) {
		r.add(c, int(c.p.Query), len(c.s), c.schemeName()+" has no fragment", "write %23 for a \"#\", or take the fragment away")
	}
}

// javascriptFragment warns of a "#": what follows is a fragment to all who go by
// RFC 3986, and part of the script to browsers.
func javascriptFragment(c *checker, r *rule) {
	if at := int(c.p.Query); at < len(c.s) {
		f := r.addUpTo(report.Warning, c, at, at+1, "\"#\" ends the script: what follows it is a fragment", "write %23 for a \"#\" in the script")
		if f != nil {
			f.Fix = &report.Fix{Start: at, End: at + 1, Text: "%23"}
		}
	}
}

// ftpType asks for a known type code (RFC 1738 §3.2.2).
func ftpType(c *checker, r *rule) {
	path := c.s[c.p.Path:c.p.PathEnd]
	k := strings.LastIndex(path, ";type=")
	if k < 0 {
		return
	}
	code := path[k+len(";type="):]
	if len(code) == 1 && strings.Contains("AIDaid", code) {
		return
	}
	start := int(c.p.Path) + k + len(";type=")
	r.add(c, start, int(c.p.PathEnd), wording.Quote(code)+" is no type of an ftp transfer", "the types are a (text), i (image) and d (directory)")
}

// filePath asks for an absolute path (RFC 8089 §2).
func filePath(c *checker, r *rule) {
	p := c.p
	path := c.s[p.Path:p.PathEnd]
	at := int(p.Path)
	switch {
	case strings.HasPrefix(path, "//"):
		r.add(c, at, at+2, "the path begins with \"//\"", "for a share write file://server/share, for a path write one \"/\"")
	case strings.HasPrefix(path, "/"):
	case path == "":
		r.add(c, at, at, "the path is empty, and file needs an absolute one", "write the path, beginning with \"/\"")
	case len(path) > 1 && chars.IsLetter(path[0]) && path[1] == ':':
		f := r.add(c, at, at, "the path does not begin with \"/\"", "write file:///"+path[:2]+"/…")
		if f != nil && len(path) > 2 && path[2] == '/' {
			f.Fix = &report.Fix{Start: at, End: at, Text: "///"}
		}
	default:
		r.add(c, at, at, "the path does not begin with \"/\"", "file has no relative paths; write the whole path")
	}
}

// pctUTF8 asks that what is percent-encoded be UTF-8.
func pctUTF8(c *checker, r *rule) {
	percent.BadUTF8(c.s, func(start, end int) {
		r.add(c, start, end, wording.Quote(c.s[start:end])+" does not stand for UTF-8", "encode the text as UTF-8, then percent-encode the bytes")
	})
}
