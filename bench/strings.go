package bench

import (
	"bytes"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

// stringLines is how many strings a row has, if its name does not say.
const stringLines = 4000

// Each is a runner that does something with each item. It fails by itself where nothing comes out.
func Each[T any](name string, list []T, do func(T) bool) Runner {
	times, n := new(Times), float64(len(list))
	return Runner{name, func() error { Round(times, list, do); return nil }, func() float64 { return times.Sum() / n }}
}

// texts returns the strings of a corpus.
func texts(kind string) []string {
	list, _ := corpus.New(1).Lines(kind, stringLines)
	return list
}

// parsed returns the IRIs among strings.
func parsed(list []string) (out []iri.IRI) {
	for _, s := range list {
		if i, err := iri.Parse(s); err == nil {
			out = append(out, i)
		}
	}
	return out
}

// uris returns the URIs that the strings of a corpus map to.
func uris(kind string) (out []iri.URI) {
	for _, i := range parsed(texts(kind)) {
		if u, err := i.URI(); err == nil {
			out = append(out, u)
		}
	}
	return out
}

// relative returns references with a path and what follows it, most of them with dot segments.
func relative() (list []string) {
	for k, i := range parsed(texts(corpus.ASCII)) {
		s := i.String()
		s = s[strings.Index(s, i.Path()):]
		list = append(list, [...]string{s[1:], "../" + s[1:], s, "./" + s[1:], "../.." + s}[k%5])
	}
	return list
}

// abnormal returns the strings of a corpus in another form: with capitals, a dot segment and a port.
func abnormal(kind string) (list []string) {
	for _, i := range parsed(texts(kind)) {
		host, _ := i.Host()
		rest := i.String()[len(i.Scheme())+len("://")+len(host.String()):]
		if port, ok := i.Port(); ok {
			rest = rest[1+len(port):]
		}
		port := map[string]string{"http": ":80", "https": ":443"}[i.Scheme()]
		list = append(list, strings.ToUpper(i.Scheme())+"://"+strings.ToUpper(host.String())+port+"/a/.."+rest)
	}
	return list
}

func parses(s string) bool { _, err := iri.Parse(s); return err == nil }

func parsesURL(s string) bool { _, err := url.Parse(s); return err == nil }

func normalizes(i iri.IRI) bool { return !i.Normalize(iri.RungScheme).IsZero() }

// conforms returns a check by a validator with options.
func conforms(opts ...iri.Option) func(string) bool {
	v := iri.RFC3987.Top().Validator(opts...)
	return func(s string) bool { return v.Validate(s).Conforms() }
}

// inScript returns lines in a script.
func inScript(script string) (list []string) {
	for g := corpus.New(1); len(list) < stringLines; {
		list = append(list, g.InScript(script))
	}
	return list
}

// rated gives a runner over strings the unit MB/s.
func rated(r Runner, list []string) Runner {
	size := float64(len(strings.Join(list, ""))) / float64(len(list))
	ns := r.Figure
	r.Figure = func() float64 { return size / ns() * 1e3 }
	return r
}

// fourBytes compares a script whose characters have four bytes with one of three.
func fourBytes() Row {
	return Row{"`Valid`, Chakma, of four bytes a character", Rate, Aim{1, "Bengali"}, func(*Setting) []Runner {
		four, three := inScript("Chakma"), inScript("Bengali")
		return []Runner{rated(Each("Chakma", four, iri.Valid), four), rated(Each("Bengali", three, iri.Valid), three)}
	}}
}

// block joins strings to lines.
func block(list []string) []byte { return []byte(strings.Join(list, "\n") + "\n") }

// overBlocks is a runner whose work is lines in blocks, each by the validator that start returns, with the clock around
// those that count: from the block of this number on.
func overBlocks(name string, blocks [][]byte, from int, start func(k int) *iri.Validator) Runner {
	var times Times
	n := bytes.Count(bytes.Join(blocks[from:], nil), []byte{'\n'})
	round := func() error {
		for k, b := range blocks {
			begin := time.Now()
			start(k).Lines(b, func(int, int) bool { return true })
			if k >= from {
				times.Keep(k-from, time.Since(begin))
			}
		}
		return nil
	}
	return Runner{name, round, func() float64 { return times.Sum() / float64(n) }}
}

// manyScripts compares a Validator that has read other scripts with a new one.
func manyScripts() Row {
	return Row{"`Validator.Lines` after 20 other scripts", NS, Aim{1.1, "each a new one"}, func(*Setting) []Runner {
		var blocks [][]byte
		for _, script := range corpus.New(1).Scripts() {
			blocks = append(blocks, block(inScript(script)))
		}
		top, from := iri.RFC3987.Top(), 2*len(blocks)/3
		var one *iri.Validator
		return []Runner{
			overBlocks("one Validator", blocks, from, func(k int) *iri.Validator {
				if k == 0 {
					one = top.Validator()
				}
				return one
			}),
			overBlocks("each a new one", blocks[from:], 0, func(int) *iri.Validator { return top.Validator() }),
		}
	}}
}

// findings returns the row of a string with many findings: nanoseconds for each of them.
func findings() Row {
	const n = 282
	return Row{"each of " + strconv.Itoa(n) + " findings of one string", NS, Aim{Figure: 400}, func(*Setting) []Runner {
		s := "http://example.org/" + strings.Repeat("a b", n)
		times := new(Times)
		return []Runner{{"findings", func() error {
			Round(times, []string{s}, func(s string) bool { r := iri.Check(s, iri.MaxFindings(0)); return len(r.Findings()) == n })
			return nil
		}, func() float64 { return times.Sum() / float64(n) }}}
	}}
}
