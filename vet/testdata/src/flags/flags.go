package flags

import (
	"net/http"
	"net/url"

	"example.org/store"
)

type T struct {
	Name string `predicate:"http://schema.org/na|me"` // want `the struct tag predicate takes a URI`
}

func calls(db *store.DB[string]) {
	store.Open("sql db", "http://example.org/a b") // want `example.org/store.Open takes an IRI`
	db.Get("a b")                                  // want `\(\*example.org/store.DB\[T\]\).Get takes an IRI-reference`
	url.Parse("/a b")                              // left out by -skip
	http.Get("http://EXAMPLE.org/a b")             // want `U\+0020 SPACE`
	http.Get("http://u:p@example.org/")            // want `takes an IRI`
}
