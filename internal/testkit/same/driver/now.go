//go:build !before

package main

import "github.com/rfc3987/iri"

func encodeComponent(s, name string) string {
	return iri.EncodeComponent(s, map[string]iri.Component{
		"iuserinfo": iri.ComponentUserinfo, "ireg-name": iri.ComponentHost, "isegment": iri.ComponentPath,
		"isegment-nz-nc": iri.ComponentPath, "iquery": iri.ComponentQuery, "ifragment": iri.ComponentFragment,
	}[name])
}
