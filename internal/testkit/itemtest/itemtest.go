// Package itemtest compares the items that formats read from small documents with the expected ones. The tests of each
// package in internal/files run those of its formats. It is for tests alone.
package itemtest

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
	"sync"
	"testing"
	"testing/iotest"

	_ "github.com/rfc3987/iri/internal/files/formats" // the list of formats
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/pipeline"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/encodings"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// Run tests the formats with names, or all, with documents: the folder formats/testdata/items has a file of documents for
// each format. A document is a line "-- NAME --", or "-- NAME | OPTION=VALUE … --" with options of [document], then its text, then a line "→ …"
// for each item, as [itemLine] writes it, or "→ nothing". make update writes the items anew; lines "→ // …" are
// comments, which it keeps. Text before the first document is a comment, too.
//
// In the text of a document ␀ ␉ ␊ ␍ ␠ are NUL, a tab, LF, CR and a space, ⟨EF BB BF⟩ is bytes, and a ␃ at its end says
// that its last line has no end. Each document is also read byte by byte as for rewriting, and in chunks of lines by
// several workers: the items are the same. If clean items are left out, the other items are the same.
func Run(t *testing.T, names ...string) {
	ran := 0
	for _, format := range input.Formats {
		if len(names) > 0 && !slices.Contains(names, format.Name) {
			continue
		}
		ran++
		t.Run(format.Name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(folder, format.Name+".txt")
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var buf []byte // of chunks
			var out strings.Builder
			for i, doc := range strings.Split("\n\n"+strings.TrimSuffix(string(content), "\n"), "\n\n-- ") {
				head, rest, _ := strings.Cut(doc+"\n", " --\n")
				if i == 0 {
					out.WriteString(doc)
					continue
				}
				text, comments := rest, ""
				if at := itemStart.FindStringIndex(rest); at != nil {
					text, comments = rest[:at[0]], strings.Join(itemComment.FindAllString(rest[at[0]:], -1), "")
				}
				d := newDocument(t, format, head, text)
				items := strings.Join(d.items(t, &buf), "\n→ ")
				fmt.Fprintf(&out, "\n\n-- %s --\n%s%s→ %s", head, text, comments, items)
			}
			testkit.Golden(t, file, []byte(out.String()[2:]+"\n"))
		})
	}
	if ran < len(names) {
		t.Errorf("there are %d formats of the names %q", ran, names)
	}
}

// folder has the documents, for a test of a package in internal/files.
const folder = "../formats/testdata/items"

var (
	itemStart   = regexp.MustCompile(`(?m)^→ `)
	itemComment = regexp.MustCompile(`(?m)^→ //.*\n`)
	itemBytes   = regexp.MustCompile(`⟨[0-9A-F ]+⟩`)
)

// unmarked returns the text of a document without the marks of [Run].
func unmarked(text string) string {
	text = strings.TrimSuffix(text, "␃\n")
	text = strings.NewReplacer("␀", "\x00", "␉", "\t", "␊", "\n", "␍", "\r", "␠", " ").Replace(text)
	return itemBytes.ReplaceAllStringFunc(text, func(s string) string {
		b, _ := hex.DecodeString(strings.ReplaceAll(strings.Trim(s, "⟨⟩"), " ", ""))
		return string(b)
	})
}

// A document is a document of [Run], and how it is read.
type document struct {
	input.Options
	name, text string
	written    string // text, in the charset of the option encode
	lines      linecol.Lines
}

// at returns the offset of a place.
func (d *document) at(line, col int) int {
	lines := d.lines
	return lines.Offset(line, col)
}

// newDocument returns the document with a head and a text.
func newDocument(t *testing.T, format *input.Format, head, text string) *document {
	d := &document{Options: input.Options{From: format}, text: unmarked(text)}
	d.written = d.text
	d.lines = linecol.LinesOf(d.text, linecol.LineEnd([]byte(d.text)))
	var columns table.Options
	var encode string
	charset := &d.Charset
	if format.Document || format.Table {
		charset = &d.DocumentCharset
	}
	texts := map[string]*string{"file": &d.StdinName, "base": &d.Base, "split": &d.Split, "header": &columns.Header, "charset": charset,
		"encode": &encode}
	lists := map[string]*[]string{"fields": &d.Fields, "columns": &columns.Columns}
	numbers := map[string]*int{"max-item": &d.MaxItem, "max-line": &d.MaxLine}
	flags := map[string]*bool{"keep-blank": &d.KeepBlank, "any-script": &d.AnyScript}
	d.name, head, _ = strings.Cut(head, " | ")
	for word := range strings.FieldsSeq(head) {
		key, value, _ := strings.Cut(unmarked(word), "=")
		switch {
		case texts[key] != nil:
			*texts[key] = value
		case lists[key] != nil:
			*lists[key] = strings.Split(value, ",")
		case numbers[key] != nil:
			*numbers[key], _ = strconv.Atoi(value)
		case flags[key] != nil:
			*flags[key] = true
		case key == "delimiter":
			columns.Delimiter = value[0]
		case key == "rdf":
			d.Formats = []any{rdf.Options{RDF11: value == "1.1"}}
		case key == "contexts":
			d.Formats = []any{itemContexts(t, value)}
		default:
			t.Fatalf("%s: there is no option %s", d.name, key)
		}
	}
	if format.Table {
		d.Formats = []any{columns}
	}
	if e, err := encodings.Get(encode); encode != "" && err == nil {
		d.written, _ = e.NewEncoder().String(d.text)
	}
	return d
}

