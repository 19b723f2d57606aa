package iri

import "strings"

// A schemeRule is what the specification of a scheme asks beyond the generic
// syntax: "IRIs MUST ... conform to the IRI syntax rules (which includes the rules
// relevant to their scheme)" (RFC 3987 §4.1). Characters that are not ASCII stand
// for their percent-encoding (§3.1), and are judged as that would be.
type schemeRule struct {
	id      proseID
	section string
	clause  string // the sentence or the ABNF of the specification
	check   schemeCheck
}

// A schemeCheck names the function that checks a rule. It is a number, and no
// function value, because calls through those would move every checker to the heap.
type schemeCheck uint8

const (
	checkHostRequired schemeCheck = iota
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
func (r *schemeRule) run(c *checker) {
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
	rulesHTTP = []schemeRule{
		{pSchemeHTTP, "RFC 9110 §4.2", `A sender MUST NOT generate an "http" URI with an empty host identifier.`, checkHostRequired},
		{pSchemeHTTP, "RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.", checkPortInRange},
	}
	rulesWS = []schemeRule{
		{pSchemeWS, "RFC 6455 §3", `ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]`, checkHostRequired},
		{pSchemeWS, "RFC 6455 §3", `ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]`, checkNoUserinfo},
		{pSchemeWS, "RFC 6455 §3", "Fragment identifiers are meaningless in the context of WebSocket URIs and MUST NOT be used on these URIs.", checkNoFragment},
		{pSchemeWS, "RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.", checkPortInRange},
	}
	rulesFTP = []schemeRule{
		{pSchemeFTP, "RFC 1738 §3.2", `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`, checkHostRequired},
		{pSchemeFTP, "RFC 1738 §3.2.2", `ftptype = "A" | "I" | "D" | "a" | "i" | "d"`, checkFtpType},
		{pSchemeFTP, "RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.", checkPortInRange},
	}
	rulesFile = []schemeRule{
		{pSchemeFile, "RFC 8089 §2", `file-hier-part = ( "//" auth-path ) / local-path`, checkFilePath},
		{pSchemeFile, "RFC 8089 §2", `file-auth = "localhost" / host`, checkNoUserinfo},
		{pSchemeFile, "RFC 8089 §2", `file-auth = "localhost" / host`, checkNoPort},
		{pSchemeFile, "RFC 8089 §2", `file-URI = file-scheme ":" file-hier-part`, checkNoQuery},
	}
	rulesMailto = []schemeRule{
		{pSchemeMailto, "RFC 6068 §2", `mailtoURI = "mailto:" [ to ] [ hfields ]`, checkNoAuthority},
		{pSchemeMailto, "RFC 6068 §2", `to = addr-spec *("," addr-spec )`, checkMailtoAddresses},
		{pSchemeMailto, "RFC 6068 §2", `hfields = "?" hfield *( "&" hfield )`, checkMailtoFields},
		{pSchemeMailto, "RFC 6068 §2", "Non-ASCII characters MUST first be encoded according to UTF-8 [STD63], and then each octet of the corresponding UTF-8 sequence MUST be percent-encoded to be represented as URI characters.", checkPctUTF8},
		{pSchemeMailto, "RFC 6068 §5", `line breaks in the body of a message MUST be encoded with "%0D%0A"`, checkMailtoLineBreaks},
	}
	rulesData = []schemeRule{
		{pSchemeData, "RFC 2397 §3", `dataurl := "data:" [ mediatype ] [ ";base64" ] "," data`, checkDataComma},
		{pSchemeData, "RFC 2397 §3", `mediatype := [ type "/" subtype ] *( ";" parameter )`, checkDataMediaType},
		{pSchemeData, "RFC 2397 §2", `The presence of ";base64" means that the data is encoded as base64.`, checkDataBase64},
	}
	rulesJavascript = []schemeRule{
		{pSchemeJavascript, "HTML, evaluate a javascript: URL", "Let scriptSource be the UTF-8 decoding of the percent-decoding of encodedScriptSource.", checkPctUTF8},
		{pSchemeJavascript, "RFC 3986 §3.5", `A fragment identifier component is indicated by the presence of a number sign ("#") character and terminated by the end of the URI.`, checkJavascriptFragment},
	}
	rulesURN = []schemeRule{
		{pSchemeURN, "RFC 8141 §2", `assigned-name = "urn" ":" NID ":" NSS`, checkNoAuthority},
		{pSchemeURN, "RFC 8141 §2", "NID = (alphanum) 0*30(ldh) (alphanum)", checkUrnNID},
		{pSchemeURN, "RFC 8141 §2", `NSS = pchar *(pchar / "/")`, checkUrnNSS},
		{pSchemeURN, "RFC 8141 §2", `rq-components = [ "?+" r-component ] [ "?=" q-component ]`, checkUrnComponents},
		{pSchemeURN, "RFC 9562 §4", `UUID = 4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet`, checkUrnUUID},
		{pSchemeURN, "RFC 3187", "ten or thirteen digits, the last of which is a check digit", checkUrnISBN},
	}
	rulesTag = []schemeRule{
		{pSchemeTag, "RFC 4151 §2.1", `tagURI = "tag:" taggingEntity ":" specific [ "#" fragment ]`, checkNoAuthority},
		{pSchemeTag, "RFC 4151 §2.1", `taggingEntity = authorityName "," date`, checkTagEntity},
		{pSchemeTag, "RFC 4151 §2.1", `date = year ["-" month ["-" day]]`, checkTagDate},
	}
	rulesDID = []schemeRule{
		{pSchemeDID, "DID Core §3.1", `did = "did:" method-name ":" method-specific-id`, checkNoAuthority},
		{pSchemeDID, "DID Core §3.1", "method-name = 1*method-char", checkDidMethod},
		{pSchemeDID, "DID Core §3.1", `method-specific-id = *( *idchar ":" ) 1*idchar`, checkDidID},
	}
)

// schemeRulesOf returns the rules of a scheme; nil for one that is not in the table.
func schemeRulesOf(scheme string) []schemeRule {
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
		return schemeRulesOf(lower)
	}
	return nil
}

