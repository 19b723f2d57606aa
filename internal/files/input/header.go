package input

import (
	"fmt"
	"slices"

	"github.com/rfc3987/iri/internal/text/quote"
)

// Header says whether the first line of a table holds the names of its columns.
type Header uint8

// The values of Header.
const (
	HeaderAuto Header = iota // found in the file; it does if a column is asked for by its name
	HeaderYes
	HeaderNo
)

// HeaderNames returns the names that [ParseHeader] reads.
func HeaderNames() []string { return []string{"auto", "yes", "no"} }

// ParseHeader returns the Header of a name: auto or empty, yes, no.
func ParseHeader(s string) (Header, error) {
	i := slices.Index(HeaderNames(), s)
	if s != "" && i < 0 {
		return 0, fmt.Errorf("%s is not auto, yes or no", quote.Quote(s))
	}
	return Header(max(i, 0)), nil
}