// itemContexts returns the contexts of a file that has one on each line, after its URL.
func itemContexts(t *testing.T, file string) *jsonld.Contexts {
	content, _ := os.ReadFile(filepath.Join(folder, file))
	var files []jsonld.ContextFile
	for line := range strings.Lines(string(content)) {
		url, text, _ := strings.Cut(line, " ")
		files = append(files, jsonld.ContextFile{URL: url, Name: file, Text: []byte(text)})
	}
	contexts, err := jsonld.NewContexts(files)
	if err != nil || len(files) == 0 {
		t.Fatal(file, err)
	}
	return contexts
}

// items reads the document in each way, and returns the lines of its items.
func (d *document) items(t *testing.T, buf *[]byte) []string {
	want := d.read(t, d.Options, strings.NewReader(d.written), buf, nil)
	var lines, bytes []io.Reader
	for line := range strings.Lines(d.written) {
		lines = append(lines, strings.NewReader(line))
		bytes = append(bytes, strings.NewReader(line))
		if len(bytes) > 1 { // the first one shows how lines end
			bytes[len(bytes)-1] = iotest.OneByteReader(bytes[len(bytes)-1])
		}
	}
	rewriting, unbuffered := d.Options, d.Options
	rewriting.Rewrite = d.From.Bases || !d.From.IsRDF // N-Triples with a fault are not rewritten
	// It shows less of a table, and of a fault of Turtle.
	unbuffered.Unbuffered = !d.From.Table && !d.From.IsLinkedData()
	for way, got := range map[string][]string{
		"byte by byte, to rewrite": d.read(t, rewriting, io.MultiReader(bytes...), buf, nil),
		"by lines, in parallel":    d.read(t, unbuffered, io.MultiReader(lines...), nil, nil),
	} {
		refused := strings.HasPrefix(got[len(got)-1], "<stdin>: it ") // the document cannot be rewritten
		if !slices.Equal(got, want) && !refused {
			t.Errorf("%s: %s\n%s\nwant\n%s", d.name, way, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	v := check.NewValidator(spec.RFC3987.Top(), finding.Run{})
	odd := d.read(t, d.Options, strings.NewReader(d.written), buf, cleaner{&v})
	rest := slices.DeleteFunc(slices.Clone(want), func(line string) bool {
		return !slices.Contains(odd, line) && !strings.Contains(line, " fault ")
	})
	if !slices.Equal(rest, odd) && odd[0] != "nothing" {
		t.Errorf("%s: without what is clean\n%s\nwant\n%s", d.name, strings.Join(odd, "\n"), strings.Join(rest, "\n"))
	}
	return want
}

// read reads the document with options, by several workers if buf is nil, and returns the lines of its items.
func (d *document) read(t *testing.T, o input.Options, r io.Reader, buf *[]byte, c input.Cleaner) (lines []string) {
	var items []item
	var mu sync.Mutex // guards items: comments are read while results are handed on
	o.Stdin = r
	o.Comments = func(*input.File) input.CommentReader { return itemComments{d, &items, &mu} }
	work := func(b *input.Chunk, items *[]item, _ func() error) {
		b.Each(&o, c, func(r *input.Item) bool {
			*items = append(*items, itemLine(t, d, r))
			return true
		})
	}
	fail := func(err error) error {
		if err != nil {
			items = append(items, item{len(d.text), err.Error()})
		}
		return nil
	}
	if buf == nil {
		run := pipeline.Run[[]item]{Input: &o, Jobs: 3, Work: work, Fail: fail}
		run.Emit = func(some *[]item) error {
			mu.Lock()
			defer mu.Unlock()
			items, *some = append(items, *some...), nil
			return nil
		}
		fail(run.Do(context.Background()))
	} else if f, err := input.Open("-", &o); err != nil {
		fail(err)
	} else {
		for b, err := range f.Chunks(&o, buf) {
			if fail(err); err == nil {
				work(b, &items, nil)
			}
		}
		fail(f.Unselected(&o))
	}
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.start, b.start) })
	for _, i := range items {
		lines = append(lines, i.line)
	}
	if len(lines) == 0 {
		return []string{"nothing"}
	}
	return lines
}

// A cleaner says which items are clean by any rule.
type cleaner struct{ v *check.Validator }

func (c cleaner) Clean(r *input.Item) bool { return c.v.Clean(r.Text) }

func (c cleaner) Lines(block []byte, found func(start, end int) bool) int {
	return c.v.Lines(block, found)
}

func (c cleaner) IsLine(r *input.Item) bool { return !r.Reference }

func (c cleaner) Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool) {
	return c.v.Texts(block, found), true
}
