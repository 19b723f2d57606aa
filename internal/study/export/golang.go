package export

// goTemplate is a package of one file.
const goTemplate = `{{range .Header}}//{{if .}} {{.}}{{end}}
{{end}}
// Package {{.Package}} says which strings match the rule {{.Rule.Name}}. Strings are {{.Strings}}.
package {{.Package}}

// IsValid reports whether s matches the rule {{.Rule.Name}}. It does not allocate.
func IsValid(s string) bool {
	state := uint({{.Width}})
	for i := 0; i < len(s); i++ {
		to := uint(next[state+uint(class[s[i]])])
		if to == state { // most bytes leave the state as it is
			continue
		}
		if to == 0 {
			return false
		}
		state = to
	}
	return next[state+{{.Classes}}]&1 != 0
}
{{if .Split}}
// A Span is where a component lies in a string: the bytes from Start to before End. Start is -1
// if the string does not have the component, which is not the same as an empty one.
type Span struct{ Start, End int }

// Parts says where the components of a string are, without their delimiters. The host
// and its neighbors lie in the authority.
type Parts struct {
	Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment Span
}

// Split finds the components of s. ok is false if s does not match the rule.
func Split(s string) (p Parts, ok bool) {
	var at [6]int // the ends of scheme, host, path, query, the starts of host and path; see mark
	state := uint({{.Width}})
	for i := 0; i < len(s); i++ {
		c := uint(class[s[i]])
		if m := marks[uint(next[state+{{.Classes}}+1])+c]; m != 0 {
			mark(&at, uint(m), i)
		}
		if state = uint(next[state+c]); state == 0 {
			return Parts{}, false
		}
	}
	final := uint(next[state+{{.Classes}}])
	if final&1 == 0 {
		return Parts{}, false
	}
	mark(&at, final>>1, len(s))
	scheme, host, hostEnd, path, pathEnd, queryEnd := at[0], at[1], at[2], at[3], at[4], max(at[5], at[4])
	absent := Span{-1, -1}
	p = Parts{absent, absent, absent, absent, absent, Span{path, pathEnd}, absent, absent}
	authority := 2
	if scheme > 0 {
		p.Scheme = Span{0, scheme}
		authority = scheme + 3
	}
	if host > 0 {
		p.Authority, p.Host = Span{authority, path}, Span{host, hostEnd}
		if host > authority {
			p.Userinfo = Span{authority, host - 1}
		}
		if hostEnd < path {
			p.Port = Span{hostEnd + 1, path}
		}
	}
	if queryEnd > pathEnd {
		p.Query = Span{pathEnd + 1, queryEnd}
	}
	if queryEnd < len(s) {
		p.Fragment = Span{queryEnd + 1, len(s)}
	}
	return p, true
}

// mark sets the offsets whose bits are set: the end of the scheme, the start and the end of
// the host, the start and the end of the path, the end of the query.
func mark(at *[6]int, bits uint, offset int) {
	for i := range at {
		if bits&(1<<i) != 0 {
			at[i] = offset
		}
	}
}
{{end}}
// class is the class of each byte.
var class = [...]uint8{
{{numbers "\t" .Class}}
}

// next has a row for each state of the minimal automaton: for each class where the row of the
// next state begins, 0 where no string continues; then whether a string may end here{{if .Split}}, in
// bit 0, and which offsets are there; then where the row in marks begins{{end}}.
var next = [...]uint{{unsigned .Next}}{
{{numbers "\t" .Next}}
}
{{if .Split}}
// marks has for each class the offsets that lie before its byte.
var marks = [...]uint8{
{{numbers "\t" .Marks}}
}
{{end}}`
