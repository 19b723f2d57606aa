package main

import (
	"net/url"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
)

// hosts are all ways to map a host.
func hosts() []iri.HostMapping {
	var list []iri.HostMapping
	for _, name := range iri.HostMappings() {
		m, err := iri.ParseHostMapping(name)
		if err != nil {
			panic(err)
		}
		list = append(list, m)
	}
	return list
}

func (c *caller) toURI(b []byte, s string) []byte {
	for _, m := range hosts() {
		text, err := iri.AppendURI(nil, s, iri.WithHostMapping(m))
		b = say(b, text, err)
	}
	u, err := iri.ToURI(s, iri.Lenient())
	b = say(b, u, err)
	if i, err := iri.Parse(s); err == nil {
		u, err := i.URI()
		b = say(b, u, err, u.IRI(), u.AsIRI(), u.Redacted())
	}
	return b
}

func (c *caller) fromURI(b []byte, s string) []byte {
	for _, spec := range c.specs {
		text, err := iri.AppendIRI(nil, s, iri.IRIFor(spec))
		b = say(b, text, err)
	}
	r, err := iri.FromURI(s, iri.Display())
	return say(b, r, err)
}

func (c *caller) fromLEIRI(b []byte, s string) []byte {
	r, err := iri.FromLEIRI(s)
	return say(b, r, err, iri.EscapeLEIRI(s))
}

func (c *caller) prepare(b []byte, s string) []byte {
	for _, opts := range [][]iri.PrepareOption{
		nil,
		{
			iri.PrepareEncode(), iri.PrepareEntities(), iri.PrepareFullWidth(), iri.PrepareSpaces(iri.EncodeSpaces),
			iri.PrepareBackslash(iri.EncodeBackslash),
		},
		{iri.PrepareBackslash(iri.SlashBackslash), iri.PrepareSpaces(iri.RemoveSpaces), iri.PrepareHost(iri.HostUTS46)},
		{iri.PrepareHost(iri.HostIDNA), iri.PrepareRule(iri.RFC3986.Reference())},
	} {
		r, err := iri.Prepare(s, opts...)
		b = say(b, r, err)
	}
	return b
}

func (c *caller) encode(b []byte, s string) []byte {
	encoded, err := iri.Encode(s)
	b = say(b, encoded, err)
	decoded, err := iri.Decode(s)
	b = say(b, decoded, err, iri.EscapeData(s))
	for _, name := range []string{
		"iuserinfo", "ireg-name", "isegment", "isegment-nz", "isegment-nz-nc", "iquery", "ifragment",
	} {
		r, _ := iri.RFC3987.Rule(name)
		b = say(b, iri.EncodeComponent(s, r))
	}
	return b
}

func (c *caller) charsets(b []byte, s string) []byte {
	for _, name := range []string{"windows-1252", "shift_jis", "gb18030"} {
		set, err := charset.Parse(name)
		if err != nil {
			return say(b, err)
		}
		uri, err := iri.AppendURI(nil, s, charset.Query(set))
		b = say(b, uri, err)
		decoded, err := iri.Decode(s, charset.Octets(set))
		b = say(b, decoded, err)
		text, err := iri.DecodeText(s, charset.Octets(set))
		b = say(b, text, err)
		r, err := iri.Prepare(s, charset.Text(set))
		b = say(b, r, err)
	}
	return b
}

func (c *caller) netURL(b []byte, s string) []byte {
	if i, err := iri.Parse(s); err == nil {
		u, err := i.URL()
		b = say(b, u, err)
	}
	u, err := url.Parse(s)
	if err != nil {
		return b // what net/url says of it is not ours
	}
	r, err := iri.FromURL(u)
	return say(b, r, err)
}

func (c *caller) edits(b []byte, s string) []byte {
	made, err := iri.Builder{}.Scheme("http").Userinfo(s).Host(s).Path("/" + s).Query(s).Fragment(s).IRI()
	b = say(b, made, err)
	r, err := iri.ParseRef(s)
	if err != nil {
		return b
	}
	for _, edit := range []func() (iri.Ref, error){
		func() (iri.Ref, error) { return r.WithScheme("ftp") },
		func() (iri.Ref, error) { return r.WithUserinfo("u:p@") },
		func() (iri.Ref, error) { return r.WithHost("é.example") },
		func() (iri.Ref, error) { return r.WithPort("80") },
		func() (iri.Ref, error) { return r.WithPath("//a b") },
		func() (iri.Ref, error) { return r.WithQuery("é#") },
		func() (iri.Ref, error) { return r.WithFragment("%") },
		r.WithoutAuthority,
	} {
		changed, err := edit()
		b = say(b, changed, err)
	}
	again, err := r.Builder().Ref()
	return say(b, again, err, r.WithoutFragment(), r.WithoutPort(), r.WithoutQuery(), r.WithoutUserinfo())
}

func (c *caller) normalize(b []byte, s string) []byte {
	r, err := iri.ParseRef(s)
	if err != nil {
		return b
	}
	for _, rung := range iri.Rungs() {
		b = say(b, r.Normalize(rung), r.IsNormal(rung), r.Key(rung))
	}
	b = say(b, r.Normalize(iri.RungScheme, iri.NFC()))
	for _, m := range hosts() {
		b = say(b, r.Normalize(iri.RungScheme, iri.NormalizeHost(m)))
	}
	for _, spec := range c.specs {
		b = say(b, r.Normalize(iri.RungProtocol, iri.NormalizeFor(spec)))
	}
	return b
}

func (c *caller) resolve(b []byte, s string) []byte {
	r, err := iri.ParseRef(s)
	if err != nil {
		return b
	}
	for _, text := range []string{"http://a/b/c/d;p?q", "http://h", "urn:a:b", "é:/a/../b"} {
		base := iri.MustParse(text)
		b = say(b, base.Resolve(r), base.ResolveNonStrict(r))
		target := base.Resolve(r)
		for _, from := range []iri.IRI{base, c.other} {
			back, ok := from.Relativize(target)
			b = say(b, back, ok)
		}
	}
	return b
}

// compare compares with the IRI before, and with what is equivalent.
func (c *caller) compare(b []byte, s string) []byte {
	i, err := iri.Parse(s)
	if err != nil {
		return b
	}
	for _, o := range []iri.IRI{c.other, i.Normalize(iri.RungProtocol), i.Normalize(iri.RungPercent)} {
		b = say(b, i.Compare(o))
		for _, rung := range iri.Rungs() {
			b = say(b, iri.Equivalent(i, o, rung))
		}
	}
	h, _ := i.Host()
	o, _ := c.other.Host()
	c.other = i
	return say(b, h.Equal(o))
}
