// The kit is a module of its own, so that programs that need the library do not download it.
module github.com/rfc3987/iri/conformance

go 1.26.0
