package idna

// A Why is what is wrong with a name. It has no words: package hostname makes messages of it.
type Why uint8

// What is wrong with a name, and below that with a label as a whole.
const (
	_             Why = iota
	LongName          // a name of more than MaxChecked bytes
	LongASCII         // a name of more than MaxName bytes in ASCII
	LongLabel         // a label of more than MaxLabel bytes in ASCII
	EmptyLabel        // a label has nothing
	NotALabel         // it begins like an A-label and is none
	NoRoundTrip       // an A-label that its U-label is not encoded to
	NotUTF8           // a label is not UTF-8
	NotNFC            // a label is not in Normalization Form C
	HyphenFirst       // a label begins with a hyphen
	HyphensInside     // a label has "--" in its third and fourth place
	HyphenLast        // a label ends with a hyphen
	MarkFirst         // a label begins with a combining mark
	NotLDH            // an ASCII character that is not a letter, digit or hyphen
	Dot               // a character that IDNA2003 maps to a dot
	NotAssigned       // a character that Unicode does not have
	Unstable          // case folding or normalization changes it
	Ignorable         // white space, ignorable or a noncharacter
	SymbolBlock       // it is in a block of symbols
	Exception         // it is one of the exceptions
	Jamo              // a conjoining Hangul jamo
	NotALetter        // it is not a letter, mark or digit
	NonJoiner         // U+200C neither after a virama nor between letters that join
	Joiner            // U+200D not after a virama
	MiddleDot         // U+00B7 not between two l
	Keraia            // U+0375 not before a Greek character
	Geresh            // U+05F3 or U+05F4 not after a Hebrew character
	KatakanaDot       // U+30FB without a Japanese character
	ArabicDigit       // beside an extended Arabic-Indic digit
	ExtendedDigit     // beside an Arabic-Indic digit
	NoContext         // its contextual rule is not known
	BidiFirst         // it begins a label of a right-to-left name (condition 1)
	BidiRTL           // it stands in a right-to-left label (condition 2)
	BidiRTLEnd        // it ends a right-to-left label (condition 3)
	BidiDigits        // beside digits of the other kind (condition 4)
	BidiLTR           // it stands in a left-to-right label (condition 5)
	BidiLTREnd        // it ends a left-to-right label of a right-to-left name (condition 6)
	NumWhys
)

// A Hint is how a fault is mended.
type Hint uint8

// The hints.
const (
	NoHint         Hint = iota
	RemoveDot           // take one of two dots away
	Write               // write what Fault.Write has
	WriteFor            // write what Fault.Write has for the character
	WriteSyllables      // write whole syllables
	LeaveOut            // leave it out, or write a delimiter in ASCII
)
