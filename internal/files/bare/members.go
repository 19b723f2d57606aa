package bare

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/memberpath"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// urlMembers are members of YAML and JSON whose strings are IRIs, by JSON Schema, JSON-LD and OpenAPI (§4). For
// members that only have a telling name, see [NamesURL].
var urlMembers = map[string]bool{
	"$ref": true, "$id": true, "$schema": true, "@id": true, "externalValue": true, "operationRef": true,
	"aboutUrl": true, "propertyUrl": true, "valueUrl": true, "termsOfService": true, "authorizationUrl": true, "tokenUrl": true, "refreshUrl": true, "openIdConnectUrl": true,
}

// IsIRI reports whether the text at a path in a document is an IRI, by the names of the members on the path, or by
// how the text begins. openAPI is set for a document of OpenAPI; expressions is set if white space in template
// expressions does not count as white space of the text.
func IsIRI(trail memberpath.Trail, text string, openAPI, expressions bool) bool {
	name, begins := last(trail, 0), BeginsLikeIRI([]byte(text))
	switch {
	case begins && !strings.ContainsAny(text, chars.Space), hasOnlyIRIs(trail, openAPI),
		isReferenceName(name) && LooksLikeReference(name, text):
		return true
	case !begins:
		return false
	}
	return strings.Count(text, "://") <= 1 && (NamesURL(name) || !goesOnAsProse(text)) ||
		expressions && !strings.ContainsAny(templates.Without(text), chars.Space)
}

// BeginsAsProse reports whether a text begins as an IRI, and yet is prose, and so is not read.
func BeginsAsProse(text string) bool {
	return strings.Contains(text, "://") && BeginsLikeIRI([]byte(text))
}

// goesOnAsProse reports whether a text that begins as an IRI continues, after white space, without any sign of an
// IRI: neither a delimiter nor the extension of a file name.
func goesOnAsProse(text string) bool {
	return !strings.Contains(text, "://") || slices.ContainsFunc(strings.Fields(text)[1:], func(part string) bool {
		return !strings.ContainsAny(part, "/?&=%#@_") && !hasEnding().MatchString(part)
	})
}

// hasEnding matches a text with the extension of a file name.
var hasEnding = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL\pN_-]\.[A-Za-z]{2,5}$`) })

// hasOnlyIRIs reports whether every string at a path is an IRI or a relative reference.
func hasOnlyIRIs(trail memberpath.Trail, openAPI bool) bool {
	return urlMembers[last(trail, 0)] || openAPI && isInOpenAPI(trail)
}

// isReferenceName reports whether a member of that name has an IRI, a relative reference, or text for people: the
// name alone does not decide.
func isReferenceName(name string) bool {
	return isURLName(name) || name == "link" || name == "homepage"
}

// isURLName reports whether the text of a member of that name is prose or a URL, and no other text for people.
func isURLName(name string) bool {
	switch name {
	case "url", "uri", "iri", "href":
		return true
	}
	return false
}

// LooksLikeReference reports whether the text of a member or element, the name of which says that it is a URL, is a
// reference and not prose, such as "see below" and "Überblick". It has a delimiter of references, or is a segment in
// ASCII; in a link such a segment may also be its text: "Home". If it has white space, it begins as references do.
func LooksLikeReference(name, text string) bool {
	text = strings.Trim(text, chars.Space)
	if BeginsLikeIRI([]byte(text)) {
		return true
	}
	without := templates.Without(text)
	switch {
	case without != text && !strings.ContainsAny(without, chars.Space):
		return true
	case isProse(text):
		return false
	}
	if partsReference().MatchString(text) || strings.ContainsAny(text, chars.Space) {
		return true
	}
	return isURLName(name) && isSegment().MatchString(text)
}

// isProse reports whether a text has white space and does not begin as an IRI or a relative reference does.
func isProse(text string) bool {
	text = strings.Trim(text, chars.Space)
	return strings.ContainsAny(text, chars.Space) && !BeginsLikeIRI([]byte(text)) && !beginsReference().MatchString(text)
}

// beginsReference matches a text that begins as an IRI or a relative reference does.
var beginsReference = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*://|//?[^\s/]|\.\.?[/\\]|\?[^\s=]+=|www\.|` +
		`[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+[/:])`)
})

