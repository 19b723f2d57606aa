package mapping

import "github.com/rfc3987/iri/internal/text/wording"

// SpacesNames and BackslashNames are the names of the values of [Spaces] and [Backslash].
func SpacesNames() wording.Names    { return wording.Names{"keep", "split", "remove", "encode"} }
func BackslashNames() wording.Names { return wording.Names{"keep", "encode", "slash"} }

// String returns the name of the value.
func (s Spaces) String() string { return SpacesNames().Of(uint8(s), "Spaces") }

// String returns the name of the value.
func (b Backslash) String() string { return BackslashNames().Of(uint8(b), "Backslash") }
