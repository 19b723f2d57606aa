package iri

// A hostFault is one reason why a host is no domain name of IDNA2008. Offsets
// are bytes of the host as it is written.
type hostFault struct {
	Label      string // the label at fault, as it is written
	LabelStart int    // where the label stands
	LabelEnd   int
	Start, End int    // the character at fault, or the label where no single one is
	Rune       rune   // the character; 0 where no single one is at fault
	Section    string // the rule: RFC 5892 §2.6
	Message    string // says what, and names the label and the character
	Hint       string // how to mend it; often empty
}

// checkHostIDNA returns why host, the text of an ireg-name, is no domain name
// of IDNA2008 (RFC 5890 to RFC 5893), in the order of the faults in the host;
// nil if it is one. Percent-encoded UTF-8 in it is decoded first. An empty host
// is no fault. The result shares nothing with the caller.
func checkHostIDNA(host string) []hostFault { return nil }