// schemeRules checks the rules of the scheme.
func (c *checker) schemeRules() {
	p := c.p
	if p.host < p.hostEnd && p.path-p.hostEnd < 6 && (p.scheme == 5 && c.s[:5] == "https" || p.scheme == 4 && c.s[:4] == "http") {
		return // the everyday case: rulesHTTP has nothing to find
	}
	rules := schemeRulesOf(c.s[:c.p.scheme])
	if len(rules) == 0 || !c.on(rules[0].id) {
		return
	}
	for i := range rules {
		c.begin()
		rules[i].run(c)
	}
}

// add adds a finding of the rule.
func (r *schemeRule) add(c *checker, start, end int, message, hint string) *Finding {
	return r.addUpTo(Error, c, start, end, message, hint)
}

// addUpTo is like add for a finding whose default severity is at most ceiling.
func (r *schemeRule) addUpTo(ceiling Severity, c *checker, start, end int, message, hint string) *Finding {
	f := c.addUpTo(ceiling, r.id, start, end)
	if f != nil {
		f.Section, f.Message, f.Hint = r.section, message, hint
	}
	return f
}

// schemeName returns the scheme in lower case, for messages.
func (c *checker) schemeName() string { return strings.ToLower(c.s[:c.p.scheme]) }

// hostRequired asks for an authority with a host that is not empty.
func hostRequired(c *checker, r *schemeRule) {
	p := c.p
	if p.host > 0 && p.host < p.hostEnd {
		return
	}
	name := c.schemeName()
	if p.host > 0 {
		r.add(c, int(p.host), int(p.host), "the host is empty, and "+name+" needs one", "write the host after \"//\"")
		return
	}
	at := int(p.scheme) + 1
	r.add(c, at, at, "there is no authority, and "+name+" needs one with a host",
		"write "+name+"://host/…; two slashes come before the host")
}

// portInRange asks for a port of at most 65535. The schemes' specifications say
// that the port is one of TCP, so this is a warning.
func portInRange(c *checker, r *schemeRule) {
	p := c.p
	if p.host == 0 || p.path-p.hostEnd < 6 {
		return
	}
	port := strings.TrimLeft(c.s[p.hostEnd+1:p.path], "0")
	if len(port) > 5 || len(port) == 5 && port > "65535" {
		r.addUpTo(Warning, c, int(p.hostEnd)+1, int(p.path), "the port is greater than 65535, the last port of TCP", "write a port from 1 to 65535, or leave it out with its \":\"")
	}
}

