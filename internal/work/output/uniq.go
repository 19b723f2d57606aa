package output

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

	seen map[ClassKey]struct{} // without Count

	// With Count, the numbers of the classes, and what they index.
	class  map[ClassKey]int
	counts []int64
	firsts []string
}

// A ClassKey stands for all strings that are equal: a part of the SHA-256 of their normal form.
type ClassKey [16]byte

// Key returns the key for a normal form.
func Key(normal []byte) ClassKey {
	sum := sha256.Sum256(normal)
	return ClassKey(sum[:])
}

// EachClass calls f for each line of a table with tabs that has strings with their normal forms: in neither are
// characters that are escaped there.
func EachClass(table []byte, f func(key ClassKey, text []byte) error) error {
	for line := range bytes.Lines(table) {
		text, normal, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
		if err := f(Key(normal), text); err != nil {
			return err
		}
	}
	return nil
}

// Take reads a table as [EachClass] does. Without Count it writes to w the strings that are the first of their class.
func (u *Uniq) Take(w io.Writer, table []byte) error {
	if u.seen == nil {
		u.seen, u.class = make(map[ClassKey]struct{}), make(map[ClassKey]int)
	}
	return EachClass(table, func(key ClassKey, text []byte) error {
		if u.Count {
			n, known := u.class[key]
			if !known {
				n = len(u.counts)
				u.class[key] = n
				u.counts, u.firsts = append(u.counts, 0), append(u.firsts, string(text))
			}
			u.counts[n]++
			return nil
		}
		if _, known := u.seen[key]; known {
			return nil
		}
		u.seen[key] = struct{}{}
		return u.write(w, string(text), 0)
	})
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
	_, err := w.Write(append(u.Append(nil, text, n), '\n'))
	return err
}

// Append appends the first string of a class, and with Count how many the class has, as they are printed, without
// the end of the line.
func (u *Uniq) Append(b []byte, text string, n int64) []byte {
	switch {
	case u.JSON && u.Count:
		return append(jsonw.AppendInt(jsonw.AppendText(append(b, '{'), "input", text), "count", n), '}')
	case u.JSON:
		return append(jsonw.AppendText(append(b, '{'), "input", text), '}')
	case u.Count:
		return append(append(strconv.AppendInt(b, n, 10), '\t'), text...)
	}
	return append(b, text...)
}
