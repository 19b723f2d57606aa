package input

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
)

// passesText reports whether a file in a folder is skipped because of its content, and why.
func (o *Options) passesText(name string) (why folders.Passed, passed bool) {
	if o.of(name).From != Auto {
		isSource := slices.Contains(strings.Fields(sourceCode), Ending(name))
		return folders.PassedChosen, isSource && len(o.Include) == 0 && o.From != Auto
	}
	return folders.PassedFormat, !IsKnown(name) || refuseName(name, o) != nil
}

// byContent chooses the format of a file whose name and first bytes show no other format than lines. If few lines are
// IRIs, a file with a name of text files is read as text, and a file with any other name is refused. A filter reads
// lines, because prose has no records to reject.
func (f *File) byContent(head []byte, o *Options) error {
	saysText := slices.Contains([]string{".txt", ".list", ".lst"}, Ending(f.Name))
	switch {
	case IsRobots(f.Name) && !o.LinesOnly && !o.AnyLines:
		f.Format, _ = ParseFormat("text")
	case o.AnyLines || o.KeepBlank || f.Name == Stdin || f.IsPipe() || !saysText && IsKnown(f.Name) ||
		saysText && o.LinesOnly || o.isList(head) && !(saysText && isProse(head)):
	case saysText:
		f.Format, _ = ParseFormat("text")
		f.Notes.Say("read as text, because it has lines of prose or indented ones; --from lines takes each line as one")
	case startsJSON(head):
		return refusal("it starts like JSON", cmp.Or(o.Advice, "use --from json"))
	default:
		return refusal("most of its lines are not IRIs", cmp.Or(o.Advice,
			"use --from text, which finds the IRIs in prose, or --from lines, which takes each line as one"))
	}
	return nil
}

// IsRobots reports whether a file is a robots.txt (RFC 9309), which is text.
func IsRobots(name string) bool { return strings.EqualFold(filepath.Base(name), "robots.txt") }

// isList reports whether at least half of the lines of a text are IRIs, or were meant as IRIs because they begin with
// a scheme. White space must not follow an unknown scheme, nor be in a relative reference.
func (o *Options) isList(text []byte) bool {
	lines, iris := 0, 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, linecol.BOM)) {
		s := strings.Trim(string(line), chars.Space+"<\"'")
		if s == "" {
			continue
		}
		lines++
		end := component.SchemeEnd(s)
		if StartsWithScheme(s) && scheme.Is(s[:end], scheme.Recognized) ||
			(StartsWithScheme(s) || o.References || o.Base != "") && !strings.ContainsAny(s, chars.Space) {
			iris++
		}
	}
	return iris*2 >= lines
}

// isProse reports whether at least a quarter of the lines of a text are indented, or are words that do not begin with
// a scheme.
func isProse(text []byte) bool {
	lines, prose := 0, 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, linecol.BOM)) {
		words := bytes.Fields(line)
		if len(words) == 0 {
			continue
		}
		lines++
		if line[0] == ' ' || line[0] == '\t' || len(words) > 2 && !StartsWithScheme(string(words[0])) {
			prose++
		}
	}
	return prose > 0 && prose*4 >= lines
}

// startsJSON reports whether a text starts like JSON: with an object, or an array of objects or strings.
func startsJSON(text []byte) bool {
	text = bytes.Join(bytes.Fields(text[:min(len(text), 200)]), nil)
	return slices.ContainsFunc([]string{"{\"", "{}", "[{", "[\"", "[]"}, func(start string) bool {
		return bytes.HasPrefix(text, []byte(start))
	})
}

// StartsWithScheme reports whether a text starts with a scheme, ":" and a character that is not a space, or with a
// misspelt form of that, such as "1https://e/". "note: see" does not, nor does a time, a ratio or a cardinality such
// as 1:n.
func StartsWithScheme(s string) bool {
	end := component.SchemeEnd(s)
	if end < 1 || end+1 == len(s) || s[end+1] <= ' ' ||
		!chars.IsLetter(s[0]) && !strings.HasPrefix(s[end:], "://") || strings.Trim(s, ":0123456789nmNM*") == "" {
		return false
	}
	return strings.Trim(strings.ToLower(s[:end]), "abcdefghijklmnopqrstuvwxyz0123456789+-.") == ""
}