func noAuthority(c *checker, r *schemeRule) {
	if c.p.host > 0 {
		start := int(c.p.scheme) + 1
		r.add(c, start, int(c.p.path), c.schemeName()+" has no authority", "take the \"//\" away")
	}
}

func noUserinfo(c *checker, r *schemeRule) {
	start := c.p.scheme + 3
	if c.p.host > start {
		r.add(c, int(start), int(c.p.host)-1, c.schemeName()+" has no userinfo", "take away what stands before the \"@\", and the \"@\"")
	}
}

func noPort(c *checker, r *schemeRule) {
	p := c.p
	if p.host > 0 && p.hostEnd < p.path {
		f := r.add(c, int(p.hostEnd), int(p.path), c.schemeName()+" has no port", "")
		if f != nil && p.hostEnd == p.host+1 && isLetter(c.s[p.host]) {
			f.Hint = "a drive letter belongs to the path: write file:///" + c.s[p.host:p.hostEnd] + ":/…"
		}
	}
}

func noQuery(c *checker, r *schemeRule) {
	if p := c.p; p.pathEnd < p.query {
		r.add(c, int(p.pathEnd), int(p.query), c.schemeName()+" has no query", "write %3F for a \"?\" in the name of a file")
	}
}

func noFragment(c *checker, r *schemeRule) {
	if int(c.p.query) < len(c.s) {
		r.add(c, int(c.p.query), len(c.s), c.schemeName()+" has no fragment", "write %23 for a \"#\", or take the fragment away")
	}
}

// javascriptFragment warns of a "#": what follows is a fragment to all who go by
// RFC 3986, and part of the script to browsers.
func javascriptFragment(c *checker, r *schemeRule) {
	if at := int(c.p.query); at < len(c.s) {
		f := r.addUpTo(Warning, c, at, at+1, "\"#\" ends the script: what follows it is a fragment", "write %23 for a \"#\" in the script")
		if f != nil {
			f.Fix = &Fix{at, at + 1, "%23"}
		}
	}
}

// ftpType asks for a known type code (RFC 1738 §3.2.2).
func ftpType(c *checker, r *schemeRule) {
	path := c.s[c.p.path:c.p.pathEnd]
	k := strings.LastIndex(path, ";type=")
	if k < 0 {
		return
	}
	code := path[k+len(";type="):]
	if len(code) == 1 && strings.Contains("AIDaid", code) {
		return
	}
	start := int(c.p.path) + k + len(";type=")
	r.add(c, start, int(c.p.pathEnd), quote(code)+" is no type of an ftp transfer", "the types are a (text), i (image) and d (directory)")
}

// filePath asks for an absolute path (RFC 8089 §2).
func filePath(c *checker, r *schemeRule) {
	p := c.p
	path := c.s[p.path:p.pathEnd]
	at := int(p.path)
	switch {
	case strings.HasPrefix(path, "//"):
		r.add(c, at, at+2, "the path begins with \"//\"", "for a share write file://server/share, for a path write one \"/\"")
	case strings.HasPrefix(path, "/"):
	case path == "":
		r.add(c, at, at, "the path is empty, and file needs an absolute one", "write the path, beginning with \"/\"")
	case len(path) > 1 && isLetter(path[0]) && path[1] == ':':
		f := r.add(c, at, at, "the path does not begin with \"/\"", "write file:///"+path[:2]+"/…")
		if f != nil && len(path) > 2 && path[2] == '/' {
			f.Fix = &Fix{at, at, "///"}
		}
	default:
		r.add(c, at, at, "the path does not begin with \"/\"", "file has no relative paths; write the whole path")
	}
}

// pctUTF8 asks that what is percent-encoded be UTF-8.
func pctUTF8(c *checker, r *schemeRule) {
	c.badUTF8(func(start, end int) {
		r.add(c, start, end, quote(c.s[start:end])+" does not stand for UTF-8", "encode the text as UTF-8, then percent-encode the bytes")
	})
}

func isLetter(b byte) bool { return b|0x20-'a' < 26 }
func isDigit(b byte) bool  { return b-'0' < 10 }
