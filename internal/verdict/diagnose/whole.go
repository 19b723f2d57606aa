package diagnose

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has what a whole string was meant to be where people write it in another way
// than an IRI: a path of Windows, a list of mail addresses, a telephone number.

// maxWhole is how long a string is looked at as a whole. People write no longer ones.
const maxWhole = 4 << 10

// meantWhole returns what the whole string was meant to be; its hint says nothing if nothing is known. It looks once.
func (b *diagnoser) meantWhole() intent {
	if !b.wholeAsked {
		b.wholeAsked = true
		if len(b.s) <= maxWhole {
			b.wholeIntent = b.wholeMeaning()
		}
		g := b.wholeIntent.guess
		if g != nil && !b.conforms(g) && b.hasScheme &&
			component.AfterScheme(b.s, b.profile.Of[component.Scheme].Valid) == 0 {
			// No fix of the rest makes it an IRI, so the guess mends that, too.
			rest := percent.EncodeFunc(g.Text, 0, func(c byte) bool { return strings.IndexByte(" \"<>^`|", c) >= 0 })
			b.wholeIntent = b.asMeant(b.wholeIntent.hint.Reason(), rest)
			g = b.wholeIntent.guess
		}
		if g != nil && !b.conforms(g) {
			b.wholeIntent = b.asURI(b.wholeIntent.hint.Reason(), g)
		}
	}
	return b.wholeIntent
}

// conforms reports whether the string with an edit is a reference.
func (b *diagnoser) conforms(edit *finding.Fix) bool {
	return b.profile.Reference.Valid(b.s[:edit.Start] + edit.Text + b.s[edit.End:])
}

