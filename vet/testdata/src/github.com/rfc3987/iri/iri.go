package iri

type IRI struct{}

func MustParse(s string) IRI { return IRI{} }

func MustParseRef(s string) IRI { return IRI{} }

func (IRI) Scheme() string { return "" }

func (IRI) IsScheme(names ...string) bool { return false }

type Ref struct{}

func (Ref) Scheme() (string, bool) { return "", false }

type Finding struct{ Start int }

func (Finding) Error() string { return "" }

type (
	Code     string
	Severity uint8
	Option   func()
	Report   struct{}
	Builder  struct{}
)

const CodePort Code = "port"

func (Code) Error() string { return "" }

func WithSeverity(c Code, s Severity) Option { return nil }

func (Report) Fixed(codes ...Code) (string, bool) { return "", false }

func (Report) FixedPart(codes ...Code) (string, bool) { return "", false }

func (IRI) Builder() Builder { return Builder{} }

func (Builder) Port(s string) Builder { return Builder{} }

func (Builder) IRI() (IRI, error) { return IRI{}, nil }

func (IRI) WithoutPort() IRI { return IRI{} }

func (i *IRI) UnmarshalText(text []byte) error { return nil }
