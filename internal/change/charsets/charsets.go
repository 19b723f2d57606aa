// Package charsets has the tables of the charsets of the WHATWG Encoding Standard. In comes the name of a charset; out comes
// the charset for conversions. A program that does not import it does not link the tables.
package charsets

import (
	"golang.org/x/text/transform"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/text/encodings"
)

// Parse returns the charset of a name, which is a label of the WHATWG Encoding Standard or of UTF-32, without regard
// to case. UTF-8 is the zero Charset.
func Parse(name string) (convert.Charset, error) {
	e, err := encodings.Get(name)
	if err != nil || e.Name() == "utf-8" {
		return convert.Charset{}, err
	}
	return convert.NewCharset(e.Name(), tables{e}), nil
}

// tables are the tables of a charset.
type tables struct{ enc encodings.Encoding }

func (t tables) Decoder() transform.Transformer              { return t.enc.NewDecoder() }
func (t tables) Encode(text []byte) (octets []byte, _ error) { return t.enc.NewEncoder().Bytes(text) }
