package input

import "strings"

// memberPaths are paths to values of JSON or YAML: names of members joined by dots. "*" stands for one
// member of any name, "**" for any number of them. An array is passed through: each of its elements is at
// the path of the array.
type memberPaths [][]string

func parseMemberPaths(fields []string) (all memberPaths) {
	for _, field := range fields {
		all = append(all, strings.Split(field, "."))
	}
	return all
}

// wild reports whether a path has "*" or "**".
func (p memberPaths) wild() bool {
	for _, path := range p {
		for _, name := range path {
			if name == "*" || name == "**" {
				return true
			}
		}
	}
	return false
}

// A pathState holds for each path the parts that may come next: a bit for each.
type pathState []uint64

// start returns the state at the root.
func (p memberPaths) start() pathState {
	s := make(pathState, len(p))
	for i := range s {
		s[i] = 1
	}
	return s
}

// member returns the state in the member of that name, and whether a path goes on or ends there.
func (p memberPaths) member(s pathState, name string) (next pathState, any bool) {
	next = make(pathState, len(s))
	for i, path := range p {
		for k := range min(len(path), 63) {
			for at := k; s[i]>>k&1 != 0 && at < len(path); at++ {
				if path[at] == "**" {
					next[i] |= 1 << at
					continue // it may also stand for no name
				}
				if path[at] == "*" || path[at] == name {
					next[i] |= 1 << (at + 1)
				}
				break
			}
		}
		any = any || next[i] != 0
	}
	return next, any
}

// wanted reports whether a path ends in a state.
func (p memberPaths) wanted(s pathState) bool {
	for i, path := range p {
		end := min(len(path), 63)
		for ; s[i]>>end&1 == 0; end-- {
			if end == 0 || path[end-1] != "**" {
				break
			}
		}
		if s[i]>>end&1 != 0 {
			return true
		}
	}
	return false
}
