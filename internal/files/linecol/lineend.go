package linecol

import "bytes"

// LookSize is how many bytes at the start of a file are examined before it is read.
const LookSize = 1 << 10

// LineEnd returns the byte by which the lines of a text are counted: LF, which also ends CR LF, or CR if the start of
// the text has CR and no LF, as files of old Macs have.
func LineEnd(text []byte) byte {
	head := text[:min(len(text), LookSize)]
	if n := len(head); n < len(text) && EndsAfterCR(head) {
		head = text[:n+1]
	}
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		return '\r'
	}
	return '\n'
}

// EndsAfterCR reports whether a text may end inside of CR LF.
func EndsAfterCR(text []byte) bool { return bytes.HasSuffix(text, []byte{'\r'}) }

// IsEOL reports whether a byte ends a line in the grammars of RDF.
func IsEOL(c byte) bool { return c == '\n' || c == '\r' }

// IndexEOL returns the offset of the first byte that ends a line in these grammars, or -1.
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

// BOM is the byte order mark that some programs put before UTF-8.
var BOM = []byte("\xef\xbb\xbf")

// TrimLineEnd returns a line without its LF or CRLF.
func TrimLineEnd(line []byte) []byte {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		n--
	}
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	return line[:n]
}

// FirstLine returns the text up to the first line feed.
func FirstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return line
}
