package finding

// The codes of findings that say why a conversion has no result. Other findings of a
// conversion have the codes of the grammar that the input has to conform to.
const (
	CodeHostIDNA     Code = "host-idna" // also a prose rule
	CodeHostUTS46    Code = "host-uts46"
	CodeHostIPv4Like Code = "host-ipv4-like" // also a prose rule
	CodeCharset      Code = "charset"
	CodeReference    Code = "char-reference"
	CodePrepare      Code = "one-reference"
)

// The codes of findings that policies of programs make.
const (
	CodeSchemeNotAllowed Code = "scheme-not-allowed"
	CodeMaxLength        Code = "max-length"
)

// CodeBase is the code of a base that is not absolute.
const CodeBase Code = "base"

// CodeUTF8 is the code for bytes that are not UTF-8 (RFC 3629). The terminals of a
// grammar are characters, so no rule matches such bytes, not even one of LEIRI.
const CodeUTF8 Code = "utf-8"

// CodeBudget is the code for a string of which it is not known whether it conforms, because
// the ways to read it by a rule that refers to itself take too much time or memory.
const CodeBudget Code = "budget"
