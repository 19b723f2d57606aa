package bare

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/memberpath"
	"github.com/rfc3987/iri/internal/text/chars"
)

// urlMembers are members of YAML and JSON whose strings are IRIs, of OpenAPI (§4) and many others.
var urlMembers = map[string]bool{
	"url": true, "uri": true, "iri": true, "href": true, "link": true, "homepage": true,
	"$ref": true, "$id": true, "$schema": true, "@id": true, "externalValue": true, "operationRef": true,
	"termsOfService": true, "authorizationUrl": true, "tokenUrl": true, "refreshUrl": true, "openIdConnectUrl": true,
}

// IsIRI reports whether the text at a place in a document is an IRI: by the names of the members on the way, or by how
// the text begins. openAPI says that it is a document of OpenAPI, templates that white space in expressions of
// templates is not one of the text.
func IsIRI(trail memberpath.Trail, text string, openAPI, templates bool) bool {
	if urlMembers[last(trail, 0)] || LooksLikeIRI(text) || openAPI && isInOpenAPI(trail) {
		return true
	}
	if !BeginsLikeIRI([]byte(text)) {
		return false
	}
	return namesURL(last(trail, 0)) && strings.Count(text, "://") <= 1 ||
		templates && !strings.ContainsAny(Expressions().ReplaceAllString(text, ""), chars.Space)
}

// Whole is [input.Record.FormatData] of a string in a document: it is an IRI only because it begins with a scheme, so
// no relative reference can stand in its place.
type Whole bool

// IsWhole returns that of a string at a place in a document.
func IsWhole(trail memberpath.Trail, openAPI bool) Whole {
	return Whole(!IsIRI(trail, "a", openAPI, false))
}

// HoldsReference reports whether a relative reference in the place of a string is found again.
func HoldsReference(r *input.Record, _ string) bool { return r.FormatData != Whole(true) }

// namesURL reports whether a member that has an IRI has nothing else, so that white space in it is a fault, and not the
// end of the IRI in prose: in baseUrl, base_url and BASE_URL, not in curl, and in what Helm has.
func namesURL(name string) bool {
	if name == "home" || name == "icon" {
		return true
	}
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

// Expressions matches what is filled in: of Jinja, Django, Helm and Liquid, of ERB and EJS, in single braces of OpenAPI
// and of URI Templates, and of format strings, and the "%" that ends a pattern of SQL. One that does not end, because a
// quotation mark in it ends an attribute, goes to the end.
var Expressions = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)|\{#.*?(?:#\}|$)|<%.*?(?:%>|$)|\$?\{[^{}]*\}|` +
		`%(?:\(\w*\))?(?:[sdv]|$)`)
})

// LooksLikeIRI reports whether a text starts with a scheme that is known and has no white space.
func LooksLikeIRI(text string) bool {
	return !strings.ContainsAny(text, chars.Space) && BeginsLikeIRI([]byte(text))
}

// BeginsLikeIRI reports whether a text starts with a scheme that is known.
func BeginsLikeIRI(text []byte) bool {
	colon := bytes.IndexByte(text, ':')
	if colon < 1 {
		return false
	}
	start, known := SchemeBefore(text, 0, colon)
	return known && start == 0 && plausible(text, colon)
}

// ShowsOpenAPI reports whether the member at the root of a document says that it is one of OpenAPI (§4.8.1), or of
// Swagger, its old name.
func ShowsOpenAPI(member string) bool { return member == "openapi" || member == "swagger" }

// isInOpenAPI reports whether the string at a place is a reference in OpenAPI, where other documents have something
// else.
func isInOpenAPI(trail memberpath.Trail) bool {
	switch last(trail, 0) {
	case "jsonSchemaDialect", "oauth2MetadataUrl", "$self", "$dynamicRef":
		return true
	case "namespace":
		return last(trail, 1) == "xml"
	}
	return last(trail, 1) == "mapping" && last(trail, 2) == "discriminator"
}

// IsTemplate reports whether the string at a place in OpenAPI is a URI Template: the url of a server, or an
// operationRef. Without braces it stands for itself, and is checked as what it stands for.
func IsTemplate(trail memberpath.Trail, text string) bool {
	server := last(trail, 0) == "url" && (last(trail, 1) == "servers" || last(trail, 1) == "server")
	return (server || last(trail, 0) == "operationRef") && strings.ContainsAny(text, "{}")
}

// last returns the name of a member on the way to a place, counted from its end; empty if there is none.
func last(trail memberpath.Trail, n int) string {
	if n >= len(trail) {
		return ""
	}
	return trail[len(trail)-1-n]
}
