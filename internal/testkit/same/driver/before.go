//go:build before

package main

import "github.com/rfc3987/iri"

func encodeComponent(s, name string) string {
	r, _ := iri.RFC3987.Rule(name)
	return iri.EncodeComponent(s, r)
}
