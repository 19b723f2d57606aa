package yaml

import (
	"bytes"

	"go.yaml.in/yaml/v3"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/memberpath"
)

// Documents that are not YAML are read line by line: a line that is YAML by itself has what it has there, and how far
// it is indented says in which members it stands.

// A parent is a member whose value stands on the lines below it.
type parent struct {
	column int
	name   string
}

// broken hands out an error of the parser, and what the lines of the document have before and after it. start is
// where the text of the parser starts, and first its line.
func (y *yamlWalk) broken(err error, start, first int) {
	var parents []parent
	y.openAPI = false
	y.fault(err, first, func(at int) {
		from := y.at
		if n := bytes.LastIndex(y.source[from:max(from, min(at+len("---"), len(y.source)))], []byte("\n---")); n >= 0 {
			from += n + 1
		} else if from > start { // a string of the document before stands there
			from += len(linecol.FirstLine(y.source[from:])) + 1
		}
		parents = y.lines(from, at, nil)
	})
	if len(y.paths) > 0 { // the members on the way to a line are not known for certain
		return
	}
	end := len(y.source)
	if n := bytes.Index(y.source[y.at:], []byte("\n---")); n >= 0 {
		end = y.at + n
	}
	y.lines(y.at, end, parents)
}

// lines hands out the strings of the lines of source[from:to], and returns the members in which the next line may
// stand.
func (y *yamlWalk) lines(from, to int, parents []parent) []parent {
	for from < to && len(y.paths) == 0 {
		line := linecol.FirstLine(y.source[from:to])
		var document yaml.Node
		if yaml.Unmarshal(line, &document) == nil && len(document.Content) > 0 {
			n := document.Content[0]
			for n.Kind == yaml.SequenceNode && len(n.Content) > 0 {
				n = n.Content[0]
			}
			column := n.Column
			for len(parents) > 0 && parents[len(parents)-1].column >= column {
				parents = parents[:len(parents)-1]
			}
			var trail memberpath.Trail
			name := ""
			for _, p := range parents {
				trail, name = trail.Below(p.name), p.name
			}
			member := n.Kind == yaml.MappingNode && len(n.Content) > 0 // not {}
			y.openAPI = y.openAPI || member && column == 1 && bare.ShowsOpenAPI(n.Content[0].Value)
			y.base, y.states = y.places.Lines.At(from), y.states[:0]
			y.walk(&document, 0, name, trail, false)
			if member && n.Content[1].ShortTag() == "!!null" {
				parents = append(parents, parent{column, n.Content[0].Value})
			}
		}
		from += len(line) + 1
	}
	return parents
}
