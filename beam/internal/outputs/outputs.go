// Package outputs names the files that a job writes, and says how they are packed. In come the names of the
// files that are read; out come names below one folder, and the manifest that lists the written files. The
// package must not know where the files are.
package outputs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/source"
)

// None is the compression of files that are not packed.
const None = "none"

// Compressions returns the compressions in which files can be written.
func Compressions() []string { return []string{None, "gzip", "zstd"} }

// Compression returns the compression of a file of the output, "" for none. If asked is empty, it is taken from the
// name rel of the input file. Files of the output are never packed with bzip2, which can only be read here.
func Compression(asked, rel string) string {
	if asked == "" {
		asked = source.PackedBy(rel)
	}
	if asked == None || !slices.Contains(Compressions(), asked) {
		return ""
	}
	return asked
}

// endings has the file name ending of each compression.
var endings = map[string]string{"gzip": ".gz", "zstd": ".zst"}

// A Layout says what the files of one kind are called.
type Layout struct {
	Kind     string // of the files: results, rejected …
	Suffix   string // what their names end with
	Keep     bool   // each file has the name of its input file, in a folder Kind
	Compress string // see [Compression]
}

// An Origin is the input file that a file of the output is made of.
type Origin struct {
	File int64  // the number of the file that was read
	Rel  string // its relative name
}

// Names returns names for files, one for each source. The sources are in order: those of one file stand
// together. No two names are equal, and none is that of a folder of another.
func (l Layout) Names(sources []Origin) []string {
	names, taken := make([]string, len(sources)), make(map[string]bool)
	if l.Keep {
		for _, s := range sources {
			for dir := path.Dir(l.Kind + "/" + s.Rel); dir != "." && !taken[dir]; dir = path.Dir(dir) {
				taken[dir] = true
			}
		}
	}
	for from, to := 0, 0; from < len(sources); from = to {
		for to < len(sources) && (!l.Keep || sources[to].File == sources[from].File) {
			to++
		}
		for i := from; i < to; i++ {
			names[i] = free(l.name(sources[i].Rel, i-from, to-from), taken)
		}
	}
	return names
}

// name returns the name of file i; all is the number of files.
func (l Layout) name(rel string, i, all int) string {
	number := fmt.Sprintf("-%05d-of-%05d", i, all)
	if !l.Keep {
		return l.Kind + number + l.Suffix + endings[Compression(l.Compress, "")]
	}
	packed := endings[Compression(l.Compress, rel)]
	if source.PackedBy(rel) != "" {
		rel = strings.TrimSuffix(rel, path.Ext(rel))
	}
	if all > 1 {
		rel = insert(rel, number)
	}
	return l.Kind + "/" + rel + l.Suffix + packed
}

// free returns the name, or adds a number to it if another file has it. That happens if a file is read twice, or if
// names differ only in their compression, such as a.gz and a. The folder in the name does not change.
func free(name string, taken map[string]bool) string {
	unused := name
	for n := 2; taken[unused]; n++ {
		unused = insert(name, fmt.Sprintf("-%d", n))
	}
	taken[unused] = true
	return unused
}

// insert puts text before the endings of a name.
func insert(name, text string) string {
	dir, base := path.Split(name)
	at := strings.IndexByte(base, '.')
	if at <= 0 {
		at = len(base)
	}
	return dir + base[:at] + text + base[at:]
}

// Root returns the folder that a pattern names, or the folder of its files. Relative names of the files do not have
// what comes before it.
func Root(pattern string) string {
	full := slashed(pattern)
	info, err := os.Stat(pattern)
	if err == nil && info.IsDir() {
		return full
	}
	if at := strings.IndexAny(full, "*?["); err != nil && at >= 0 {
		full = full[:at]
	}
	return full[:strings.LastIndexByte(full, '/')]
}

// slashed returns a name as an absolute path with slashes. If the name has a scheme, the scheme and the bucket become
// the first segments.
func slashed(name string) string {
	if scheme, rest, remote := strings.Cut(name, "://"); remote {
		return path.Clean("/" + scheme + "/" + rest)
	}
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	return path.Clean("/" + strings.Replace(filepath.ToSlash(name), ":", "", 1))
}

// Relative returns the names of files below the deepest folder that all roots have in common.
func Relative(roots, names []string) []string {
	common := ""
	for i, root := range roots {
		for root += "/"; i > 0 && !strings.HasPrefix(root, common); {
			common = common[:strings.LastIndexByte(common[:len(common)-1], '/')+1]
		}
		if i == 0 {
			common = root
		}
	}
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = strings.TrimPrefix(strings.TrimPrefix(slashed(name), common), "/")
	}
	return all
}

// An Entry is a file of a manifest.
type Entry struct {
	Name   string `json:"name"`            // in the folder of the output
	Input  string `json:"input,omitempty"` // the file that it was made of
	Part   int64  `json:"part"`            // the offset of the part of that file
	Bytes  int64  `json:"bytes"`           // as it is written, packed or not
	SHA256 string `json:"sha256"`          // of these bytes
}

// Manifest returns the entries as JSON Lines, in the order of their names.
func Manifest(entries []Entry) ([]byte, error) {
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i := range entries {
		if err := e.Encode(&entries[i]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
