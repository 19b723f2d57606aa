package input

import "bytes"

// lookSize is how much of the start of a file is looked at before it is read.
const lookSize = 1 << 10

// LineEnd returns the byte by which the lines of a text are counted: LF, with which CR LF ends, too, or CR
// if the start of the text has CR and no LF, as old Macs wrote it.
func LineEnd(text []byte) byte {
	head := text[:min(len(text), lookSize)]
	if n := len(head); n < len(text) && endsAfterCR(head) {
		head = text[:n+1]
	}
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		return '\r'
	}
	return '\n'
}

// endsAfterCR reports whether a text may end inside of CR LF.
func endsAfterCR(text []byte) bool { return bytes.HasSuffix(text, []byte{'\r'}) }

// LineEnd returns the byte by which the lines of the file are counted.
func (f *File) LineEnd() byte {
	if f != nil && f.lineEnd != 0 {
		return f.lineEnd
	}
	return '\n'
}

// recordEnd returns the byte that ends a record of the file if it has lines: in statements of RDF and in prose each
// line is one, however lines end.
func (f *File) recordEnd() byte {
	if end := f.Format.End(); end != '\n' || f.Format.plain || f.Format.Nested || f.Format.Table {
		return end
	}
	return f.LineEnd()
}

// IsEOL reports whether a byte ends a line in the grammars of RDF.
func IsEOL(c byte) bool { return c == '\n' || c == '\r' }

// IndexEOL returns the offset of the first byte that ends a line in these grammars, -1 if there is none.
func IndexEOL(text []byte) int {
	n := bytes.IndexByte(text, '\n')
	line := text
	if n >= 0 {
		line = text[:n]
	}
	if cr := bytes.IndexByte(line, '\r'); cr >= 0 {
		return cr
	}
	return n
}
