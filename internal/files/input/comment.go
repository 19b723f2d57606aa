package input

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// IgnoreWord begins the text of a comment that ignores findings.
const IgnoreWord = "iri-ignore"

// LongestComment is the longest comment in bytes that is handed out: a longer one ignores nothing.
const LongestComment = 64 << 10

// A Comment is a comment of a file whose text begins with [IgnoreWord]. The reader of the format decides what is a
// comment: text that looks like one in a literal, an attribute or code is not, nor is text after a syntax error, if
// the reader cannot recover.
type Comment struct {
	Number    int    // the number among the comments of the file, from 1
	From, To  int    // the lines where it begins and ends, from 1
	Line, Col int    // the position of its first word, from 1
	Text      string // the text from its first word on, without the end mark
	Alone     bool   // no other text is on its lines
	Apart     bool   // its language requires a blank line after it
}

// A CommentReader receives the comments of a file, in order.
type CommentReader interface {
	Comment(c *Comment)
	Close() // at the end of the file
}

// afterMark returns the text of a comment after its start mark, which consists of characters of start, and after an
// asterisk at the beginning of its next line.
func afterMark(comment []byte, start string) []byte {
	return bytes.TrimLeft(bytes.TrimLeft(comment, start), chars.Space+"*")
}

// withoutEnd returns the text of a comment without its end mark.
func withoutEnd(text []byte) []byte {
	for _, end := range []string{"-->", "*/}", "*/", "*)", "-}", "#}", "#>", "|#"} {
		if text, ok := bytes.CutSuffix(text, []byte(end)); ok {
			return text
		}
	}
	return text
}

// Commented returns a comment with a text, or "" if the format has no comments, or those of many languages.
func (f *Format) Commented(text string) string {
	switch f.CommentStart {
	case "#":
		return "# " + text
	case "<!--":
		return "<!-- " + text + " -->"
	}
	return ""
}

// WantsComments reports whether comments of the file are handed out.
func (f *File) WantsComments() bool { return f.comments != nil }

// IsIgnoring reports whether a comment, with its marks, is one that ignores findings.
func (f *File) IsIgnoring(comment []byte) bool {
	return f.comments != nil && len(comment) <= LongestComment &&
		bytes.HasPrefix(afterMark(comment, f.Format.CommentStart), []byte(IgnoreWord))
}

// comment hands out a comment for which [File.IsIgnoring] is true.
func (f *File) comment(at linecol.Cursor, comment []byte, alone bool) {
	text := afterMark(comment, f.Format.CommentStart)
	c := Comment{From: at.Line, To: at.Line + bytes.Count(comment, []byte{at.End}), Alone: alone,
		Apart: bytes.HasPrefix(comment, []byte("..")), Text: string(withoutEnd(text))}
	at.Pass(comment[:len(comment)-len(text)])
	c.Line, c.Col = at.Line, at.Col
	f.commentCount++
	c.Number = f.commentCount
	f.comments.Comment(&c)
}

// CommentReader returns the result of [Options.Comments] for the file.
func (f *File) CommentReader() CommentReader { return f.comments }

// Comments returns how many comments had been handed out when the chunk was read.
func (b *Chunk) Comments() int { return b.comments }

// readComments hands out the comments of a chunk that is not of a document.
func (b *Chunk) readComments(o *Options) {
	if b.File == nil || !b.File.WantsComments() {
		return
	}
	defer func() { b.comments = b.File.commentCount }()
	// Search for the end of the word, which is rare in texts, to skip most chunks quickly.
	if b.document != nil || b.TooLong || b.Rest || !bytes.Contains(b.Data, []byte(IgnoreWord[len("iri"):])) {
		return
	}
	d := b.decoder(b.File.options(o), func(*Item) bool { return true })
	d.Comment = func(start, end int) {
		if !b.File.IsIgnoring(b.Data[start:end]) {
			return
		}
		at := d.Place(start)
		after, _ := isBlankAfter(b.Data[end:], at.End)
		alone := after && isBlankBefore(b.Data, start, d.Places.Before == 1, at.End)
		b.File.comment(at, b.Data[start:end], alone)
	}
	b.File.Format.Decode(&d, nil)
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// isBlankBefore reports whether only white space precedes text[at:] on its line. It looks at few bytes. first is set
// if the document starts with text.
func isBlankBefore(text []byte, at int, first bool, lineEnd byte) bool {
	from := max(0, at-linecol.ShownLine)
	before := text[from:at]
	if n := bytes.LastIndexByte(before, lineEnd); n >= 0 {
		return isBlank(before[n+1:])
	}
	return first && from == 0 && isBlank(bytes.TrimPrefix(before, linecol.BOM))
}

// isBlankAfter reports whether the first line of a text is blank, and whether that is known: it looks at few bytes.
func isBlankAfter(text []byte, lineEnd byte) (blank, known bool) {
	line, _, ended := bytes.Cut(text[:min(len(text), linecol.ShownLine)], []byte{lineEnd})
	if !isBlank(line) || !ended && len(line) == linecol.ShownLine {
		return false, true
	}
	return true, ended
}

// Comment hands out the present piece if it is a comment that ignores findings. It may read more of the document.
func (s *Window) Comment(f *File) {
	if !f.IsIgnoring(s.Piece()) {
		return
	}
	at := s.Place()
	alone := isBlankBefore(s.Buf, s.Pos, s.Off == 0, at.End)
	for known := false; alone && !known; {
		alone, known = isBlankAfter(s.Rest()[s.End-s.Pos:], at.End)
		known = known || len(s.Rest()) > s.Limit || !s.More()
	}
	f.comment(at, s.Piece(), alone)
}

// A Span is a range of a document: source[Start:End].
type Span struct{ Start, End int }

// Comments hands out the comments of a document. They are in order.
func (w *WholeReader) Comments(source []byte, comments []Span) {
	at := linecol.Cursor{Line: 1, Col: 1, End: w.File.LineEnd()}
	for _, c := range comments {
		if w.File.IsIgnoring(source[c.Start:c.End]) && int64(c.Start) >= at.Off {
			at.Pass(source[at.Off:c.Start])
			w.Comment(source, c, at)
		}
	}
}

// Comment hands out a comment, for which [File.IsIgnoring] is true, at a position of a document.
func (w *WholeReader) Comment(source []byte, c Span, at linecol.Cursor) {
	after, _ := isBlankAfter(source[c.End:], at.End)
	w.File.comment(at, source[c.Start:c.End], after && isBlankBefore(source, c.Start, true, at.End))
}
