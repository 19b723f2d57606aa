package xml

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/input"
)

// The names of a document of XML that use a namespace, or a prefix of OWL/XML: no IRI can stand in their
// places. So what a namespace stands for can be changed only with a look at all of them.

// localNames are the parts of the names in a document after their prefixes, and the prefixes of names in literals. They
// are found when they are first asked for: the document is read again then.
type localNames struct {
	file *input.File
	o    input.Options
	kept []byte // the document, compressed, if it is not a file that can be opened again
	once sync.Once
	of   map[namespaceUse][]string
	err  error

	literals map[namespaceUse]bool // what [openRDFXML] adds to
}

// A namespaceUse is a prefix and what it stands for.
type namespaceUse struct{ name, iri string }

// newLocalNames must be called before the document is read.
func newLocalNames(f *input.File, o *input.Options) *localNames {
	n := &localNames{file: f, o: input.Options{From: f.Format, MaxLine: o.MaxLine, Charset: o.Charset,
		DocumentCharset: o.DocumentCharset, Decoded: o.Decoded}}
	if f.CanReopen() {
		return n
	}
	most := f.Largest(o)
	var kept bytes.Buffer
	z, err := flate.NewWriter(&kept, flate.BestSpeed) // a tenth of the document, or less
	for err == nil && kept.Len() <= most {
		_, err = io.CopyN(z, f.R, 1<<20)
	}
	z.Close()
	rest := f.R
	switch {
	case err == io.EOF:
	case err != nil:
		rest = input.FailingReader{Err: err}
	default:
		n.err = fmt.Errorf("only %d bytes of what is not a file are kept, compressed: name a file, or raise --max-line", most)
	}
	n.kept = kept.Bytes()
	f.R = io.MultiReader(flate.NewReader(bytes.NewReader(n.kept)), rest)
	return n
}

// with returns the part after the prefix of all names with a prefix, or says why what that stands for has to stay.
func (n *localNames) with(d *input.Prefix) ([]string, error) {
	if n == nil {
		return nil, errors.New("the names with it are not looked at: the document does not begin with an ontology")
	}
	n.once.Do(func() {
		if n.of = map[namespaceUse][]string{}; n.err == nil {
			n.err = n.read()
		}
	})
	use := namespaceUse{d.Name, d.IRI}
	switch {
	case n.err != nil:
		return nil, fmt.Errorf("the names with it cannot be looked at: %w", n.err)
	case n.literals[use]:
		return nil, errors.New("an XML literal has names with it, and would be another one")
	}
	return n.of[use], nil
}

// read reads the document again.
func (n *localNames) read() error {
	var r io.Reader = flate.NewReader(bytes.NewReader(n.kept))
	if n.file.CanReopen() {
		h, err := n.file.Reopen()
		if err != nil {
			return err
		}
		defer h.Close()
		r = h
	}
	file, err := input.NewFile(n.file.Name, r, &n.o)
	if err != nil {
		return err
	}
	defer file.Close()
	seen := map[namespaceUse]map[string]bool{}
	for b, err := range file.Chunks(&n.o, new([]byte)) {
		if err != nil {
			return err
		}
		for r := range b.Items(&n.o) {
			if r.Prefix == nil {
				continue
			}
			use := namespaceUse{r.Prefix.Name, r.Prefix.IRI}
			if seen[use] == nil {
				seen[use] = map[string]bool{}
			}
			if local := r.Text[len(use.iri):]; !seen[use][local] {
				local = strings.Clone(local)
				seen[use][local] = true
				n.of[use] = append(n.of[use], local)
			}
		}
	}
	return nil
}
