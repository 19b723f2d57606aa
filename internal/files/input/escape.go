package input

// An Escape is how the text of a record is written. The nil Escape, None, stands for: as the format writes texts in
// which nothing is escaped.
type Escape = *escape

type escape struct {
	// unit returns the length of the first character of raw, in raw and in the text. raw
	// must not be empty. Both lengths are at least 1, except that textLen is 0 for a
	// reference that stands for nothing. It is nil where each byte stands for itself.
	unit func(raw []byte) (rawLen, textLen int)
	// unescape is that of the format, where a document can add to it; nil for the format's.
	unescape func(r *Record, raw []byte) (string, bool)
	// escape is that of the format, in a part of a file that has escapes of its own; nil for the
	// format's.
	escape func(b []byte, r *Record, s string) []byte
	// refusal says why a text cannot be written; empty for that the format cannot hold it.
	refusal string
	// lead is what the text begins with, although it is not written.
	lead string
	// split separates the record from others in the same value; empty if it stands alone.
	split string
	// verbatim reports whether raw[start:end] of the record is in a part in which nothing is escaped; nil for never.
	verbatim func(start, end int) bool
	// part returns the escape for a part of raw, if it depends on what raw is; nil if it does not.
	part func(raw []byte) Escape
	// quote returns a text with quotes where it cannot stand without them; nil for none.
	quote func(r *Record, text string) ([]byte, bool)
	// spaces says that line ends and tabs stand for spaces (XML §3.3.3).
	spaces bool
	// name appends the rest of a name after its prefix or, with whole set, an IRI in the place of the
	// name. It returns false if that cannot be written. It is nil for what is not a name, or cannot be
	// changed.
	name func(b []byte, s string, whole bool) ([]byte, bool)
}

// None is how a text is written without escapes.
var None Escape

// EscJSON has \" \u00E9 and surrogate pairs (RFC 8259 §7).
var EscJSON = &escape{unit: unitJSON}

// EscUchr has \u00E9 and \U0001F600 (RDF 1.1 N-Triples §7, UCHAR).
var EscUchr = &escape{unit: unitUchar}

// EscLiteral has \" and \n too, in literals of RDF (ECHAR).
var EscLiteral = &escape{unit: unitLiteral, unescape: unescapeString, escape: escapeLiteral}

// EscHTML has character references.
var EscHTML = &escape{unit: unitHTML}

// EscXMLName is that of the name of an XML element or attribute, which has none.
var EscXMLName = &escape{unit: unitLineEnd, refusal: "it is the name of an XML element or attribute"}

// EscLD is that of a string in a script of JSON-LD.
var EscLD = &escape{unit: unitJSON, unescape: unescapeLD, escape: escapeJSON}

// EscLDName is that of a name of JSON-LD.
var EscLDName = &escape{unit: unitJSON, name: nameLD}

// EscName has \- in the local part of a prefixed name (Turtle §6.5, PN_LOCAL_ESC).
var EscName = &escape{unit: unitName, name: turtleName}
