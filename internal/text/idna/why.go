package idna

// A Why is the reason of a fault. It has no text: package hostname writes the messages.
type Why uint8

// The reasons: those of a name, then those of a whole label, then those of a character.
const (
	_             Why = iota
	LongName          // a name of more than MaxChecked bytes
	LongASCII         // a name of more than MaxName bytes in ASCII
	LongLabel         // a label of more than MaxLabel bytes in ASCII
	EmptyLabel        // a label is empty
	NotALabel         // it begins like an A-label and is not one
	NoRoundTrip       // an A-label whose U-label is encoded to another A-label
	NotUTF8           // a label is not UTF-8
	NotNFC            // a label is not in Normalization Form C
	HyphenFirst       // a label begins with a hyphen
	HyphensInside     // a label has "--" as its third and fourth characters
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
	BidiRTL           // it is in a right-to-left label (condition 2)
	BidiRTLEnd        // it ends a right-to-left label (condition 3)
	BidiDigits        // beside digits of the other kind (condition 4)
	BidiLTR           // it is in a left-to-right label (condition 5)
	BidiLTREnd        // it ends a left-to-right label of a right-to-left name (condition 6)
	NumWhys
)

// A Hint is a way to mend a fault.
type Hint uint8

// The hints.
const (
	NoHint         Hint = iota
	RemoveDot           // remove one of two dots
	Write               // write Fault.Write in place of the label
	WriteFor            // write Fault.Write in place of the character
	WriteSyllables      // write whole syllables
	LeaveOut            // leave the character out, or write a delimiter in ASCII
)
