package convert

import "github.com/rfc3987/iri/internal/ref/normalize"

// Options are those of all conversions and comparisons, as package iri has them: each of its options sets what it has
// an effect on.
type Options struct {
	URI       URIOptions
	IRI       IRIOptions
	Prepare   PrepareOptions
	Normalize normalize.Options
	Charset   Charset // that [EncodeFrom] and [DecodeText] read, and [DecodeTo] decodes to; UTF-8 if it is zero
}
