package main

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/ref/normalize"
)

// normalizeHelp is the text of iri normalize.
func normalizeHelp() string {
	return `normalize prints the normal form on a rung of the ladder. Each rung includes the
rungs before it:
` + rungsHelp() + `
The result conforms, and normalizing it again changes nothing. Two IRIs are equal on
a rung, for compare and uniq too, if and only if their normal forms there are the
same text. Use it to compare, and pass on the original (§5.3.2.3).

--nfc also applies Unicode Normalization Form C. The result is then a different IRI
unless the input was in that form; use it only to create IRIs (§5.3.2.2).
--host reads hosts as domain names, on rung scheme, and prints their U-labels.`
}

// rungsHelp says what each rung does, with an example.
func rungsHelp() string {
	var b strings.Builder
	for _, r := range normalize.Rungs() {
		text := r.Does()
		if in, out := r.Example(); in != out {
			text += ": " + in + " becomes " + out
		}
		text += " (" + strings.TrimPrefix(r.Section(), "RFC 3987 ") + ")"
		if r == normalize.RungScheme {
			text += "; this is the default"
		}
		fmt.Fprintf(&b, "  %-8s  %s\n", r, text)
	}
	return b.String()
}
