module github.com/rfc3987/iri

go 1.26
