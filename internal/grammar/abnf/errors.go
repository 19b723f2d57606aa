package abnf

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// An Error is one fault of a grammar file: of its notation, or of its rules as a
// whole.
type Error struct {
	Pos      Pos
	Code     string   // one of the codes below
	Warning  bool     // the grammar can be used nevertheless
	Rule     string   // the rule in which the fault lies; empty outside of rules
	Msg      string   // what is wrong, and what was expected
	Expected string   // what could have stood there; empty if the fault is not about what stands there
	Line     string   // the text of the line, for a caret
	Length   int      // the bytes of Line that the fault is about; 0 for the name or the character at Pos
	Also     []string // the other rules that have the same fault for the same cause
	Short    string   // what is wrong with Rule, after its name: "refers to x, which is not defined"; may be empty
}

// The codes of the faults that a reader of RFC 5234 notation finds.
const (
	Syntax  = "syntax"  // not ABNF
	Value   = "value"   // a number that is not a character, an inverted range or repeat
	Header  = "header"  // a header field with a bad value
	Comment = "comment" // a comment with characters that are not printable ASCII

	Notation = "notation" // what is read although RFC 5234 does not have it

	TooLarge = "too-large" // a rule that is larger than it can be, or one rule too many
)

// The codes of the faults that check finds.
const (
	Undefined    = "undefined-rule" // a name that no rule has
	Duplicate    = "duplicate"      // a rule that is defined twice
	Unextended   = "unextended"     // "=/" for a rule that is not there
	Unused       = "unused"         // a rule that no other rule refers to
	EmptyLoop    = "empty-loop"     // a repetition of something that matches the empty string
	NameClash    = "name-clash"     // names that become the same identifier
	ProseValue   = "prose"          // a prose value that names no rule
	Import       = "import"         // a rule of another grammar that is not there
	Shadowed     = "shadowed"       // a rule that takes the name of another one
	NeverMatches = "never"          // a rule that no string matches
	CoreRule     = "core-rule"      // a core rule of RFC 5234 with another definition
	NoRules      = "no-rules"       // a file without any
	CaseSpell    = "name-case"      // a reference whose name differs in case from the definition
	SameTwice    = "alternative"    // an alternative that is there twice

	OctetTerminals = "octets" // numbers that look like octets in a grammar of characters
)

// Error returns the place and the message: "x.abnf:3:7: expected ...".
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// Span returns the bytes of Line that the fault is about.
func (e *Error) Span() (start, end int) {
	line := e.Line
	for i := 1; i < e.Pos.Col && start < len(line); i++ {
		_, n := utf8.DecodeRuneInString(line[start:])
		start += n
	}
	if e.Length > 0 {
		return start, min(start+e.Length, len(line))
	}
	end = start
	for end < len(line) && chars.IsLDH(line[end]) {
		end++
	}
	if end == start && end < len(line) {
		_, n := utf8.DecodeRuneInString(line[end:])
		end += n
	}
	return start, end
}

// String returns "file:line:col"; "-" if the position is unknown.
func (p Pos) String() string {
	if p.Line == 0 {
		return cmp.Or(p.File, "-")
	}
	if p.File == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// An ErrorList is a list of faults, sorted by file, line and column. As an error
// it prints one a line.
type ErrorList []*Error

func (l ErrorList) Error() string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Unwrap gives errors.As the single faults.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// ListOf returns the list that an error of this package is; with a code, if it is none.
func ListOf(err error, code string) (list ErrorList) {
	if err != nil && !errors.As(err, &list) {
		list = ErrorList{{Code: code, Msg: err.Error()}}
	}
	return list
}

// Err returns nil if no fault of the list is more than a warning, and else the
// list without its warnings.
func (l ErrorList) Err() error {
	var errs ErrorList
	for _, e := range l {
		if !e.Warning {
			errs = append(errs, e)
		}
	}
	if errs == nil {
		return nil
	}
	return errs
}

// Sort sorts by file, line, column and code.
func (l ErrorList) Sort() {
	slices.SortStableFunc(l, func(a, b *Error) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Code, b.Code))
	})
}
