//go:build !nocharsets

package mapping

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// lookupCharset returns the encoding of a label of the WHATWG Encoding Standard, and its
// name there.
func lookupCharset(label string) (encoding.Encoding, string, error) {
	enc, err := htmlindex.Get(label)
	if err != nil {
		return nil, "", err
	}
	name, err := htmlindex.Name(enc)
	return enc, name, err
}