// partsReference matches a text without white space that has a delimiter of references, or the dot of a host or of the
// name of a file.
var partsReference = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[/\\]|#.|^(?:[?.]|[A-Za-z][A-Za-z0-9+.-]*:)|[\pL\pN_-]\.\pL|[\pL\pN]\?[^?]|` +
		`%[0-9A-Fa-f]{2}`)
})

// isSegment matches a segment in ASCII.
var isSegment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w!$&'()*+,;=@.~-]+$`) })

// A Whole is the [input.Item.FormatData] of a string in a document. It says which relative references in its place
// would be read as references.
type Whole uint8

const (
	anyReference Whole = iota
	likeOne            // those for which [LooksLikeReference] is true, in a member for URLs
	likeLink           // those that look like one, in a member for links or text
	WholeIRI           // none: the string is an IRI only because it begins with a scheme
)

// WholeAt returns the Whole of a string at a path in a document.
func WholeAt(trail memberpath.Trail, openAPI bool) Whole {
	switch {
	case hasOnlyIRIs(trail, openAPI):
		return anyReference
	case isURLName(last(trail, 0)):
		return likeOne
	case isReferenceName(last(trail, 0)):
		return likeLink
	}
	return WholeIRI
}

// AcceptsRelative reports whether a relative reference in the place of a string would be read as a reference.
func AcceptsRelative(r *input.Item, ref string) bool {
	whole, _ := r.FormatData.(Whole)
	return whole == anyReference || whole == likeOne && LooksLikeReference("url", ref) ||
		whole == likeLink && LooksLikeReference("link", ref)
}

// ofIRIs are members that have an IRI if their text begins as one: of Helm charts, DCAT 3 and schema.org.
var ofIRIs = map[string]bool{
	"home": true, "icon": true, "landingPage": true, "conformsTo": true, "license": true, "sameAs": true, "page": true,
	"accessService": true, "theme": true, "image": true, "logo": true, "thumbnail": true, "mainEntityOfPage": true,
	"additionalType": true, "codeRepository": true, "isBasedOn": true, "repository": true, "documentation": true,
}

// NamesURL reports whether the name of a member says that it has only an IRI, so that white space in it is a fault,
// and not the end of an IRI in prose. This is true of baseUrl, base_url, BASE_URL and members of Helm charts, and not
// of curl.
func NamesURL(name string) bool {
	if ofIRIs[name] {
		return true
	}
	name = strings.TrimSuffix(name, "s")
	for _, word := range []string{"url", "uri", "iri", "href", "link", "homepage", "website", "endpoint"} {
		at := len(name) - len(word)
		if at < 0 || !strings.EqualFold(name[at:], word) {
			continue
		}
		if at == 0 || !chars.IsLetter(name[at-1]) || name[at-1] >= 'a' && name[at] < 'a' {
			return true
		}
	}
	return false
}

// LooksLikeIRI reports whether a text starts with a known scheme and has no white space.
func LooksLikeIRI(text string) bool {
	return !strings.ContainsAny(text, chars.Space) && BeginsLikeIRI([]byte(text))
}

// BeginsLikeIRI reports whether a text starts with a known scheme.
func BeginsLikeIRI(text []byte) bool {
	colon := bytes.IndexByte(text, ':')
	if colon < 1 {
		return false
	}
	start, known := SchemeBefore(text, 0, colon)
	return known && start == 0 && plausible(text, colon)
}

// ShowsOpenAPI reports whether a member at the root of a document shows that it is one of OpenAPI (§4.8.1), or of
// Swagger, its old name.
func ShowsOpenAPI(member string) bool { return member == "openapi" || member == "swagger" }

// isInOpenAPI reports whether the string at a path is a reference in OpenAPI, although it would not be in other
// documents.
func isInOpenAPI(trail memberpath.Trail) bool {
	switch last(trail, 0) {
	case "url", "jsonSchemaDialect", "oauth2MetadataUrl", "$self", "$dynamicRef":
		return true
	}
	return isNamespace(trail) || last(trail, 1) == "mapping" && last(trail, 2) == "discriminator"
}

