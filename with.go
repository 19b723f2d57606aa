package iri

import "github.com/rfc3987/iri/internal/ref/component"

// This file has the methods that replace or remove one component of an IRI or a reference, as a
// Builder does.

// WithScheme returns the reference with another scheme. The text is that of [Builder.Scheme], and the
// error of this method and its like is a *[BuildError]. To change several components, use a [Builder].
func (r Ref) WithScheme(s string) (Ref, error) { return r.Builder().Scheme(s).Ref() }

// WithUserinfo returns the reference with this userinfo. There must be a host.
func (r Ref) WithUserinfo(s string) (Ref, error) { return r.Builder().Userinfo(s).Ref() }

// WithHost returns the reference with this host, an IP-literal with its brackets. A reference
// without an authority gets one, so its path must be empty or begin with "/".
func (r Ref) WithHost(s string) (Ref, error) { return r.Builder().Host(s).Ref() }

// WithPort returns the reference with this port. There must be a host.
func (r Ref) WithPort(s string) (Ref, error) { return r.Builder().Port(s).Ref() }

// WithPath returns the reference with this path.
func (r Ref) WithPath(s string) (Ref, error) { return r.Builder().Path(s).Ref() }

// WithQuery returns the reference with this query.
func (r Ref) WithQuery(s string) (Ref, error) { return r.Builder().Query(s).Ref() }

// WithFragment returns the reference with this fragment.
func (r Ref) WithFragment(s string) (Ref, error) { return r.Builder().Fragment(s).Ref() }

// WithoutAuthority returns the reference without userinfo, host and port. Its path must not begin
// with "//".
func (r Ref) WithoutAuthority() (Ref, error) { return r.Builder().NoAuthority().Ref() }

// WithoutUserinfo is [IRI.WithoutUserinfo].
func (r Ref) WithoutUserinfo() Ref {
	if _, ok := r.Userinfo(); !ok {
		return r
	}
	return r.without(r.ref.AuthorityStart(), r.ref.Parts.Host)
}

// WithoutPort returns the reference without a port.
func (r Ref) WithoutPort() Ref {
	if _, ok := r.Port(); !ok {
		return r
	}
	return r.without(r.ref.Parts.HostEnd, r.ref.Parts.Path)
}

// WithoutQuery returns the reference without a query.
func (r Ref) WithoutQuery() Ref {
	if _, ok := r.Query(); !ok {
		return r
	}
	return r.without(r.ref.Parts.PathEnd, r.ref.Parts.Query)
}

// WithoutFragment returns the reference without a fragment. It does not allocate.
func (r Ref) WithoutFragment() Ref {
	if _, ok := r.Fragment(); !ok {
		return r
	}
	return Ref{component.Ref{Text: r.ref.Text[:r.ref.Parts.Query], Parts: r.ref.Parts}}
}

// without removes the bytes from start to end: a component and its delimiter.
func (r Ref) without(start, end uint32) Ref {
	return Ref{component.Conforming(r.ref.Text[:start] + r.ref.Text[end:])}
}

// WithScheme returns the IRI with another scheme.
func (i IRI) WithScheme(s string) (IRI, error) { return i.Builder().Scheme(s).IRI() }

// WithUserinfo returns the IRI with this userinfo. There must be a host.
func (i IRI) WithUserinfo(s string) (IRI, error) { return i.Builder().Userinfo(s).IRI() }

// WithHost returns the IRI with this host, an IP-literal with its brackets. An IRI without
// an authority gets one, so its path must be empty or begin with "/".
func (i IRI) WithHost(s string) (IRI, error) { return i.Builder().Host(s).IRI() }

// WithPort returns the IRI with this port. There must be a host.
func (i IRI) WithPort(s string) (IRI, error) { return i.Builder().Port(s).IRI() }

// WithPath returns the IRI with this path.
func (i IRI) WithPath(s string) (IRI, error) { return i.Builder().Path(s).IRI() }

// WithQuery returns the IRI with this query.
func (i IRI) WithQuery(s string) (IRI, error) { return i.Builder().Query(s).IRI() }

// WithFragment returns the IRI with this fragment.
func (i IRI) WithFragment(s string) (IRI, error) { return i.Builder().Fragment(s).IRI() }

// WithoutAuthority returns the IRI without userinfo, host and port. Its path must
// not begin with "//".
func (i IRI) WithoutAuthority() (IRI, error) { return i.Builder().NoAuthority().IRI() }

// WithoutUserinfo returns the IRI without its userinfo. Show IRIs to people in this form,
// because the userinfo may contain a password (RFC 3986 §3.2.1).
func (i IRI) WithoutUserinfo() IRI { return IRI(Ref(i).WithoutUserinfo()) }

// WithoutPort returns the IRI without a port.
func (i IRI) WithoutPort() IRI { return IRI(Ref(i).WithoutPort()) }

// WithoutQuery returns the IRI without a query.
func (i IRI) WithoutQuery() IRI { return IRI(Ref(i).WithoutQuery()) }

// WithoutFragment returns the IRI without a fragment, an absolute-IRI as a base
// must be (RFC 3986 §5.1). It does not allocate.
func (i IRI) WithoutFragment() IRI { return IRI(Ref(i).WithoutFragment()) }
