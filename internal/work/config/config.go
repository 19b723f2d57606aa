// Package config is the file iri.toml, with which a team says once how its files are checked. In
// comes the file, out come options of a job and values of flags, each with the line where it stands.
// The package must not know which commands there are.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/jobflags"
)

// Name is the name of the file.
const Name = "iri.toml"

// A Config is what a file says. The nil Config says nothing.
type Config struct {
	Path string // of the file, as it was found

	real   string // the real path of the file
	folder string // its folder
	lines  map[string]int
	values
}

// values are the keys of the file.
type values struct {
	Spec     string            `toml:"spec"`
	Rule     string            `toml:"rule"`
	FailOn   string            `toml:"fail-on"`
	Baseline string            `toml:"baseline"`
	Exclude  []string          `toml:"exclude"`
	Include  []string          `toml:"include"`
	Hidden   bool              `toml:"hidden"`
	Grammar  []string          `toml:"grammar"`
	Context  map[string]string `toml:"context"`
	Fix      []string          `toml:"fix"`
	Guess    bool              `toml:"guess"`
	MaxLine  string            `toml:"max-line"`
	MaxIRI   string            `toml:"max-iri"`

	GrammarOnly bool `toml:"grammar-only"`
	Lint        bool `toml:"lint"`
	Suspicious  bool `toml:"suspicious"`
	MaxFindings *int `toml:"max-findings"`

	Severity map[string]string `toml:"severity"`
	Files    []section         `toml:"files"`
}

// A section is an element of the array files.
type section struct {
	Glob      any               `toml:"glob"` // a string, or an array of strings
	From      string            `toml:"from"`
	Columns   []string          `toml:"columns"`
	Fields    []string          `toml:"fields"`
	Delimiter string            `toml:"delimiter"`
	Header    string            `toml:"header"`
	Split     string            `toml:"split"`
	Charset   string            `toml:"charset"`
	Severity  map[string]string `toml:"severity"`
}

// The names of the keys.
var (
	keys = []string{"spec", "grammar", "rule", "severity", "grammar-only", "lint", "suspicious", "max-findings", "fail-on", "baseline",
		"fix", "guess", "exclude", "include", "hidden", "max-line", "max-iri", "context", "files"}
	sectionKeys = []string{"glob", "from", "columns", "fields", "delimiter", "header", "split", "charset", "severity"}
)

// A Choice says which file is read; the zero Choice is the one that is in force.
type Choice struct {
	Path string // --config; set to the name of the file by [Choice.Read]
	None bool   // --no-config
}

// Flags are --config and --no-config.
func (c *Choice) Flags() []jobflags.Flag {
	return []jobflags.Flag{
		{Name: "config", Usage: "read options from `FILE` (default iri.toml in this folder or above it in the repository)", Value: &c.Path},
		{Name: "no-config", Usage: "read no iri.toml", Value: &c.None},
	}
}

// Read reads the file; nil if there is none.
func (c *Choice) Read() (_ *Config, err error) {
	switch {
	case c.None && c.Path != "":
		return nil, job.Wrong("config", c.Path, "cannot stand together with --no-config: leave one out")
	case c.None:
		return nil, nil
	}
	if c.Path == "" {
		if c.Path, err = Find("."); err != nil || c.Path == "" {
			return nil, err
		}
	}
	return Read(c.Path)
}

// Find returns the path of the file that is in force in a folder: it stands there or in a folder
// above, up to the root of the repository. Outside of a repository it stands in the folder itself.
// The path is empty if there is none.
func Find(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	found := ""
	for at := abs; ; at = filepath.Dir(at) {
		if name := filepath.Join(at, Name); found == "" {
			if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() { // reading a pipe would wait
				if found = name; at == abs {
					return Name, nil
				}
			}
		}
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			if found == "" {
				return "", nil
			}
			return filepath.Rel(abs, found)
		}
		if at == filepath.Dir(at) {
			return "", nil
		}
	}
}

// Read reads a file. Its errors name the file and the line.
func Read(path string) (*Config, error) {
	text, err := durable.ReadText(path)
	if err != nil {
		return nil, err
	}
	real, err := durable.RealPath(path)
	if err != nil {
		return nil, err
	}
	c := &Config{Path: path, real: real, folder: filepath.Dir(real), lines: make(map[string]int)}
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(&c.values); err != nil {
		return nil, c.decodeError(err)
	}
	c.readLines(text)
	return c, c.check()
}

// decodeError returns an error of the decoder with its line.
func (c *Config) decodeError(err error) error {
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		e := &unknown.Errors[0]
		line, _ := e.Position()
		key, known := e.Key(), keys
		if key[0] == "files" && len(key) > 1 {
			known = sectionKeys
		}
		name := key[min(len(key)-1, max(0, slices.Index(key, "files")+1))]
		return c.at(line, job.UnknownName(name, known, "there is no key %q", "; there are "+strings.Join(known, ", ")))
	case errors.As(err, &wrong):
		line, _ := wrong.Position()
		text := strings.TrimPrefix(wrong.Error(), "toml: ")
		if m := regexp.MustCompile(wrongType).FindStringSubmatch(text); m != nil { // it names types of Go
			text = fmt.Sprintf("%s has a value of another kind (%s): it has to be %s", strings.Join(wrong.Key(), "."), m[1], kinds[m[2]])
		}
		return c.at(line, errors.New(text))
	}
	return fmt.Errorf("%s: %w", wording.Visible(filepath.ToSlash(c.Path)), err)
}

// wrongType is the error of the decoder for a value of another type, and kinds are the types.
var (
	wrongType = `^cannot decode TOML (\S+) into struct field \S+ of type (string|\[\]string|bool|\*?int|map\[string\]string)$`
	kinds     = map[string]string{"string": "a string", "[]string": "an array of strings", "bool": "true or false", "int": "a number", "*int": "a number", "map[string]string": "a table of strings"}
)

// at returns an error in a line.
func (c *Config) at(line int, err error) error {
	return fmt.Errorf("%s:%d: %w", wording.Visible(filepath.ToSlash(c.Path)), line, err)
}

// readLines notes the lines of the keys of a text that could be decoded.
func (c *Config) readLines(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	tables, prefix := 0, ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			path, line := keyOf(&p, e)
			if e.Kind == unstable.ArrayTable {
				path += "." + strconv.Itoa(tables)
				tables++
			} else if rest, ok := strings.CutPrefix(path, "files."); ok { // a table in the last element
				path = "files." + strconv.Itoa(max(0, tables-1)) + "." + rest
			}
			c.lines[path], prefix = line, path+"."
		case unstable.KeyValue:
			c.readLine(&p, prefix, e)
		}
	}
}

// readLine notes the line of a key, and of those in an inline table.
func (c *Config) readLine(p *unstable.Parser, prefix string, e *unstable.Node) {
	path, line := keyOf(p, e)
	c.lines[prefix+path] = line
	if e.Value().Kind == unstable.InlineTable {
		for it := e.Value().Children(); it.Next(); {
			c.readLine(p, prefix+path+".", it.Node())
		}
	}
}

// keyOf returns the key of a node, its parts joined by dots, and its line.
func keyOf(p *unstable.Parser, n *unstable.Node) (path string, line int) {
	var parts []string
	for it := n.Key(); it.Next(); {
		if parts = append(parts, string(it.Node().Data)); line == 0 {
			line = p.Shape(it.Node().Raw).Start.Line
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
	return fmt.Sprintf("%s:%d", wording.Visible(filepath.ToSlash(c.Path)), c.line(key))
}
