package findings

import (
	"errors"

	"github.com/rfc3987/iri"
)

func start(err error, v any) int {
	if f, ok := err.(iri.Finding); ok { // want `an error of package iri holds findings and is not one itself; use errors.As`
		return f.Start
	}
	if f, ok := err.(*iri.Finding); ok { // want `use errors.As`
		return f.Start
	}
	switch f := err.(type) {
	case nil:
	case *iri.Finding: // want `use errors.As`
		return f.Start
	}
	switch err.(type) {
	case interface{ Timeout() bool }, iri.Finding: // want `use errors.As`
	}
	// These are as they should be.
	var f iri.Finding
	var p *iri.Finding
	if errors.As(err, &f) || errors.As(err, &p) {
		return f.Start
	}
	if f, ok := errors.AsType[iri.Finding](err); ok {
		return f.Start
	}
	switch v.(type) {
	case iri.Finding:
	}
	f, _ = v.(iri.Finding)
	return f.Start
}
