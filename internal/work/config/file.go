// Package config makes the options of a job from flags, from iri.toml, the file with the settings of a team, and from
// options as data. It returns a spec, a rule, settings of checks, and options of package input, for all files or for
// some. The package must not know which commands there are, nor what is done with an item.
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

// Name is the name of the configuration file.
const Name = "iri.toml"

// A Config is a configuration file that was read. The nil Config sets nothing.
type Config struct {
	Path string // of the file, as it was found

	real   string // the real path of the file
	folder string // its folder
	lines  map[string]int
	part   // the keys that apply to all files
	files  []*part

	extend    string             // the value of the key extend, as it is written; empty if the file does not have it
	bases     []string           // the real paths of the file that this one extends, and of those that that one extends
	inherited map[string]*Config // for each inherited key, the file that has it
}

// A part is a table of keys and values: the top level of the file, or an element of the array files.
type part struct {
	config   *Config       // the file of the part
	prefix   string        // the prefix of its keys: "files.0." for the first element
	globs    []string      // the patterns of an element
	set      option.Values // the options that it sets, except severity
	severity map[string]finding.Severity
}

// parts returns the part of the top level and the elements of files with these indexes.
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

// Chosen reads the file that the options of [option.Choice] select, or returns nil if there is none.
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

// In reads the file that applies in a folder, or returns nil if there is none.
func In(dir string, trusted bool) (*Config, error) {
	name, err := find(dir)
	if err != nil || name == "" {
		return nil, err
	}
	return Read(filepath.Join(dir, name), trusted)
}

// find returns the path of the file that applies in a folder: the nearest one in the folder and those above it, up to
// the root of the repository. Outside of a repository only the folder itself is searched. The path is empty if there
// is none.
func find(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	root, _ := folders.Repository(abs)
	for at := abs; ; at = filepath.Dir(at) {
		name := filepath.Join(at, Name)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() { // opening a pipe would block
			return filepath.Rel(abs, name)
		}
		if at == root {
			return "", nil
		}
	}
}

// The limits of a file, in bytes and in keys: the time of the parser grows with the square of the number of keys.
const (
	maxText = 1 << 20
	maxKeys = 10_000
)

// Read reads a file, and the files that it extends. Its errors name the file and the line. Unless it is trusted, it
// may name only files in its repository, or in its folder if there is no repository.
func Read(path string, trusted bool) (*Config, error) { return read(path, trusted, nil) }

// read is Read for a file that other files extend; the last of extends names it.
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

// at adds the file and the line to an error.
func (c *Config) at(line int, err error) error {
	return fmt.Errorf("%s:%d: %w", quote.Visible(filepath.ToSlash(c.Path)), line, err)
}

// readLines records the line of each key of a text, up to the first syntax error.
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
			} else if rest, ok := strings.CutPrefix(path, "files."); ok { // a subtable of the last element
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

// readLine records the line of a key, and of the keys of an inline table.
func (c *Config) readLine(at *lineCursor, prefix string, e *unstable.Node) {
	path, line := at.keyOf(e)
	c.lines[prefix+path] = line
	if e.Value().Kind == unstable.InlineTable {
		for it := e.Value().Children(); it.Next(); {
			c.readLine(at, prefix+path+".", it.Node())
		}
	}
}

// A lineCursor counts lines from the start of a text to its end. The parser would count from the start for each key.
type lineCursor struct {
	text []byte
	at   int
	line int // of text[at:]
}

// keyOf returns the key of a node, its components joined by dots, and its line. Nodes have to come in order.
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

// line returns the line of a key or, if that is not known, of the table that has it.
func (c *Config) line(key string) int {
	for key != "" {
		if n, ok := c.lines[key]; ok {
			return n
		}
		key = key[:max(0, strings.LastIndexByte(key, '.'))]
	}
	return 1
}

// place returns the position of a key: "iri.toml:3".
func (c *Config) place(key string) string {
	c = c.of(key)
	return fmt.Sprintf("%s:%d", quote.Visible(filepath.ToSlash(c.Path)), c.line(key))
}
