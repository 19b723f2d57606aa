package abnf

import (
	"regexp"

	"github.com/rfc3987/iri/internal/text/lazy"
)

// A pattern is a regular expression that is compiled when it is first asked, and not when the
// program starts: most programs read no grammar but the built-in ones.
type pattern struct {
	text     string
	compiled lazy.Value[*regexp.Regexp]
}

func (p *pattern) get() *regexp.Regexp {
	return p.compiled.Get(func() *regexp.Regexp { return regexp.MustCompile(p.text) })
}
