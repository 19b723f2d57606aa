package formats_test

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/pipeline"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/encodings"
)

// TestItems holds what is read of small documents: testdata/items has a file of them for each format. A document is a
// line "-- NAME --", or "-- NAME | OPTION=VALUE … --" with options of [itemOptions], then its text, then a line "→ …"
// for each item, as [itemLine] writes it, or "→ nothing". make update writes the items anew; lines "→ // …" are
// comments, which it keeps. What stands before the first document is a comment, too.
//
// In the text of a document ␀ ␉ ␊ ␍ ␠ are NUL, a tab, LF, CR and a space, ⟨EF BB BF⟩ is bytes, and a ␃ at its end says
// that its last line has no end. Each document is also read byte by byte in blocks of a line, by several workers, and
// as it is read for rewriting: the items are the same.
func TestItems(t *testing.T) {
	for _, format := range input.Formats {
		t.Run(format.Name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", "items", format.Name+".txt")
			content, err := os.ReadFile(file)
			if os.IsNotExist(err) {
				t.Skip(err)
			}
			heads := itemHead.FindAllStringSubmatchIndex(string(content), -1)
			if len(heads) < leastItems {
				t.Errorf("%s has %d documents, want at least %d", file, len(heads), leastItems)
			}
			var out strings.Builder
			var buf []byte // of blocks
			for i, at := range heads {
				end := len(content)
				if i == 0 {
					out.Write(content[:at[0]])
				}
				if i+1 < len(heads) {
					end = heads[i+1][0]
				}
				name, options, _ := strings.Cut(string(content[at[2]:at[3]]), " | ")
				written, expected := string(content[at[1]:end]), ""
				if from := itemStart.FindStringIndex(written); from != nil {
					written, expected = written[:from[0]], written[from[0]:]
				} else if strings.HasSuffix("\n"+written, "\n\n") { // a blank line stands after it
					written = strings.TrimSuffix(written, "\n")
				}
				var comments []string
				for line := range strings.Lines(expected) {
					if strings.HasPrefix(line, "→ //") {
						comments = append(comments, line)
					}
				}
				items := itemsOf(t, name, plainText(written), itemOptions(t, format, options), &buf)
				fmt.Fprintf(&out, "%s%s%s→ %s\n\n", content[at[0]:at[1]], written, strings.Join(comments, ""),
					strings.Join(items, "\n→ "))
			}
			testkit.Golden(t, file, []byte(strings.TrimSuffix(out.String(), "\n")))
		})
	}
}

// leastItems is how many documents each format has.
const leastItems = 0

var (
	itemHead  = regexp.MustCompile(`(?m)^-- (.+) --\n`)
	itemStart = regexp.MustCompile(`(?m)^→ `)
	itemBytes = regexp.MustCompile(`⟨[0-9A-F ]+⟩`)
)

// plainText returns the text of a document without the marks of TestItems.
func plainText(written string) string {
	written = strings.TrimSuffix(written, "␃\n")
	written = strings.NewReplacer("␀", "\x00", "␉", "\t", "␊", "\n", "␍", "\r", "␠", " ").Replace(written)
	return itemBytes.ReplaceAllStringFunc(written, func(s string) string {
		b, _ := hex.DecodeString(strings.ReplaceAll(strings.Trim(s, "⟨⟩"), " ", ""))
		return string(b)
	})
}

// A itemSettings is how a document is read.
type itemSettings struct {
	input.Options
	encode string // the charset that the text is written in; empty for as it is
}

// itemOptions returns the options "KEY=VALUE …".
func itemOptions(t *testing.T, format input.Format, words string) (s itemSettings) {
	s.From = format
	var own table.Options
	for word := range strings.FieldsSeq(words) {
		key, value, _ := strings.Cut(plainText(word), "=")
		switch key {
		case "base":
			s.Base = value
		case "fields":
			s.Fields = strings.Split(value, ",")
		case "split":
			s.Split = value
		case "max-item":
			s.MaxItem, _ = strconv.Atoi(value)
		case "max-line":
			s.MaxLine, _ = strconv.Atoi(value)
		case "keep-blank":
			s.KeepBlank = true
		case "any-script":
			s.AnyScript = true
		case "columns":
			own.Columns = strings.Split(value, ",")
		case "header":
			own.Header = value
		case "delimiter":
			own.Delimiter = value[0]
		case "rdf11":
			s.Formats = []any{rdf.Options{RDF11: true}}
		case "contexts":
			s.Formats = []any{itemContexts(t)}
		case "charset":
			if s.DocumentCharset = value; !format.Document && !format.Table {
				s.Charset, s.DocumentCharset = value, ""
			}
		case "encode":
			s.encode = value
		default:
			t.Fatalf("there is no option %q", key)
		}
	}
	if format.Table {
		s.Formats = []any{own}
	}
	return s
}

