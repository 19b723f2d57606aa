package iri

import (
	"errors"
	"io"

	"github.com/rfc3987/iri/internal/change/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/hostname"
)

// This file has the names that will go in the next release.

// The short names of the severities.
//
// Deprecated: use [SeverityOff], [SeverityWarning] and [SeverityError].
const (
	Off     = SeverityOff
	Warning = SeverityWarning
	Error   = SeverityError
)

// The types that options had, one for each conversion.
//
// Deprecated: use [ConvertOption].
type (
	URIOption       = ConvertOption
	IRIOption       = ConvertOption
	NormalizeOption = ConvertOption
	PrepareOption   = ConvertOption
	EncodeOption    = ConvertOption
)

// MaxFindings is [WithMaxFindings].
//
// Deprecated: use [WithMaxFindings].
func MaxFindings(n int) Option { return WithMaxFindings(n) }

// FromRule is [WithRule].
//
// Deprecated: use [WithRule].
func FromRule(r Rule) ConvertOption { return WithRule(r) }

// IRIFor is [WithSpec].
//
// Deprecated: use [WithSpec].
func IRIFor(s *Spec) ConvertOption { return WithSpec(s) }

// NormalizeFor is [WithSpec].
//
// Deprecated: use [WithSpec].
func NormalizeFor(s *Spec) ConvertOption { return WithSpec(s) }

// NormalizeHost is [WithHostMapping].
//
// Deprecated: use [WithHostMapping].
func NormalizeHost(m HostMapping) ConvertOption { return WithHostMapping(m) }

// PrepareHost is [WithHostMapping].
//
// Deprecated: use [WithHostMapping].
func PrepareHost(m HostMapping) ConvertOption { return WithHostMapping(m) }

// PrepareRule is [WithRule].
//
// Deprecated: use [WithRule].
func PrepareRule(r Rule) ConvertOption { return WithRule(r) }

// PrepareSpaces is [WithSpaces].
//
// Deprecated: use [WithSpaces].
func PrepareSpaces(s Spaces) ConvertOption { return WithSpaces(s) }

// PrepareBackslash is [WithBackslash].
//
// Deprecated: use [WithBackslash].
func PrepareBackslash(b Backslash) ConvertOption { return WithBackslash(b) }

// PrepareFullWidth is [FoldWidth].
//
// Deprecated: use [FoldWidth].
func PrepareFullWidth() ConvertOption { return FoldWidth() }

// PrepareEntities is [DecodeEntities].
//
// Deprecated: use [DecodeEntities].
func PrepareEntities() ConvertOption { return DecodeEntities() }

// PrepareEncode is [PercentEncode].
//
// Deprecated: use [PercentEncode].
func PrepareEncode() ConvertOption { return PercentEncode() }

// FromURI is [ToIRI].
//
// Deprecated: use [ToIRI].
func FromURI(s string, opts ...ConvertOption) (Ref, error) { return ToIRI(s, opts...) }

// A URIMapper maps strings to URI-references with the same options. It may be
// used by several goroutines at once. The zero URIMapper has no options.
//
// Deprecated: use [AppendURI] with the options.
type URIMapper struct{ options convertOptions }

// NewURIMapper returns a URIMapper with the options.
//
// Deprecated: use [AppendURI] with the options.
func NewURIMapper(opts ...ConvertOption) URIMapper { return URIMapper{convertOptionsOf(opts)} }

// Append is [AppendURI] with the options of the mapper.
//
// Deprecated: use [AppendURI] with the options.
func (m *URIMapper) Append(dst []byte, s string) ([]byte, error) {
	out, err := m.options.URI.Append(dst, s)
	return out, publicError(err)
}

// ParseHostMapping returns the HostMapping of a name: "percent", "idna", "uts46"
// or "uts46-transitional".
//
// Deprecated: use [HostMapping.UnmarshalText], as for other types.
func ParseHostMapping(name string) (HostMapping, error) {
	m, err := hostname.ParseMapping(name)
	return HostMapping(m), err
}

// ParseRung returns the rung of that name, without regard to case.
//
// Deprecated: use [Rung.UnmarshalText], as for other types.
func ParseRung(name string) (Rung, error) {
	r, err := normalize.ParseRung(name)
	return Rung(r), err
}

// Compare is [Diff].
//
// Deprecated: use [Diff]; [IRI.Compare] is the order of texts.
func Compare(a, b Ref, to Rung, opts ...ConvertOption) Comparison { return Diff(a, b, to, opts...) }

// FixedWith is [Report.Fixed].
//
// Deprecated: use [Report.Fixed].
func (r Report) FixedWith(codes ...Code) (string, bool) { return r.Fixed(codes...) }

// WriteJSON writes what [Report.MarshalJSON] returns to w. The nil Writer is an error.
//
// Deprecated: write what [Report.AppendJSON] appends.
func (r Report) WriteJSON(w io.Writer) error {
	if w == nil {
		return errors.New("iri: a report was to be written to a nil Writer")
	}
	_, err := w.Write(r.AppendJSON(nil))
	return err
}

// CheckGrammar returns every fault that [ReadSpec] would find in the files, and the
// warnings that ReadSpec ignores. It does not return warnings about a built-in grammar
// that the files change. There is an error if no file is given.
//
// Deprecated: use [InspectGrammar].
func CheckGrammar(files ...GrammarFile) ([]GrammarFault, error) {
	in, err := spec.InspectGrammar(filesOf(files)...)
	return faultsOf(in.Faults), err
}
