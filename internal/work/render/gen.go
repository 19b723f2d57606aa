//go:build ignore

// Command gen writes class_gen.go: the class of every character, which says how the
// character is shown. It reads only the Unicode data of Go's package unicode and of
// github.com/rivo/uniseg.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"unicode"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/make/gen/source"
	"github.com/rfc3987/iri/internal/text/wording"
)

// The classes of class.go, as digits in the table.
const (
	hidden byte = '0' + iota
	narrow
	wide
	mark
	spacing
	complex
)

// blockSize is the number of characters in a block. Equal blocks are written once.
const blockSize = 256

func main() {
	log.SetFlags(0)
	prefix := flag.String("prefix", "class", "what the name of the `file` to write begins with")
	flag.Parse()
	number := make(map[string]int)
	var blocks []string
	var index []int
	for r := rune(0); r <= unicode.MaxRune; r += blockSize {
		var block [blockSize]byte
		for i := range block {
			block[i] = find(r + rune(i))
		}
		n, ok := number[string(block[:])]
		if !ok {
			n = len(blocks)
			blocks = append(blocks, string(block[:]))
			number[string(block[:])] = n
		}
		index = append(index, n)
	}
	if len(blocks) > 256 {
		log.Fatalf("%d blocks do not fit a byte", len(blocks))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// classIndex holds the number of the block of each %d characters.\nvar classIndex = [%d]uint8{", blockSize, len(index))
	for i, n := range index {
		if i%32 == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%d,", n)
	}
	b.WriteString("\n}\n\n// classBlocks holds the class of each character of each block, as a digit.\nconst classBlocks = \"\"")
	for _, block := range blocks {
		for i := 0; i < blockSize; i += 64 {
			fmt.Fprintf(&b, " +\n%q", block[i:i+64])
		}
	}
	b.WriteByte('\n')
	if err := source.WriteUnicode(*prefix, "gen.go", "render", b.Bytes()); err != nil {
		log.Fatal(err)
	}
}

// find returns the class of a character.
func find(r rune) byte {
	if !wording.Shows(r) {
		return hidden
	}
	s := string(r)
	if uniseg.GraphemeClusterCount("a"+s+"あ"+s+"a") == 5 {
		switch uniseg.StringWidth(s) {
		case 1:
			return narrow
		case 2:
			return wide
		}
	}
	if r != emojiStyle && uniseg.GraphemeClusterCount("a"+s+s) == 1 && uniseg.GraphemeClusterCount(s+"a") == 2 {
		switch uniseg.StringWidth("a" + s) {
		case 1:
			return mark
		case 2:
			return spacing
		}
	}
	return complex
}

// emojiStyle is the variation selector that makes an emoji, in two columns, of the
// character before it.
const emojiStyle = '\uFE0F'
