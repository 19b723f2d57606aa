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
	"github.com/rfc3987/iri/internal/text/quote"
)

// Namespaces in XML 1.0: which prefixes are declared where, and what its constraints (NSC) forbid.

// xmlnsNS is the namespace of the prefix xmlns (Namespaces in XML §3).
const xmlnsNS = "http://www.w3.org/2000/xmlns/"

// A cutter remembers so many names, of so many bytes at most.
const (
	knownNames = 256
	knownBytes = 128
)

// An xmlName is what is known of the name of an element or an attribute.
type xmlName struct {
	text     string
	bad      int    // the offset of what makes it no Name (XML §2.3); -1 for a Name
	prefixed bool   // it has a colon
	role     string // an at sign and the local name

	element, attribute int // see xmlSelector; 0 for what is not known yet

	ns  *input.Prefix // RDF/XML: the declaration for which the name stands for iri; nil for none
	iri string
}

// nameOf returns what is known of a name.
func (s *xmlCutter) nameOf(name []byte) *xmlName {
	at := 0
	if n := len(name); n > 0 {
		at = (n + int(name[0])*5 + int(name[n/2])*17 + int(name[n-1])*3) % knownNames
	}
	first, second := &s.known[at], &s.known[at^1]
	switch {
	case *first != nil && (*first).text == string(name):
		return *first
	case *second != nil && (*second).text == string(name):
		return *second
	}
	n := &xmlName{text: string(name), bad: notInXMLName(name, true), prefixed: bytes.IndexByte(name, ':') >= 0,
		role: "@" + string(localName(name))}
	if len(name) <= knownBytes {
		*first, *second = n, *first
	}
	return n
}

// local returns the part of the name after its prefix.
func (n *xmlName) local() string { return n.role[1:] }

// declares returns the prefix that an attribute declares, empty for the default namespace, and
// whether it declares one.
func (a *xmlAttr) declares() (prefix []byte, ok bool) {
	rest, ok := bytes.CutPrefix(a.name, []byte("xmlns"))
	if !ok || len(rest) > 0 && rest[0] != ':' {
		return nil, false
	}
	return bytes.TrimPrefix(rest, []byte(":")), true
}

// declarationFault says what is wrong with the declaration of a prefix, empty for nothing.
func declarationFault(prefix, ns string) string {
	switch {
	case prefix == "xmlns":
		return "the prefix xmlns is not declared (Namespaces in XML §3)"
	case (prefix == "xml") != (ns == xmlNS):
		return fmt.Sprintf("the prefix xml stands for %s, and no other prefix does (Namespaces in XML §3)", xmlNS)
	case ns == xmlnsNS:
		return fmt.Sprintf("no prefix stands for %s (Namespaces in XML §3)", xmlnsNS)
	case prefix != "" && ns == "":
		return "a namespace with a prefix is not empty (Namespaces in XML §2.2)"
	}
	return ""
}

// names checks the names of a tag against the declarations that are in scope, to which it adds those
// of the tag. A prefix that is not declared is reported once.
func (x *xmlReader) names(p *xmlPiece) {
	if x.unknown == nil {
		x.unknown = map[string]bool{}
	}
	before := x.namespaces.Count()
	for i := range p.attrs {
		a := &p.attrs[i]
		name, ok := a.declares()
		if !ok {
			continue
		}
		prefix := string(name)
		value, _, err := x.s.attrValue(p, a)
		if err != nil {
			continue // it is reported with the other attributes
		}
		if fault := declarationFault(prefix, string(value)); fault != "" {
			x.fault(input.CodeXML, x.s.To(a.nameAt), fault)
		}
		x.namespaces.Declare(prefix, &input.Prefix{Name: prefix, IRI: string(value)})
	}
	if p.is.prefixed {
		x.qualified(p.name, 1)
	}
	var seen map[[2]string]bool
	for i := range p.attrs {
		a := &p.attrs[i]
		if _, ok := a.declares(); ok || !a.is.prefixed {
			continue
		}
		ns, local := x.qualified(a.name, a.nameAt)
		if ns == "" {
			continue
		}
		if seen == nil {
			seen = map[[2]string]bool{}
		}
		name := [2]string{ns, local}
		// §6.3: "no tag may contain two attributes which ... have qualified names with the same local part and with
		// prefixes which have been bound to namespace names that are identical"
		if seen[name] {
			x.fault(input.CodeXML, x.s.To(a.nameAt),
				fmt.Sprintf("the element has the attribute %s of the namespace %s twice (Namespaces in XML §6.3)",
					quote.Cut(local), quote.Cut(ns)))
		}
		seen[name] = true
	}
	x.scopes = append(x.scopes, before)
}

// leave takes the declarations of an element that ends out of scope.
func (x *xmlReader) leave() {
	n := len(x.scopes) - 1
	x.namespaces.Back(x.scopes[n])
	x.scopes = x.scopes[:n]
}

// qualified returns the namespace and the local part of a name with a prefix, which stands at
// p.raw[At]. It reports what is not one.
func (x *xmlReader) qualified(name []byte, at int) (ns, local string) {
	prefix, rest, _ := bytes.Cut(name, []byte{':'})
	switch {
	case !isXMLName(prefix) || !isXMLName(rest): // §4
		x.fault(input.CodeXML, x.s.To(at), fmt.Sprintf("%s is not a name with a prefix (Namespaces in XML §4)", quote.Quote(name)))
		return "", ""
	case string(prefix) == "xml":
		return xmlNS, string(rest)
	}
	if d := x.namespaces.Of(string(prefix)); d != nil {
		return d.IRI, string(rest)
	}
	if !x.unknown[string(prefix)] && len(x.unknown) < maxXMLAttrs { // §5
		x.unknown[string(prefix)] = true
		x.fault(input.CodePrefix, x.s.To(at), fmt.Sprintf("the prefix %s: is not declared: write xmlns:%[1]s=\"…\"", quote.Cut(prefix)))
	}
	return "", ""
}

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
