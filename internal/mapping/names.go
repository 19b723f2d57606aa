package mapping

// SpacesNames are the names of the values of [Spaces], in order.
func SpacesNames() []string { return []string{"keep", "split", "remove", "encode"} }

// String returns the name of the value.
func (s Spaces) String() string { return nameOf(SpacesNames(), uint8(s)) }

// BackslashNames are the names of the values of [Backslash], in order.
func BackslashNames() []string { return []string{"keep", "encode", "slash"} }

// String returns the name of the value.
func (b Backslash) String() string { return nameOf(BackslashNames(), uint8(b)) }

func nameOf(names []string, v uint8) string {
	if int(v) >= len(names) {
		return "unknown"
	}
	return names[v]
}
