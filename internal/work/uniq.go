package work

import (
	"bytes"
	"crypto/sha256"
	"io"
	"strconv"

	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Uniq keeps the first string of each class. It must not be copied after use.
type Uniq struct {
	Count bool // print, at the end, how many strings each class has
	JSON  bool // print objects

	seen map[[16]byte]struct{} // without Count, parts of the hashes of the normal forms

	// With Count, the numbers of the classes by these parts, and what they index.
	class  map[[16]byte]int
	counts []int64
	firsts []string
}

// Take reads strings with their normal forms, as lines of tables with tabs: in neither are characters that
// are escaped there. Without Count it writes to w those that are the first of their class.
func (u *Uniq) Take(w io.Writer, table []byte) error {
	if u.seen == nil {
		u.seen, u.class = make(map[[16]byte]struct{}), make(map[[16]byte]int)
	}
	for len(table) > 0 {
		line, rest, _ := bytes.Cut(table, []byte("\n"))
		table = rest
		text, normal, _ := bytes.Cut(line, []byte("\t"))
		sum := sha256.Sum256(normal)
		key := [16]byte(sum[:])
		if u.Count {
			n, known := u.class[key]
			if !known {
				n = len(u.counts)
				u.class[key] = n
				u.counts, u.firsts = append(u.counts, 0), append(u.firsts, string(text))
			}
			u.counts[n]++
			continue
		}
		if _, known := u.seen[key]; known {
			continue
		}
		u.seen[key] = struct{}{}
		if err := u.write(w, string(text), 0); err != nil {
			return err
		}
	}
	return nil
}

// End writes, with Count, the classes with their counts.
func (u *Uniq) End(w io.Writer) error {
	for i, text := range u.firsts {
		if err := u.write(w, text, u.counts[i]); err != nil {
			return err
		}
	}
	return nil
}

func (u *Uniq) write(w io.Writer, text string, n int64) error {
	var b []byte
	switch {
	case u.JSON && u.Count:
		b = append(jsonw.AppendInt(jsonw.AppendText([]byte{'{'}, "input", text), "count", n), '}')
	case u.JSON:
		b = append(jsonw.AppendText([]byte{'{'}, "input", text), '}')
	case u.Count:
		b = append(append(strconv.AppendInt(nil, n, 10), '\t'), text...)
	default:
		b = append(b, text...)
	}
	_, err := w.Write(append(b, '\n'))
	return err
}