// meantHost returns the edit that puts a scheme in front of a string without one that begins with
// a host, as people write it; nil for another. colon says whether the scheme is empty.
func (b *diagnoser) meantHost(colon bool) *finding.Fix {
	s := strings.Trim(b.s, blanks)
	rest, slashes := strings.CutPrefix(s, "//")
	host := rest
	if k := strings.IndexAny(rest, `/?#\`); k >= 0 {
		host = rest[:k]
	}
	switch {
	case colon || !isDomain(host):
		return nil
	case strings.HasPrefix(rest[len(host):], `\`): // those after the first, too
		return replace(0, len(b.s), "https://"+host+strings.ReplaceAll(strings.ReplaceAll(rest[len(host):], `\\`, `\`), `\`, "/"))
	case slashes:
		return replace(0, 0, "https:")
	}
	return replace(0, 0, "https://")
}

// isDomain reports whether s is a host as people type it: labels with dots between them,
// and the last one is not a number, nor what ends the name of a file; or an IPv4 address.
func isDomain(s string) bool {
	const longest = 256
	last := s[strings.LastIndexByte(s, '.')+1:]
	if len(s) > longest || len(last) == len(s) || s[0] == '.' || strings.Contains(s, "..") {
		return false
	}
	if strings.ContainsFunc(s, func(r rune) bool {
		return r < utf8.RuneSelf && r != '.' && !chars.IsLDH(byte(r)) ||
			!quote.Shows(r)
	}) {
		return false
	}
	return component.IsIPv4(s) || utf8.RuneCountInString(last) > 1 && strings.Trim(last, "0123456789-") != "" &&
		!isExtension(last)
}

// isExtension reports whether s ends the name of a file, rather than that of a host. Those that are
// both, such as com and zip, are in doubt taken for that of a file if people have such files.
func isExtension(s string) bool {
	switch strings.ToLower(s) {
	case "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "css", "js", "json", "jsonld", "xml", "xsd", "txt", "md",
		"csv", "tsv",
		"pdf", "png", "jpg", "jpeg", "gif", "svg", "webp", "ttl", "nt", "nq", "trig", "rdf", "owl", "abnf", "zip", "gz",
		"zst", "bz2":
		return true
	}
	return false
}

// asURI returns a guess about the whole string as a URI (RFC 3987 §3.1 step 2), if that is what the rule is for, and
// the string lacks more than this step; else nothing is known, for the guess would not conform either.
func (b *diagnoser) asURI(why finding.Reason, guess *finding.Fix) intent {
	encoded := func(s string) string { return percent.Encoded(s, percent.EncodedLen(s)) }
	conforms := func(s string) bool { return b.profile.Reference.Valid(s) }
	uri := encoded(guess.Text)
	if b.rule.Family() != spec.URIs || guess.Start > 0 || guess.End < len(b.s) || !conforms(uri) ||
		conforms(encoded(b.s)) {
		return intent{}
	}
	return b.asMeant(why, uri)
}

// asMeant returns an IRI as what was meant by the string.
func (b *diagnoser) asMeant(why finding.Reason, iri string) intent {
	n := len(b.s)
	return guessed(why.Text(quote.QuoteBare(b.Derived(iri, 0, n))), replace(0, n, iri))
}

// wholeMeaning returns what was meant by a string that does not conform; its hint says
// nothing if nothing is known.
func (b *diagnoser) wholeMeaning() intent {
	s, as := b.s, b.asMeant
	name, rest, _ := strings.Cut(s, ":")
	if inner, ok := unwrapped(s); ok {
		return as(finding.HintUnwrap, inner)
	}
	if isWindowsPath(s) {
		return as(finding.HintWindowsPath, windowsIRI(s))
	}
	if iri, ok := gitIRI(name, rest); ok {
		return as(finding.HintScp, iri)
	}
	if inner, rest, ok := strings.Cut(strings.TrimPrefix(s, "["), "]"); ok && s[0] == '[' &&
		spec.RFC3986.Profile().Of[component.IPv6].Valid(inner) &&
		(rest == "" || rest[0] == '/' || rest[0] == ':' && isPortThenEnd(rest[1:])) {
		return as(finding.HintLiteralPort, "https://"+s)
	}
	if strings.HasPrefix(s, "www.") {
		return as(finding.HintWww, "https://"+s)
	}
	if before, iri, ok := strings.Cut(s, "#"); ok && !strings.ContainsAny(before, ":/.?") && beginsEveryday(iri) {
		return as(finding.HintNameBefore, iri)
	}
	for web := range scheme.With(scheme.Web) {
		for _, wrong := range [...]string{"//", ";//", "\uFF1A//", "\uFF1A\uFF0F\uFF0F"} {
			if after, ok := strings.CutPrefix(s, web+wrong); ok {
				return as(finding.HintAfterScheme, web+"://"+after)
			}
		}
	}
	if doi := strings.TrimLeft(s[min(len(s), 3):], " "); strings.HasPrefix(doi, "10.") &&
		strings.EqualFold(s[:3], "doi") {
		return as(finding.HintDoi, "doi:"+doi)
	}
	switch strings.ToLower(name) {
	case "file":
		return b.meantFile(rest)
	case "mailto":
		return b.meantMailto(rest)
	case "tel":
		return b.meantTel(rest)
	case "geo":
		return b.meantGeo(rest)
	case "news", "mid", "cid":
		return b.meantMessage(name, rest)
	case "urn":
		return b.meantURN(name, rest)
	}
	return intent{}
}

// beginsEveryday reports whether a text begins with a scheme that people put in front of everything, and "://".
func beginsEveryday(s string) bool {
	k := strings.IndexByte(s, ':')
	return k > 0 && scheme.Is(s[:k], scheme.Everyday) && strings.HasPrefix(s[k:], "://")
}

// meantFile knows file://C:\x, in which a drive stands in the place of the host.
func (b *diagnoser) meantFile(rest string) intent {
	if path := strings.TrimPrefix(rest, "//"); isWindowsPath(path) && strings.IndexByte(path, '\\') == 2 {
		return b.asMeant(finding.HintWindowsPath, windowsIRI(path))
	}
	return intent{}
}

// meantMailto knows lists of addresses as people write them.
func (b *diagnoser) meantMailto(rest string) intent {
	to, fields := rest, ""
	if k := strings.IndexAny(rest, "?#"); k >= 0 {
		to, fields = rest[:k], rest[k:]
	}
	list, ok := scheme.MailAddresses(to)
	if !ok {
		return intent{}
	}
	m := b.asMeant(finding.HintMailtoList, "mailto:"+list)
	m.guess = replace(0, len(b.s)-len(fields), "mailto:"+list)
	return m
}

// meantTel knows numbers with spaces.
func (b *diagnoser) meantTel(rest string) intent {
	if number, ok := phoneNumber(rest); ok {
		return b.asMeant(finding.HintTel, "tel:"+number)
	}
	return intent{}
}

// meantGeo knows coordinates with spaces between them.
func (b *diagnoser) meantGeo(rest string) intent {
	coordinates, parameters := rest, ""
	if k := strings.IndexByte(rest, ';'); k >= 0 {
		coordinates, parameters = rest[:k], rest[k:]
	}
	places := strings.FieldsFunc(coordinates, func(r rune) bool { return r == ' ' || r == ',' })
	if place := strings.Join(places, ","); strings.IndexByte(rest, ' ') >= 0 &&
		strings.Trim(place, "0123456789.,-") == "" && (len(places) == 2 || len(places) == 3) {
		return b.asMeant(finding.HintGeo, "geo:"+place+strings.ReplaceAll(parameters, " ", ""))
	}
	return intent{}
}

// meantMessage knows the name of a message in angle brackets, as mail has it.
func (b *diagnoser) meantMessage(name, rest string) intent {
	if id := strings.TrimSpace(rest); strings.HasPrefix(id, "<") && strings.HasSuffix(id, ">") {
		return b.asMeant(finding.HintMessageId, name+":"+id[1:len(id)-1])
	}
	return intent{}
}

// meantURN knows UUIDs in braces.
func (b *diagnoser) meantURN(name, rest string) intent {
	id := strings.NewReplacer("{", "", "}", "").Replace(rest)
	if id != rest && len(id) == len("uuid:")+36 && strings.EqualFold(id[:5], "uuid:") &&
		strings.Trim(id[5:], "0123456789abcdefABCDEF-") == "" {
		return b.asMeant(finding.HintUuidBraces, name+":"+id)
	}
	return intent{}
}

// unwrapped returns an IRI without the brackets or quotation marks that stand around it, and without what separates it
// from the next one in a list.
func unwrapped(s string) (inner string, ok bool) {
	s = strings.TrimRight(s, ",;")
	for _, pair := range [...][2]string{{"<", ">"}, {"\"", "\""}, {"'", "'"}, {"(", ")"}, {"[", "]"},
		{"`", "`"}, {"\u2018", "\u2019"}, {"\u201C", "\u201D"}, {"\u201E", "\u201C"},
		{"\u00AB", "\u00BB"}, {"\u300C", "\u300D"}} {
		if inner, ok := strings.CutPrefix(s, pair[0]); ok {
			if len(inner) > 4 && strings.EqualFold(inner[:4], "URL:") { // RFC 3986 Appendix C
				inner = strings.TrimPrefix(inner[4:], " ")
			}
			if inner, ok := strings.CutSuffix(inner, pair[1]); ok && beginsIRI(inner) && !strings.ContainsAny(inner, blanks) {
				return inner, true
			}
		}
	}
	return "", false
}

// gitIRI returns the IRI of an address as Git and scp write it, user@host:path, where
// what stands before the ":" is given apart.
func gitIRI(before, path string) (string, bool) {
	user, host, _ := strings.Cut(before, "@")
	if user == "" || !isName(host) || path == "" || strings.HasPrefix(path, "//") ||
		strings.ContainsAny(path, "@ ") {
		return "", false
	}
	if strings.IndexByte(host, '.') < 0 && path[0] != '/' && path[0] != '~' && !strings.HasSuffix(path, ".git") {
		return "", false
	}
	return "ssh://" + before + "/" + strings.TrimPrefix(path, "/"), true
}

// separators are what stands between two IRIs, beside white space.
const separators = " \t\r\n,;|<>()[]\"'"

// farthest is how far what separates two IRIs is looked for: each run is looked at by itself.
const farthest = 16

// second returns where the IRI after the run begins, if there is one. inFirst says that more of the first IRI, or of
// what describes it, stands after the run.
func (s *suspect) second() (next int, inFirst bool) {
	text := s.s
	for next = s.end; next < min(len(text), s.end+farthest) && strings.IndexByte(separators, text[next]) >= 0; {
		next++
	}
	if !s.ByHand || s.comp != component.PathAbempty || beginsIRI(text[next:]) {
		return next, false
	}
	near := min(len(text), s.end+nearby)
	if k := strings.IndexAny(text[s.end:near], ",;"); k >= 0 {
		second := s.end + k + 1
		for second < near && text[second] == ' ' {
			second++
		}
		if beginsIRI(text[second:]) {
			return second, true
		}
	}
	return next, false
}

// separatesIRIs reports whether the run is a separator of two IRIs, or a part of one.
func (s *suspect) separatesIRIs() bool {
	if s.start == 0 || s.comp == component.Port || !strings.ContainsAny(s.run, " \t\r\n|") ||
		strings.Trim(s.run, " \t\r\n<>\"|") != "" {
		return false
	}
	if next, _ := s.second(); !beginsIRI(s.s[next:]) || scheme.Begins(s.s, "data") || scheme.Begins(s.s, "javascript") ||
		s.s[s.start-1] == '/' && s.comp == component.RegName || s.comp == component.Query && s.inValue(s.start, next) {
		return false
	}
	colon := s.firstColon()
	first := strings.TrimLeft(s.s[:max(colon, 0)], separators) // of the first one its scheme
	return !s.hasScheme || colon >= 0 && s.profile.Of[component.Scheme].Valid(first)
}

// firstColon returns the offset of the first ":" before the run, -1 if there is none nearby.
func (s *suspect) firstColon() int { return strings.IndexByte(s.s[:min(s.start, nearby)], ':') }

// twoIRIs returns the intent that the string is two IRIs. The guess is two lines.
func (s *suspect) twoIRIs() intent {
	next, inFirst := s.second()
	gap := s.start
	for gap > max(s.firstColon()+1, s.start-farthest) && strings.IndexByte(" \t\r\n,;", s.s[gap-1]) >= 0 {
		gap--
	}
	if s.Single {
		return hinted(finding.HintTwoHere)
	}
	// A run before this one has the guess, and of two on two lines there is none.
	if inFirst || s.start < s.newLine || strings.ContainsAny(s.s[gap:s.start], blanks) || s.s[gap:next] == "\n" {
		return hinted(finding.HintTwoIris)
	}
	s.newLine = next
	return guessed(finding.HintTwoIris.Text(), replace(gap, next, "\n"))
}

// inValue reports whether two IRIs, the second from an offset on, with a run before it, stand in one value of a query:
// the value begins with the first, or another field follows the second.
func (b *diagnoser) inValue(run, second int) bool {
	query := b.s[int(b.parts.PathEnd)+1 : run]
	query = query[max(0, len(query)-maxWhole):]
	name, value, ok := strings.Cut(query[strings.LastIndexByte(query, '&')+1:], "=")
	rest := b.s[second:min(int(b.parts.Query), second+maxWhole)]
	if end := strings.IndexAny(rest, " ?"); end >= 0 {
		rest = rest[:end]
	}
	_, field, follows := strings.Cut(rest, "&")
	return ok && name != "" && (beginsIRI(value) || follows && strings.IndexByte(field, '=') > 0)
}

// inList reports whether the authority is that of the first IRI in a list, as in
// http://192.0.2.1:80,http://192.0.2.2:80.
func (b *diagnoser) inList() bool {
	p := b.parts
	next, ok := strings.CutSuffix(b.s[max(int(p.Host), int(p.Path)-nearby):p.Path], ":")
	k := strings.LastIndexAny(next, ",;| ")
	return ok && k > 0 && strings.HasPrefix(b.s[p.Path:], "//") && b.profile.Of[component.Scheme].Valid(next[k+1:])
}

// phoneNumber returns a telephone number with hyphens in place of spaces, brackets and
// dots between its digits; ok is false for what is not a number with spaces.
func phoneNumber(s string) (number string, ok bool) {
	s = strings.TrimSpace(s)
	s, plus := strings.CutPrefix(s, "+")
	if plus { // the digit for calls within the country
		s = strings.ReplaceAll(s, "(0)", " ")
	}
	if strings.Trim(s, "0123456789 ().-/\u00A0") != "" {
		return "", false
	}
	groups := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if len(groups) == 0 {
		return "", false
	}
	number = strings.Join(groups, "-")
	if plus {
		number = "+" + number
	}
	return number, strings.IndexByte(s, ' ') >= 0
}

// isWindowsPath reports whether s begins as a path of Windows does, with a drive or, as
// that of another machine, with two backslashes.
func isWindowsPath(s string) bool {
	if strings.HasPrefix(s, `\\`) {
		return len(s) > 2
	}
	return len(s) > 2 && chars.IsLetter(s[0]) && s[1] == ':' &&
		(s[2] == '\\' || s[2] == '/' && !strings.HasPrefix(s[2:], "//"))
}

// windowsIRI returns what a path of Windows is as an IRI (RFC 8089 Appendix E).
func windowsIRI(s string) string {
	s = strings.TrimPrefix(s, `\\?\`) // of long paths
	b := []byte("file:///")
	rest := strings.TrimLeft(s, `\`)
	if rest != s {
		b = b[:len(b)-1]
	}
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == '\\' && i > 0 && rest[i-1] == '\\':
			// Two are one, as strings of programs and of JSON write it.
		case c == '\\':
			b = append(b, '/')
		case c < utf8.RuneSelf && (c == '%' || c == '#' || c == '?' || !chars.UriByte[c]):
			b = append(b, percent.Encode(rest[i:i+1])...)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}
