package report

// The codes of findings that say why a conversion has no result. Besides these
// there are those of the grammar that is converted from.
const (
	CodeHostIDNA  Code = "host-idna" // also a prose rule
	CodeHostUTS46 Code = "host-uts46"
	CodeCharset   Code = "charset"
	CodeReference Code = "char-reference"
	CodePrepare   Code = "one-reference"
)

// CodeBase is the code of a base that is not absolute.
const CodeBase Code = "base"

// CodeUTF8 is the code for bytes that are not UTF-8 (RFC 3629): a grammar's
// terminals are characters, so no rule matches them, not even one of LEIRI.
const CodeUTF8 Code = "utf-8"
