package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/option"
)

// take sets the values of a parsed file.
func (c *Config) take(tree map[string]any) error {
	files := tree["files"]
	delete(tree, "files")
	if x, ok := tree[extendKey]; ok {
		if c.extend, ok = x.(string); !ok || c.extend == "" {
			return c.wrong(extendKey, fmt.Errorf("%s %w", extendKey, option.OtherKind(x, "the name of a file")))
		}
		delete(tree, extendKey)
	}
	if err := c.takePart(&c.part, option.Run, tree); err != nil || files == nil {
		return err
	}
	list, ok := files.([]any)
	for i, x := range list {
		table, isTable := x.(map[string]any)
		if ok = ok && isTable; !ok {
			break
		}
		p := &part{config: c, prefix: "files." + strconv.Itoa(i) + ".", globs: globs(table["glob"])}
		if len(p.globs) == 0 {
			return c.wrong(p.prefix+"glob", errors.New(`files need a glob, as glob = "*.csv" or glob = ["*.csv", "*.tsv"]`))
		}
		delete(table, "glob")
		if err := c.takePart(p, option.Section, table); err != nil {
			return err
		}
		c.files = append(c.files, p)
	}
	if !ok {
		return c.wrong("files", fmt.Errorf("files %w", option.OtherKind(files, "an array of tables")))
	}
	return nil
}

// globs returns the patterns of a section, or nil if the value is not an array of strings.
func globs(value any) []string {
	if one, ok := value.(string); ok {
		return []string{one}
	}
	if list, ok := option.Strings(value); ok {
		return list
	}
	return nil
}

// takePart sets the values of a part, in the order of their lines.
func (c *Config) takePart(p *part, scope option.Scope, tree map[string]any) error {
	options := option.InFile()
	keys := slices.SortedFunc(maps.Keys(tree), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.line(p.prefix+a), c.line(p.prefix+b)), cmp.Compare(a, b))
	})
	for _, key := range keys {
		i := slices.IndexFunc(options, func(o option.Option) bool {
			return o.InFile() == key && o.Scope&scope != 0
		})
		if i < 0 {
			known := keysOf(scope)
			return c.wrong(p.prefix+key, option.UnknownName(key, known, "there is no key %q", "; there are "+
				strings.Join(known, ", ")))
		}
		values, err := options[i].Decode(tree[key])
		if err != nil {
			return c.wrong(p.prefix+key, fmt.Errorf("%s %w", key, err))
		}
		if key == "severity" {
			p.severity = make(map[string]finding.Severity)
			for name, level := range tree[key].(map[string]any) {
				if p.severity[name], err = finding.ParseSeverity(level.(string)); err != nil {
					return c.wrong(p.prefix+key+"."+name, fmt.Errorf("%q is not error, warning or off", level))
				}
			}
			continue
		}
		if len(values) == 0 || values[0] == "" {
			continue // it has no value
		}
		v := p.set.Add(options[i])[0]
		for _, text := range values {
			if err := v.Set(text); err != nil {
				return c.wrong(p.prefix+key, fmt.Errorf("%s %q: %w", key, text, err))
			}
		}
	}
	return nil
}

// wrong returns an error with the position of a key.
func (c *Config) wrong(key string, err error) error {
	c = c.of(key)
	return c.at(c.line(key), err)
}
