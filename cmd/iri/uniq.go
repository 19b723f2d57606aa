package main

import (
	"bytes"
	"crypto/sha256"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/run"
)

func newUniqCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "uniq [IRI... | FILE...]",
		Short: "Print the first IRI of each class that is equal on a rung of the ladder",
		Long: `uniq prints the first of all IRIs that have the same normal form on a rung of the
ladder (RFC 3987 §5.3), as it is written, one on each line, in the order of the
input, which need not be sorted. "iri help normalize" explains the rungs.

-c prints how many there are of each class, a tab and the first one, at the end.

An input that is not a reference has no normal form: it is reported on standard
error, or written to the file of --rejects, and left out; the exit status is 1.

Of each class 16 bytes are kept in memory, a part of the SHA-256 of its normal
form; with -c also its first IRI.`,
		Example: `  iri uniq HTTP://EXAMPLE.com/%7Eu http://example.com/~u
  iri uniq --to percent -f crawl.txt.gz > frontier.txt
  iri uniq -c -f dump.nt | sort -rn | head`,
	}
	c := &converter{app: a, cmd: cmd, defaultRule: work.ReferenceRule}
	c.in.add(cmd)
	c.in.addCharset(cmd)
	c.rules.addSpec(cmd, "the spec's rule for references")
	c.out.add(cmd, work.FormatText, work.FormatJSON)
	c.runFlags.addJobs(cmd)
	c.addFindings(cmd)
	l := addRungFlags(cmd, "compare up to")
	count := cmd.Flags().BoolP("count", "c", false, "print how many IRIs each class has")
	cmd.RunE = func(_ *cobra.Command, words []string) (err error) {
		to := conversions.Conversion{Kind: conversions.Normalize}
		if to.Rung, to.Host, err = l.parse(); err != nil {
			return err
		}
		if err := c.out.check(); err != nil {
			return err
		}
		u := uniq{count: *count, json: c.out.format == work.FormatJSON, seen: make(map[[16]byte]struct{}), class: make(map[[16]byte]int)}
		c.out.format, c.take, c.end = work.FormatTSV, u.take, u.end
		c.out.allowed = append(c.out.allowed, work.FormatTSV)
		return c.convert(words, to)
	}
	c.in.takeFiles(a, cmd, sometimes)
	return cmd
}

// A uniq keeps the first string of each class.
type uniq struct {
	count, json bool
	seen        map[[16]byte]struct{} // parts of the hashes of the normal forms

	// With count, the numbers of the classes in the place of seen, and what they index.
	class  map[[16]byte]int
	counts []int
	firsts []string
}

// take reads strings with their normal forms, as lines of tables with tabs: in neither are characters that
// are escaped there.
func (u *uniq) take(out *run.Sink, table []byte) error {
	for len(table) > 0 {
		line, rest, _ := bytes.Cut(table, []byte("\n"))
		table = rest
		text, normal, _ := bytes.Cut(line, []byte("\t"))
		sum := sha256.Sum256(normal)
		key := [16]byte(sum[:])
		if u.count {
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
		if err := u.print(out, string(text), 0); err != nil {
			return err
		}
	}
	return nil
}

// end prints the classes with their counts.
func (u *uniq) end(out *run.Sink) error {
	for i, text := range u.firsts {
		if err := u.print(out, text, u.counts[i]); err != nil {
			return err
		}
	}
	return nil
}

func (u *uniq) print(out *run.Sink, text string, n int) error {
	var b []byte
	switch {
	case u.json && u.count:
		b = append(jsonw.AppendInt(jsonw.AppendText([]byte{'{'}, "input", text), "count", int64(n)), '}')
	case u.json:
		b = append(jsonw.AppendText([]byte{'{'}, "input", text), '}')
	case u.count:
		b = append(append(strconv.AppendInt(nil, int64(n), 10), '\t'), text...)
	default:
		b = append(b, text...)
	}
	_, err := out.Write(append(b, '\n'))
	return err
}
