package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// A folder holds documents of one format, which are read with the same flags.
type folder struct {
	name  string // documents/html
	flags []string
	files []document
}

type document struct{ name, text string }

// add adds a document, with a line end where it has none: the program writes one document after the other.
func (f *folder) add(name, text string) {
	if !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\x00") {
		text += "\n"
	}
	f.files = append(f.files, document{fmt.Sprintf("%03d-%s", len(f.files), filepath.Base(name)), text})
}

// The sizes of what is made.
const (
	shortest = 20   // made strings in each format of runtest
	changed  = 60   // documents of each format that are given ones with changes
	longest  = 6000 // bytes of a document that is changed
)

// documents returns the documents of every format: those of the tests and of the suites of RDF; files of one
// string, as it is and as markup; and some of them with changes.
func documents(root string, m *maker) ([]*folder, error) {
	var list []*folder
	byFlags := make(map[string]*folder)
	folderOf := func(format string, flags ...string) *folder {
		key := strings.Join(append([]string{format}, flags...), " ")
		if byFlags[key] == nil {
			name := format
			if len(flags) > 0 {
				name = fmt.Sprintf("%s-%d", format, len(list))
			}
			byFlags[key] = &folder{name: "documents/" + name, flags: append([]string{"--from", format}, flags...)}
			list = append(list, byFlags[key])
		}
		return byFlags[key]
	}
	given, err := givenDocuments(root)
	if err != nil {
		return nil, err
	}
	for _, d := range given {
		folderOf(formatOf(d.name)).add(d.name, d.text)
	}
	for _, f := range runtest.Formats() {
		to := folderOf(f.Name, f.Flags()[2:]...)
		for _, text := range runtest.Texts() {
			to.add("string", f.File(text))
		}
		for range shortest {
			s := m.text()
			to.add("string", f.File(s))
			to.add("string", f.File(html.EscapeString(s)))
		}
	}
	for _, f := range list {
		before := f.files
		for range changed {
			if d := before[m.IntN(len(before))]; len(d.text) <= longest {
				f.add("changed-"+d.name, m.changeDocument(d.text))
			}
		}
	}
	return list, nil
}

// formatOf returns the format that the name of a file says, by one of its endings or by the name of the format;
// empty for none.
func formatOf(name string) string {
	if input.IsKnown(name) {
		return input.GuessFormat(name).String()
	}
	if f, err := input.ParseFormat(strings.TrimPrefix(filepath.Ext(name), ".")); err == nil && f != input.Auto {
		return f.String()
	}
	return ""
}

// givenDocuments returns the documents that are files of tests, by names that say their formats.
func givenDocuments(root string) (list []document, err error) {
	scripts, err := filepath.Glob(filepath.Join(root, "cmd/iri/testdata/script/*.txtar"))
	if err != nil {
		return nil, err
	}
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		if err != nil {
			return nil, err
		}
		for _, f := range archive.Files {
			if input.IsKnown(f.Name) && !strings.HasSuffix(f.Name, ".gz") {
				list = append(list, document{f.Name, string(f.Data)})
			}
		}
	}
	for _, folder := range []string{"cmd/iri/testdata/real-shapes", "internal/testkit/same/testdata/documents"} {
		glob := filepath.FromSlash(folder + "/*")
		files, err := filepath.Glob(filepath.Join(root, glob))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if formatOf(file) == "" {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			list = append(list, document{file, string(text)})
		}
	}
	for _, suite := range []string{"w3c-rdf", "w3c-jsonld"} {
		file := filepath.Join(testkit.SuitesDir(), suite+".jsonl")
		if _, err := os.Stat(file); err != nil {
			continue // the suites are not part of the module
		}
		err := readRows(file, func(row map[string]any) {
			name, _ := row["name"].(string)
			text, _ := row["text"].(string)
			switch {
			case row["html"] == true:
				name += ".html"
			case row["html"] == false:
				name += ".jsonld"
			}
			if input.IsKnown(name) {
				list = append(list, document{name, text})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// changeDocument returns a document with one change or a few: what is malformed, what has to be escaped, what declares
// another base or prefix, other line ends and another encoding.
func (m *maker) changeDocument(text string) string {
	for range 1 + m.IntN(3) {
		from := m.cut(text)
		to := min(len(text), from+m.IntN(12))
		switch m.IntN(12) {
		case 0:
			text = text[:from] + text[to:]
		case 1:
			text = text[:to] + text[from:]
		case 2:
			text = text[:from]
		case 3:
			text = strings.ReplaceAll(text, "\n", m.pick("\r\n", "\r", "\n\n"))
		case 4:
			text = "\ufeff" + text
		case 5, 6, 7: // inside of what may be an IRI
			if i := strings.Index(text[from:], "://"); i >= 0 {
				from += i + len("://")
			}
			text = text[:from] + m.pick(" ", "é", "%", "e/a b", "É.example/%7e/../", "&amp;", "&#32;", "&eacute;",
				"\\u00e9", "\\", "<", ">", "\"", "'", ")", "]]>", "\n", "\xff", "\x00") + text[from:]
		case 8, 9:
			text = text[:from] + m.text() + text[from:]
		default:
			text = text[:from] + m.pick(
				"<![CDATA[", "]]>", "<!--", "-->", "<?a?>", "<a href='http://e/é ü'>", "</a>",
				" xml:base=\"http://b/é/\"",
				" xmlns:x=\"http://n/x y/\"", "<base href='http://b/a b/'>", "@base <http://b/a b/> .\n",
				"@prefix x: <http://n/é/> .\n", "PREFIX : <#>\n", "<http://e/a b>", "\"\"\"", "^^", "{", "}", "[", "]",
				",", ";", ".", "#", "\"@context\": {\"x\": \"http://n/é/\"},", "\"@id\": \"a b\",",
				"[a]: <http://e/a b>\n",
				"<http://e/é|>", "`", "```\n", "- &a http://e/a b\n", "*a", "iri-ignore", "# iri-ignore space: why\n",
				"<!-- iri-ignore pct-encoded: why -->", "\t", "\r", "\x00", "\xff",
			) + text[from:]
		}
	}
	return text
}

// stringFolder returns a folder with one file of strings that end with NUL.
func stringFolder(name string, list []string) *folder {
	var b strings.Builder
	for _, s := range list {
		if !strings.Contains(s, "\x00") {
			b.WriteString(s + "\x00")
		}
	}
	return &folder{name: name, flags: []string{"--from", "null"}, files: []document{{"strings", b.String()}}}
}

// write writes the documents below a folder.
func (f *folder) write(dir string) error {
	at := filepath.Join(dir, filepath.FromSlash(f.name))
	if err := os.MkdirAll(at, 0o777); err != nil {
		return err
	}
	for _, d := range f.files {
		if err := os.WriteFile(filepath.Join(at, d.name), []byte(d.text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
