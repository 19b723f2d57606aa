package scheme

import (
	"strings"

	"github.com/rfc3987/iri"
)

const web = "http"

func compare(i iri.IRI, r iri.Ref, other string) bool {
	if i.Scheme() == "http" { // want `Scheme returns the text as it is written, so HTTP is not equal to http here; use IsScheme`
		return true
	}
	if (web) != i.Scheme() { // want `use IsScheme`
		return true
	}
	switch i.Scheme() { // want `use IsScheme`
	case other, "http", "https":
		return true
	}
	s := i.Scheme()
	if s == "javascript" { // want `use IsScheme`
		return false
	}
	t, ok := r.Scheme()
	switch { // the cases are comparisons of their own
	case !ok, t == "data": // want `use IsScheme`
		return false
	}
	switch t { // want `use IsScheme`
	case web:
	}
	// These are as they should be.
	switch t {
	case "", other:
	}
	switch {
	}
	if i.IsScheme("http") || strings.EqualFold(s, "http") || s == other || s == "" || strings.ToLower(s) == "http" || s < "http" {
		return true
	}
	return other == "http"
}
