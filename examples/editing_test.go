package examples

import (
	"fmt"

	"github.com/rfc3987/iri"
)

// A place is where a finding stands in an editor: a line and a character for people, counted from
// 1, and the UTF-16 code unit that editors and browsers count.
type place struct{ line, character, unit int }

// An editor marks what is wrong while somebody types, and mends it on request.
func Example_editing() {
	text := "http://𝒳.example:8o/a b\\c"
	report := iri.Check(text, iri.WithGuess())
	for _, f := range report.Findings() {
		var p place
		p.line, p.character, p.unit = report.Position(f.Start)
		fmt.Println(p, f.Message)
		if f.Fix != nil {
			fmt.Printf("  write %q for %q (a guess: %v)\n", f.Fix.Text, text[f.Fix.Start:f.Fix.End], f.Fix.Guessed)
		}
	}
	_, ok := report.Fixed() // all or nothing: for programs
	fmt.Println(ok)
	part, _ := report.FixedPart() // what can be mended: for people, who see what is left
	fmt.Println(part)
	for _, f := range iri.Check(part).Findings() {
		fmt.Println("left:", f.Code)
	}
	mended, err := iri.MustParse("http://example.org:80/a?q").Builder().Port("8080").IRI()
	fmt.Println(mended, err)
	// Output:
	// {1 19 19} "o" is not a digit
	// {1 22 22} U+0020 SPACE is not allowed in a path
	//   write "%20" for " " (a guess: false)
	// {1 24 24} "\" is not allowed in a path
	//   write "/" for "\\" (a guess: true)
	// false
	// http://𝒳.example:8o/a%20b/c
	// left: port
	// http://example.org:8080/a?q <nil>
}
