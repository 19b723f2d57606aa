module github.com/rfc3987/iri/bench

go 1.26.0

replace github.com/rfc3987/iri => ../

require golang.org/x/text v0.43.0
