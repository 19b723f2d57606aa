package chars

// A scriptSet is a set of scripts, by the bits that unidata_gen.go numbers.
type scriptSet [3]uint64

// A uniScriptSet is a value of Script_Extensions (UAX #24), with a bit for each
// of the combinations of UTS #39 §5.2 that characters with it can stand in.
type scriptValue struct {
	set   scriptSet
	cover uint8
}

// A uniChar is what the tables give for a character: its scripts, an index into
// uniScripts, in the high byte; its other properties, an index into uniPropsOf, in
// the low one.
type Char uint16

// uniProps are the properties of a character that the prose rules ask for.
type Properties struct {
	Ccc   uint8 // Canonical_Combining_Class (UAX #44)
	Flags uint16
}

// uniOf returns the uniChar of a character.
func Of(r rune) Char {
	return Blocks[Index[uint32(r)>>shift]][uint32(r)&(1<<shift-1)]
}

func (u Char) Properties() *Properties { return &propertiesOf[u&(1<<propertyBits-1)] }

func (u Char) Flags() uint16 { return propertiesOf[u&(1<<propertyBits-1)].Flags }

// Script returns the number of the scripts of the character, for [Scripts.Add]. It is 0
// for characters that go with every script.
func (u Char) Script() uint16 { return uint16(u) >> propertyBits }

func (u Char) scripts() *scriptValue { return &scriptSets[u.Script()] }

// decodeUni returns the uniChar of the character, beyond ASCII, at s[i:], and its
// length. Text that conforms to a rule is UTF-8, so nothing is checked; the high
// bits of the character come from the first bytes of UTF-8, and the low ones from
// the last.
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
