module github.com/rfc3987/iri

go 1.26.0

require (
	github.com/klauspost/compress v1.20.3
	golang.org/x/text v0.43.0
)