// itemContexts returns the contexts that documents of JSON-LD with the option contexts name.
func itemContexts(t *testing.T) *jsonld.Contexts {
	contexts, err := jsonld.NewContexts([]jsonld.ContextFile{
		{URL: "http://c/", Name: "c.json", Text: []byte(`{"@context": {"@vocab": "http://o/", "o": "http://o/#",
			"home": {"@id": "o:home", "@type": "@id"}, "in": {"@id": "o:in", "@context": {"home": null}}}}`)},
		{URL: "http://d/", Name: "d.json", Text: []byte(`{"@context": ["http://c/", {"d": "o:d"}, "http://d/"]}`)}})
	if err != nil {
		t.Fatal(err)
	}
	return contexts
}

// itemsOf reads a document in each way, and returns its items.
func itemsOf(t *testing.T, name, text string, s itemSettings, buf *[]byte) []string {
	written := text
	if s.encode != "" {
		e, err := encodings.Get(s.encode)
		if err != nil {
			t.Fatal(err)
		}
		if written, err = e.NewEncoder().String(text); err != nil {
			t.Fatal(err)
		}
	}
	read := func(r io.Reader, buf *[]byte, change func(o *input.Options)) []string {
		o := s.Options
		o.Stdin = r
		var items []item
		o.Comments = func(*input.File) input.CommentReader { return itemComments{text, &items} }
		change(&o)
		run := pipeline.Run[[]item]{Input: &o, Jobs: 3}
		run.Work = func(b *input.Block, p *[]item, _ func() error) {
			for r := range b.Records(&o) {
				*p = append(*p, itemLine(t, name, text, r))
			}
		}
		run.Emit = func(p *[]item) error {
			items = append(items, *p...)
			*p = nil
			return nil
		}
		run.Fail = func(err error) error {
			items = append(items, item{len(text), err.Error()})
			return nil
		}
		if buf == nil {
			if err := run.Do(context.Background()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		} else if f, err := input.Open("-", &o); err != nil {
			run.Fail(err)
		} else {
			for b, err := range f.Blocks(&o, buf) {
				if err == nil {
					run.Work(b, &items, nil)
				} else {
					run.Fail(err)
				}
			}
			if err := f.Unselected(&o); err != nil {
				run.Fail(err)
			}
		}
		slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.start, b.start) })
		lines := []string{}
		for _, i := range items {
			lines = append(lines, i.line)
		}
		if len(lines) == 0 {
			return []string{"nothing"}
		}
		return lines
	}
	first := cmp.Or(strings.IndexByte(written, '\n')+1, len(written)) // shows how lines end
	bytewise := io.MultiReader(strings.NewReader(written[:first]), shortReader{strings.NewReader(written[first:]), 1})
	want := read(strings.NewReader(written), buf, func(*input.Options) {})
	for _, way := range []struct {
		name string
		got  []string
	}{
		{"byte by byte, to rewrite", read(bytewise, buf, func(o *input.Options) {
			o.Rewrite = s.From.Bases || !s.From.Linked // a statement with a fault is not rewritten
		})},
		{"line by line, in parallel", read(&lineReader{written}, nil, func(o *input.Options) {
			o.Unbuffered = !s.From.Table && !s.From.IsLinkedData() // it shows less of a table, and of a fault of Turtle
		})},
	} {
		if !slices.Equal(way.got, want) && !isRefused(way.got[len(way.got)-1]) {
			t.Errorf("%s: %s\n%s\nwant\n%s", name, way.name, strings.Join(way.got, "\n"), strings.Join(want, "\n"))
		}
	}
	return want
}

