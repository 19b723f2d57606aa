// Unigen writes unidata*_gen.go: the properties of each character that the prose rules
// need, for bidirectional text, scripts, normalization forms and the characters that RFC
// 3987 §6.1 advises against; and confusables_gen.go: the letters that look like ASCII.
//
// What comes in: the Unicode data of Go's package unicode and of golang.org/x/text, which
// must have the same version, and in this folder the files ScriptExtensions and Confusables, which
// neither of them has. What goes out: Go source, always the same bytes, without network access. Go
// generate in the root of the module runs it. It must not know the prose rules.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/make/gen/source"
)

// blockShift is the number of low bits of a character that are the index in a block: the
// bits of the last byte of UTF-8.
const blockShift = 6

// propertyBits is how many bits of a Char number its properties; the others number its
// set of scripts.
const propertyBits = 7

func main() {
	prefix := flag.String("prefix", "internal/text/chars/unidata", "what the name of the `file` to write begins with")
	flag.Parse()
	log.SetFlags(0)
	log.SetPrefix("unigen: ")
	for _, v := range []string{norm.Version, bidi.UnicodeVersion} {
		if v != unicode.Version {
			log.Fatalf("package unicode has Unicode %s, golang.org/x/text has %s: they must be the same", unicode.Version, v)
		}
	}
	if err := source.WriteUnicode(*prefix, "internal/make/unigen", "chars", generate()); err != nil {
		log.Fatal(err)
	}
	if err := writeConfusables(*prefix); err != nil {
		log.Fatal(err)
	}
}

// generate returns the Go source. It numbers the distinct sets of scripts, the distinct
// properties and the distinct blocks of characters.
func generate() []byte {
	names := scriptNames()
	bit := make(map[string]int)
	for i, n := range names {
		bit[n] = i
	}
	script, sets := scriptSets(names, bit)

	var all numbering[props]
	var blocks numbering[[1 << blockShift]uint16]
	var stage1 []int
	for base := rune(0); base <= unicode.MaxRune; base += 1 << blockShift {
		var block [1 << blockShift]uint16
		for i := range block {
			r := base + rune(i)
			p, set := props{ccc: combiningClass(r), flags: flagsOf(r)}, script[r]
			if r >= 0xD800 && r < 0xE000 {
				p, set = props{}, 0 // surrogates are not characters
			}
			block[i] = uint16(set<<propertyBits | all.number(p))
		}
		stage1 = append(stage1, blocks.number(block))
	}
	if len(sets) > 1<<(16-propertyBits) || len(all.list) > 1<<propertyBits {
		log.Fatalf("%d sets of scripts and %d kinds of properties do not fit into 16 bits", len(sets), len(all.list))
	}

	var w bytes.Buffer
	fmt.Fprintf(&w, "// unicodeVersion is the version of the Unicode data below.\nconst unicodeVersion = %q\n\n", unicode.Version)
	fmt.Fprintf(&w, "// propertyBits is how many low bits of a Char number its properties.\nconst propertyBits = %d\n"+
		"\n", propertyBits)
	fmt.Fprintf(&w, "// The flags of Properties.\nconst (\n")
	for i, f := range flags {
		fmt.Fprintf(&w, "%s = 1 << %d // %s\n", f.name, i, f.doc)
	}
	fmt.Fprintf(&w, ")\n\n// shift is the number of low bits of a character that index a block.\nconst shift = %d\n\n", blockShift)
	fmt.Fprintf(&w, "// Latin is the index into scriptSets of what is Latin and nothing else.\nconst Latin = %d\n\n", script['a'])
	fmt.Fprintf(&w, "// scriptNames are the scripts by their bit in a scriptSet.\nvar scriptNames = [...]string{\n")
	for _, n := range names {
		fmt.Fprintf(&w, "%q,\n", strings.ReplaceAll(n, "_", " "))
	}
	fmt.Fprintf(&w, "}\n\n// scriptSets are the distinct values of Script_Extensions. The first has every\n// "+
		"script: that of characters which are Common or Inherited (UTS #39 §5.1).\nvar scriptSets = [1 << (16 - "+
		"propertyBits)]scriptValue{\n")
	for _, s := range sets {
		fmt.Fprintf(&w, "{scriptSet{%#x, %#x, %#x}, %d},\n", s[0], s[1], s[2], cover(s, bit))
	}
	fmt.Fprintf(&w, "}\n\n// propertiesOf are the distinct properties of characters.\nvar propertiesOf = [1 << "+
		"propertyBits]Properties{\n")
	for _, p := range all.list {
		fmt.Fprintf(&w, "{%d, %#x},\n", p.ccc, p.flags)
	}
	fmt.Fprintf(&w, "}\n\n")
	writeOddities(&w)
	fmt.Fprintf(&w, "// Index gives the block of Blocks for the high bits of a character.\nvar Index = "+
		"[...]uint16{%s}\n\n", source.Rows(stage1, 16, "%d,"))
	fmt.Fprintf(&w, "// Blocks gives the Char for the low bits of a character.\nvar Blocks = [...][%d]Char{\n", 1<<blockShift)
	for _, b := range blocks.list {
		fmt.Fprintf(&w, "{%s},\n", source.Rows(b[:], 16, "%#x,"))
	}
	w.WriteString("}\n")
	return w.Bytes()
}

// A numbering numbers distinct values, in the order in which they come first.
type numbering[T comparable] struct {
	list  []T
	index map[T]int
}

// number returns the number of a value, a new one if it has none yet.
func (n *numbering[T]) number(v T) int {
	i, ok := n.index[v]
	if !ok {
		if n.index == nil {
			n.index = make(map[T]int)
		}
		i = len(n.list)
		n.index[v] = i
		n.list = append(n.list, v)
	}
	return i
}