// isNamespace reports whether the string at a path in OpenAPI is the name of an XML namespace (§4.8.26).
func isNamespace(trail memberpath.Trail) bool {
	return last(trail, 0) == "namespace" && last(trail, 1) == "xml"
}

// IsFixed reports whether the string at a place in OpenAPI is an identifier, which is not written otherwise.
func IsFixed(trail memberpath.Trail, text string) bool {
	return isNamespace(trail) && input.IsURN(text)
}

// IsTemplate reports whether the string at a place is a URI Template: in OpenAPI the url of a server, or an
// operationRef; or anywhere what the metadata of CSVW have (Metadata Vocabulary for Tabular Data §5.1.3). Without braces
// it stands for itself, and is checked as what it stands for.
func IsTemplate(trail memberpath.Trail, text string, openAPI bool) bool {
	if !strings.ContainsAny(text, "{}") {
		return false
	}
	switch last(trail, 0) {
	case "aboutUrl", "propertyUrl", "valueUrl":
		return true
	case "url":
		return openAPI && (last(trail, 1) == "servers" || last(trail, 1) == "server")
	case "operationRef":
		return openAPI
	}
	return false
}

// last returns the name of a member on the way to a place, counted from its end; empty if there is none.
func last(trail memberpath.Trail, n int) string {
	if n >= len(trail) {
		return ""
	}
	return trail[len(trail)-1-n]
}

// Comma separates the IRIs of a list: see [IsList].
const Comma = ","

// IsList reports whether a text is several IRIs with commas between them, as configurations write the hosts of a
// cluster: http://a:2379,http://b:2379. Each begins with a scheme and "//" and has no white space. Only the last may
// have a query or a fragment, because these can contain commas and IRIs. IsList is for texts that are recognised as
// IRIs only by their form. A text with placeholders is not a list.
func IsList(text string) bool {
	if !strings.Contains(text, Comma) {
		return false
	}
	hasQuery := false
	n, all := input.EachMember([]byte(text), Comma, func(start, end int) bool {
		member := text[start:end]
		after := component.SchemeEnd(member)
		if hasQuery || after < 1 || !chars.IsLetter(member[0]) || !strings.HasPrefix(member[after:], "://") ||
			strings.Count(member, "://") > 1 || strings.ContainsAny(member, chars.Space) {
			return false
		}
		hasQuery = strings.ContainsAny(member, "?#")
		return true
	})
	return all && n > 1 && !templates.Has(text)
}

// IsList reports whether a string in a document, which is written as raw, is a list whose members are read.
func (w Whole) IsList(text string, raw []byte) bool {
	return w != anyReference && IsList(text) && bytes.Count(raw, []byte(Comma)) == strings.Count(text, Comma)
}

// Unread is said of a line that is not read to its end.
const Unread = "the rest of this line is not read: too much in it begins like an IRI and is none"

// NeedsScheme says why no relative reference can stand in the place of an IRI in text.
func NeedsScheme(r *input.Item) string {
	switch r.Role {
	case RoleAngle:
		return "between < and > stands an IRI with a scheme (CommonMark §6.5): " +
			"write a link, [text](reference), in its place"
	case RoleBare, RoleQuoted:
		return "in text only an IRI with a scheme is known as one: write a link, [text](reference), in its place"
	}
	return ""
}

// Line hands out the IRIs of a line of text, which starts at d.Off; of what is found in it each is what part returns.
func Line(d *input.Decoder, line []byte, part func(text []byte, role string) []byte) bool {
	more := true
	unread := Find(line, true, d.Options.AnyScript, func(start, end int, role string) bool {
		r, text := &d.Rec, part(line[start:end], role)
		r.Text, r.Reference = chars.UnsafeString(text), !base.HasScheme(text)
		r.Raw, r.LineText, r.Role = text, line, role
		more = d.HandOut(d.Off + start)
		return more
	})
	if unread >= 0 {
		return d.Fail(input.CodeMaxLine, line, unread, unread, Unread)
	}
	return more
}

// EncodeInProse is the function held of text.
func EncodeInProse(r *input.Item, text string) string {
	if r.Role != RoleBare {
		return text
	}
	return EncodeDelimiters(text, true, r.AnyScript())
}