// isRefused reports whether a file is not read to be rewritten, because not all of it could be written.
func isRefused(line string) bool {
	return strings.HasPrefix(line, "<stdin>: it is not read") || strings.HasPrefix(line, "<stdin>: it declares no encoding")
}

// A lineReader returns a line at a time.
type lineReader struct{ text string }

func (r *lineReader) Read(b []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(b, r.text[:cmp.Or(strings.IndexByte(r.text, '\n')+1, len(r.text))])
	r.text = r.text[n:]
	return n, nil
}

// An item is the line of one, and where it starts.
type item struct {
	start int
	line  string
}

// itemLine writes a record:
//
//	12-34 "text" raw="…" role="a href" base="…" reference      its bytes and text, and what else it has
//	12-34 fault CODE a message      one that cannot be read
func itemLine(t *testing.T, name, text string, r *input.Record) item {
	start, end := int(r.Offset), int(r.Offset)+len(r.Raw)
	if at := offsetAt(text, r.Line, r.Col); r.Err == nil && at != start {
		t.Errorf("%s: %q is at byte %d and at %d:%d, which is %d", name, r.Text, start, r.Line, r.Col, at)
	}
	var b strings.Builder
	if r.Err != nil {
		start = offsetAt(text, r.Err.Line, r.Err.Col)
		fmt.Fprintf(&b, "%d-%d fault %s %s", start, start+r.Err.End-r.Err.Start, r.Err.Code, r.Err.Message)
		return item{start, b.String()}
	}
	fmt.Fprintf(&b, "%d-%d %q", start, end, r.Text)
	if end > len(text) || text[start:end] != string(r.Raw) {
		b.WriteString(" elsewhere")
	}
	if string(r.Raw) != r.Text {
		fmt.Fprintf(&b, " raw=%q", r.Raw)
	}
	hasBase := r.HasBase && (r.Reference || r.Role == input.RoleContext || r.Role == input.RoleBase) // others need none
	var other, prefix, curie, declares string
	if o, ok := r.FormatData.(json.Other); ok {
		other = string(o)
	}
	for _, p := range []struct {
		to *string
		of *input.Prefix
	}{{&prefix, r.Prefix}, {&curie, r.Curie}, {&declares, r.Declares}} {
		if p.of != nil {
			*p.to = fmt.Sprintf("%s of line %d", p.of.Label(), p.of.Line)
		}
	}
	for _, v := range []struct{ key, value string }{{"role", r.Role}, {"base", r.Base}, {"rule", r.Rule}, {"other", other},
		{"name", prefix}, {"curie", curie}, {"declares", declares}} {
		if v.key == "base" && hasBase || v.key != "base" && v.value != "" {
			fmt.Fprintf(&b, " %s=%q", v.key, v.value)
		}
	}
	_, readsBack := r.Unescape(r.Raw)
	for _, f := range []struct {
		name string
		is   bool
	}{{"reference", r.Reference}, {"template", r.Template}, {"placeholder", r.InTemplate}, {"declaring", r.IsDeclaring},
		{"before-names", r.BeforeNames}, {"fixed", !readsBack}} {
		if f.is {
			b.WriteString(" " + f.name)
		}
	}
	return item{start, b.String()}
}

// itemComments writes the comments of a document.
type itemComments struct {
	text  string
	items *[]item
}

func (c itemComments) Comment(note *input.Comment) {
	start := offsetAt(c.text, note.Line, note.Col)
	line := fmt.Sprintf("%d-%d comment %q", start, start+len(note.Text), note.Text)
	if note.Alone {
		line += " alone"
	}
	*c.items = append(*c.items, item{start, line})
}

func (c itemComments) Close() {}

// offsetAt returns the offset of a place in a text.
func offsetAt(text string, line, col int) int {
	at := 0
	if line == 1 && strings.HasPrefix(text, string(linecol.BOM)) { // it has no column
		at = len(linecol.BOM)
	}
	for end := linecol.LineEnd([]byte(text)); line > 1 && at < len(text); at++ {
		if text[at] == end {
			line--
		}
	}
	for i := range text[at:] {
		if col--; col == 0 {
			return at + i
		}
	}
	return len(text)
}
