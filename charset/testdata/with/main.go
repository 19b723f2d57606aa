// With is a program that also knows charsets.
package main

import (
	"fmt"
	"os"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
)

func main() {
	fmt.Println(iri.Check(os.Args[0]).Err())
	fmt.Println(charset.Parse(os.Args[0]))
}
