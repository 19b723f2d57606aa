package examples

import (
	"flag"
	"fmt"
	"io"

	"github.com/rfc3987/iri"
)

// Flags of a command: an IRI, and a rung of the ladder by its name.
func Example_flag() {
	var home iri.IRI
	var rung iri.Rung
	flags := flag.NewFlagSet("example", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // it would print the error, too
	flags.TextVar(&home, "home", iri.MustParse("http://example.org/"), "the `IRI` to start from")
	flags.TextVar(&rung, "rung", iri.RungScheme, "how far IRIs are normalized")

	err := flags.Parse([]string{"-home", "HTTP://例え.テスト", "-rung", "case"})
	fmt.Println(home, rung, err)
	fmt.Println(home.Normalize(rung))

	err = flags.Parse([]string{"-home", "http://h:8a/"})
	fmt.Println(err)
	err = flags.Parse([]string{"-rung", "highest"})
	fmt.Println(err)
	// Output:
	// HTTP://例え.テスト case <nil>
	// http://例え.テスト
	// invalid value "http://h:8a/" for flag -home: iri: "http://h:8a/" is not an IRI: "a" is not a digit at byte 10 (RFC 3986 §3.2.3, port)
	// invalid value "highest" for flag -rung: iri: "highest" is not a rung of the ladder: use string, case, percent, path, scheme, host, protocol
}
