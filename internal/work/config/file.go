// Package config is what a job is made from: flags, the file iri.toml, with which a team says once how its files are
// checked, and options as data. Out come a spec, a rule and settings, and the options of package input, for all files
// or for some. The package must not know which commands there are, nor what is done with an item.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/option"
)

// Name is the name of the file.
const Name = "iri.toml"

// A Config is what a file says. The nil Config says nothing.
type Config struct {
	Path string // of the file, as it was found

	real   string // the real path of the file
	folder string // its folder
	lines  map[string]int
	part   // what holds for all files
	files  []*part

	extend    string             // the file that this one takes more from, as it is named; empty for none
	bases     []string           // the real paths of that one, and of those that it extends
	inherited map[string]*Config // the keys that are of another file
}

// A part is keys of the file with their values: those of the whole run, or an element of the array files.
type part struct {
	config   *Config       // the file that it stands in
	prefix   string        // of the keys: files.0. for the first element
	globs    []string      // of an element
	set      option.Values // the options that it sets, but for severity
	severity map[string]finding.Severity
}

// parts returns the part for the whole run and the elements of files with the given numbers.
func (c *Config) parts(files []int) []*part {
	parts := []*part{&c.part}
	for _, i := range files {
		parts = append(parts, c.files[i])
	}
	return parts
}

// keysOf returns the names of the keys of a scope: those of options, and the others.
func keysOf(scope option.Scope) (keys []string) {
	for _, o := range option.InFile() {
		if o.Scope&scope != 0 {
			keys = append(keys, o.InFile())
		}
	}
	if scope == option.Run {
		return append(keys, extendKey, "files")
	}
	return append([]string{"glob"}, keys...)
}

// Chosen reads the file that the options of [option.Choice] say; nil if there is none.
func Chosen(s option.Values) (*Config, error) {
	path := s.Get("config")
	switch {
	case s.On("no-config") && path.Text() != "":
		return nil, option.Wrong("config", path.Text(), "cannot stand together with --no-config: leave one out")
	case s.On("no-config"):
		return nil, nil
	case path.Text() == "":
		return In(".", s.On("trust-config"))
	}
	return Read(path.Text(), s.On("trust-config"))
}

// In reads the file that is in force in a folder; nil if there is none.
func In(dir string, trusted bool) (*Config, error) {
	name, err := find(dir)
	if err != nil || name == "" {
		return nil, err
	}
	return Read(filepath.Join(dir, name), trusted)
}

// find returns the path of the file that is in force in a folder: it stands there or in a folder
// above, up to the root of the repository. Outside of a repository it stands in the folder itself.
// The path is empty if there is none.
func find(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	root, _ := folders.Repository(abs)
	for at := abs; ; at = filepath.Dir(at) {
		name := filepath.Join(at, Name)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() { // reading a pipe would wait
			return filepath.Rel(abs, name)
		}
		if at == root {
			return "", nil
		}
	}
}

// A file is so long at most, and has so many keys: the parser takes the square of their number.
const (
	maxText = 1 << 20
	maxKeys = 10_000
)

// Read reads a file, and those that it extends. Its errors name the file and the line. Unless it is trusted it may name
// only files in its repository, or outside of a repository in its folder.
func Read(path string, trusted bool) (*Config, error) { return read(path, trusted, nil) }

// read is Read for a file that is extended by others, the last of which names it.
func read(path string, trusted bool, extends []*Config) (*Config, error) {
	text, err := durable.ReadText(path, maxText)
	if err != nil {
		return nil, err
	}
	real, err := durable.RealPath(path)
	if err != nil {
		return nil, err
	}
	c := &Config{Path: path, real: real, folder: filepath.Dir(real), lines: make(map[string]int)}
	c.config = c
	if err := c.readLines(text); err != nil {
		return nil, err
	}
	var tree map[string]any
	if err := toml.Unmarshal(text, &tree); err != nil {
		var wrong *toml.DecodeError
		if !errors.As(err, &wrong) {
			return nil, fmt.Errorf("%s: %w", quote.Visible(filepath.ToSlash(c.Path)), err)
		}
		line, _ := wrong.Position()
		return nil, c.at(line, errors.New(strings.TrimPrefix(wrong.Error(), "toml: ")))
	}
	if err := c.take(tree); err != nil {
		return nil, err
	}
	if err := c.checkFiles(trusted); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil || c.extend == "" {
		return c, err
	}
	return c, c.readBase(trusted, extends)
}

// at returns an error in a line.
func (c *Config) at(line int, err error) error {
	return fmt.Errorf("%s:%d: %w", quote.Visible(filepath.ToSlash(c.Path)), line, err)
}

// readLines notes the lines of the keys of a text, up to where it cannot be decoded.
func (c *Config) readLines(text []byte) error {
	var p unstable.Parser
	p.Reset(text)
	at := lineCursor{text: text, line: 1}
	tables, prefix := 0, ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			path, line := at.keyOf(e)
			if e.Kind == unstable.ArrayTable {
				path += "." + strconv.Itoa(tables)
				tables++
			} else if rest, ok := strings.CutPrefix(path, "files."); ok { // a table in the last element
				path = "files." + strconv.Itoa(max(0, tables-1)) + "." + rest
			}
			c.lines[path], prefix = line, path+"."
		case unstable.KeyValue:
			c.readLine(&at, prefix, e)
		}
		if len(c.lines) > maxKeys {
			return c.at(at.line, fmt.Errorf("there are more than %d keys: patterns, as files with glob = \"*.csv\", "+
				"say the same for many files", maxKeys))
		}
	}
	return nil
}

// readLine notes the line of a key, and of those in an inline table.
func (c *Config) readLine(at *lineCursor, prefix string, e *unstable.Node) {
	path, line := at.keyOf(e)
	c.lines[prefix+path] = line
	if e.Value().Kind == unstable.InlineTable {
		for it := e.Value().Children(); it.Next(); {
			c.readLine(at, prefix+path+".", it.Node())
		}
	}
}

// A lineCursor goes through a text from its start to its end. The parser would count the lines from the start each
// time.
type lineCursor struct {
	text []byte
	at   int
	line int // of text[at:]
}

// keyOf returns the key of a node, its parts joined by dots, and its line. Nodes come in order.
func (c *lineCursor) keyOf(n *unstable.Node) (path string, line int) {
	var parts []string
	for it := n.Key(); it.Next(); {
		if parts = append(parts, string(it.Node().Data)); line == 0 {
			to := max(c.at, int(it.Node().Raw.Offset))
			c.line += bytes.Count(c.text[c.at:to], []byte{'\n'})
			c.at, line = to, c.line
		}
	}
	return strings.Join(parts, "."), line
}

// line returns the line of a key or, where that is not known, of what it stands in.
func (c *Config) line(key string) int {
	for key != "" {
		if n, ok := c.lines[key]; ok {
			return n
		}
		key = key[:max(0, strings.LastIndexByte(key, '.'))]
	}
	return 1
}

// place says where a key stands: iri.toml:3.
func (c *Config) place(key string) string {
	c = c.of(key)
	return fmt.Sprintf("%s:%d", quote.Visible(filepath.ToSlash(c.Path)), c.line(key))
}
