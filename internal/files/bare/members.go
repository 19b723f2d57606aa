package bare

import (
	"bytes"
	"strings"

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
// the text begins. openAPI says that it is a document of OpenAPI.
func IsIRI(trail memberpath.Trail, text string, openAPI bool) bool {
	return urlMembers[last(trail, 0)] || LooksLikeIRI(text) || openAPI && isInOpenAPI(trail)
}

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
