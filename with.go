package iri

// This file changes one component of an IRI. Each function is a step of
// [Builder], which says what is escaped and what is refused, and has the same for
// references.

// WithScheme returns the IRI with another scheme.
func (i IRI) WithScheme(s string) (IRI, error) { return i.Builder().Scheme(s).IRI() }

// WithUserinfo returns the IRI with this userinfo. There must be a host.
func (i IRI) WithUserinfo(s string) (IRI, error) { return i.Builder().Userinfo(s).IRI() }

// WithHost returns the IRI with this host, an IP-literal in its brackets. An IRI
// without an authority gets one, so its path must be empty or begin with "/".
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

// WithoutUserinfo returns the IRI without a userinfo, as it should be shown to
// people where that may hold a password (RFC 3986 §3.2.1).
func (i IRI) WithoutUserinfo() IRI {
	a := i.r.p.host
	if _, ok := i.Userinfo(); !ok {
		return i
	}
	return i.without(i.r.authority(), a)
}

// WithoutPort returns the IRI without a port.
func (i IRI) WithoutPort() IRI {
	if _, ok := i.Port(); !ok {
		return i
	}
	return i.without(i.r.p.hostEnd, i.r.p.path)
}

// WithoutQuery returns the IRI without a query.
func (i IRI) WithoutQuery() IRI {
	if _, ok := i.Query(); !ok {
		return i
	}
	return i.without(i.r.p.pathEnd, i.r.p.query)
}

// WithoutFragment returns the IRI without a fragment, an absolute-IRI as a base has
// to be (RFC 3986 §5.1). It does not allocate.
func (i IRI) WithoutFragment() IRI {
	if _, ok := i.Fragment(); !ok {
		return i
	}
	return IRI{Ref{i.r.s[:i.r.p.query], i.r.p}}
}

// without cuts out what may be cut: a component and its delimiter.
func (i IRI) without(start, end uint32) IRI { return parsed(i.r.s[:start] + i.r.s[end:]) }
