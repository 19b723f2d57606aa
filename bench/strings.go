package bench

import (
	"bytes"
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

// abnormal returns the strings of a corpus in another form: with capitals, a dot segment and a port.
func abnormal(kind string) (list []string) {
	ports := map[string]string{"http": "80", "https": "443"}
	for _, i := range parsed(texts(kind)) {
		host, _ := i.Host()
		r := i.Ref()
		r, _ = r.WithHost(strings.ToUpper(host.String()))
		r, _ = r.WithPort(ports[i.Scheme()])
		r, _ = r.WithPath("/a/.." + r.Path())
		list = append(list, strings.ToUpper(i.Scheme())+strings.TrimPrefix(r.String(), i.Scheme()))
	}
	return list
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
