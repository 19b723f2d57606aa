package yaml

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// The parser does not say where comments stand. A "#" after white space begins one everywhere but in scalars between
// quotes and in blocks (YAML 1.2 §6.6): what looks like a comment there is found with the scalar.

// findComments finds what looks like comments that ignore findings. Each goes to the end of its line.
func (y *yamlWalk) findComments(f *input.File) {
	if !f.WantsComments() {
		return
	}
	for i := y.at; ; i++ {
		n := bytes.IndexByte(y.source[i:], '#')
		if n < 0 {
			break
		}
		i += n
		starts := i == y.at || strings.IndexByte(" \t\r\n", y.source[i-1]) >= 0
		if !starts || !bytes.HasPrefix(bytes.TrimLeft(y.source[i+1:], " \t"), []byte(input.IgnoreWord)) {
			continue
		}
		end := len(y.source)
		if n := linecol.IndexEOL(y.source[i:]); n >= 0 {
			end = i + n
		}
		y.comments = append(y.comments, input.Span{Start: i, End: end})
		i = end - 1
	}
	y.isData = make([]bool, len(y.comments))
}

// leaveOut leaves out of the comments what stands in a scalar.
func (y *yamlWalk) leaveOut(n *yaml.Node) {
	if len(y.comments) == 0 || n.Kind != yaml.ScalarNode {
		return
	}
	start := y.scalarStart(n)
	switch {
	case start >= len(y.source):
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		end := start
		y.blockLines(start, n.Value, func(_, to int, _ string, _ input.Escape) { end = to })
		y.noComments(start+len(linecol.FirstLine(y.source[start:])), end)
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		y.noComments(start, quotedEnd(y.source, start+1))
	}
}

// noComments leaves out what stands in source[start:end].
func (y *yamlWalk) noComments(start, end int) {
	n, _ := slices.BinarySearchFunc(y.comments, start, func(c input.Span, at int) int { return c.Start - at })
	for ; n < len(y.comments) && y.comments[n].Start < end; n++ {
		y.isData[n] = true
	}
}

// realComments returns the comments that have not been left out.
func (y *yamlWalk) realComments() (comments []input.Span) {
	for i, c := range y.comments {
		if !y.isData[i] {
			comments = append(comments, c)
		}
	}
	return comments
}
