package chars

// A scriptSet is a set of scripts: bit i stands for scriptNames[i].
type scriptSet [3]uint64

// A scriptValue is a value of Script_Extensions (UAX #24), with a bit for each combination
// of scripts in UTS #39 §5.2 that allows characters with this value.
type scriptValue struct {
	set   scriptSet
	cover uint8
}

// A Char is the entry of a character in the tables: its scripts, an index into scriptSets, in the high byte; its
// other properties, an index into propertiesOf, in the low byte.
type Char uint16

// Properties are the properties of a character, except its scripts.
type Properties struct {
	Ccc   uint8  // Canonical_Combining_Class (UAX #44)
	Flags uint16 // L, R, NSM and the others
}

// Of returns the entry of a character.
func Of(r rune) Char {
	return Blocks[Index[uint32(r)>>shift]][uint32(r)&(1<<shift-1)]
}

// Properties returns the properties of the character.
func (u Char) Properties() *Properties { return &propertiesOf[u&(1<<propertyBits-1)] }

// Flags returns the flags of the character: L, R, NSM and the others.
func (u Char) Flags() uint16 { return propertiesOf[u&(1<<propertyBits-1)].Flags }

// Script returns the index of the scripts of the character, for [Scripts.Add]. It is 0 for characters that belong to
// every script.
func (u Char) Script() uint16 { return uint16(u) >> propertyBits }

// scripts returns the scripts of the character.
func (u Char) scripts() *scriptValue { return &scriptSets[u.Script()] }

// Decode returns the entry of the character at s[i:], which is not ASCII, and its length in bytes. It does not check
// that s is UTF-8, which text that conforms to a rule always is. The last byte has the low bits of the character,
// which index a block; the bytes before it have the high bits.
func Decode(s string, i int) (Char, int) {
	switch b := s[i]; {
	case b < 0xE0 && i+1 < len(s):
		return Blocks[Index[b&0x1F]][s[i+1]&0x3F], 2
	case b < 0xF0 && i+2 < len(s):
		return Blocks[Index[uint32(b&0xF)<<6|uint32(s[i+1]&0x3F)]][s[i+2]&0x3F], 3
	case i+3 < len(s):
		hi := uint32(b&7)<<12 | uint32(s[i+1]&0x3F)<<6 | uint32(s[i+2]&0x3F)
		if hi < uint32(len(Index)) {
			return Blocks[Index[hi]][s[i+3]&0x3F], 4
		}
	}
	return 0, 1
}
