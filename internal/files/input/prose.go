package input

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/ref/component"
)

// passesText reports whether a file in a folder is not read because of what it is, and why.
func (o *Options) passesText(name string) (why folders.Passed, passed bool) {
	if o.of(name).From != Auto {
		_, isSource := SourceCode(name)
		return folders.PassedChosen, isSource && len(o.Include) == 0 && o.From != Auto
	}
	switch format, known := formatOf(name); {
	case !known:
		return folders.PassedFormat, true
	case format == Lines && slices.Contains([]string{".txt", ".list", ".lst"}, Ending(name)) && isProse(name):
		// such a name says no more than that it is text, as that of .iris does not
		return folders.PassedProse, true
	}
	return 0, false
}

// isProse reports whether hardly a line of a file has a scheme: fewer than one of ten in its first
// 64 KiB that are not blank.
func isProse(name string) bool {
	h, err := os.Open(name)
	if err != nil {
		return false // reading it says why
	}
	defer h.Close()
	text, _, err := source.Unpack(h)
	if err != nil {
		return false
	}
	head, err := io.ReadAll(io.LimitReader(text, 64<<10))
	if err != nil || bytes.IndexByte(head, 0) >= 0 { // UTF-16, or not text
		return false
	}
	lines, schemes := 0, 0
	for s := bufio.NewScanner(bytes.NewReader(head)); s.Scan(); {
		if line := strings.TrimSpace(strings.TrimPrefix(s.Text(), "\uFEFF")); line != "" {
			lines++
			if StartsWithScheme(line) {
				schemes++
			}
		}
	}
	return schemes*10 < lines
}

// StartsWithScheme reports whether a text starts with a scheme, ":" and something that is not a
// space: "note: see" does not.
func StartsWithScheme(s string) bool {
	end := component.SchemeEnd(s)
	if end < 1 || end+1 == len(s) || s[end+1] <= ' ' {
		return false
	}
	return strings.Trim(strings.ToLower(s[:end]), "abcdefghijklmnopqrstuvwxyz0123456789+-.") == ""
}
