package itemtest

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
)

// An item is the line for an item, and the offset of the item.
type item struct {
	start int
	line  string
}

// itemLine writes an item:
//
//	12-34 "text" raw="…" role="a href" base="…" reference      its bytes and text, and what else it has
//	12-34 fault CODE a message                                 one that cannot be read
func itemLine(t *testing.T, d *document, r *input.Item) item {
	start, end := int(r.Offset), int(r.Offset)+len(r.Raw)
	if r.Err != nil {
		start = d.at(r.Err.Line, r.Err.Col)
		why := r.Err.Message
		// The rest is from encoding/json, and differs between releases.
		if head, words, ok := strings.Cut(why, ": "); ok && strings.Contains(head, "not JSON") && !strings.Contains(words, "RFC") {
			why = head
		}
		return item{start, fmt.Sprintf("%d-%d fault %s %s", start, start+r.Err.End-r.Err.Start, r.Err.Code, why)}
	}
	if at := d.at(r.Line, r.Col); at != start {
		t.Errorf("%s: %q is at byte %d and at %d:%d, which is %d", d.name, r.Text, start, r.Line, r.Col, at)
	}
	line := fmt.Sprintf("%d-%d %q", start, end, r.Text)
	add := func(is bool, format string, values ...any) {
		if is {
			line += " " + fmt.Sprintf(format, values...)
		}
	}
	other, isOther := r.FormatData.(json.Other)
	needsBase := r.Reference || r.Role == input.RoleContext || r.Role == input.RoleBase
	add(end > len(d.text) || d.text[start:end] != string(r.Raw), "elsewhere")
	add(string(r.Raw) != r.Text, "raw=%q", r.Raw)
	add(r.Role != "", "role=%q", r.Role)
	add(r.Base.Known && needsBase, "base=%q", r.Base.IRI)
	add(r.Rule != "", "rule=%q", r.Rule)
	add(isOther, "other=%q", string(other))
	for i, p := range []*input.Prefix{r.Prefix, r.Curie, r.Declares} {
		if p != nil {
			add(true, `%s="%s of line %d"`, []string{"name", "curie", "declares"}[i], p.Label(), p.Line)
		}
	}
	add(r.Reference, "reference")
	add(r.Template, "template")
	add(r.InTemplate, "placeholder")
	add(r.IsDeclaring, "declaring")
	add(r.BeforeNames, "before-names")
	add(r.Escape != input.None && r.Escape.Fixed, "fixed") // it cannot be rewritten
	return item{start, line}
}

// itemComments writes the comments of a document.
type itemComments struct {
	d     *document
	items *[]item
	mu    *sync.Mutex
}

func (c itemComments) Comment(note *input.Comment) {
	start := c.d.at(note.Line, note.Col)
	line := fmt.Sprintf("%d-%d comment %q", start, start+len(note.Text), note.Text)
	if note.Alone {
		line += " alone"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.items = append(*c.items, item{start, line})
}

func (c itemComments) Close() {}
