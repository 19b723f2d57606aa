// Package iri says whether a string conforms to RFC 3987 and its relatives,
// which production it breaks and how to mend it, and carries out the mappings
// that those documents define.
package iri
