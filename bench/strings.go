package bench

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

// stringLines is how many strings a row has, if its name does not say.
const stringLines = 4000

// Times are the shortest times of the parts of a corpus. Each part is measured by itself, so that
// other work of the machine counts only if it is there in every round.
type Times []time.Duration

// Keep keeps the time of part k, if none of that part was shorter.
func (t *Times) Keep(k int, took time.Duration) {
	if k == len(*t) {
		*t = append(*t, took)
	}
	(*t)[k] = min((*t)[k], took)
}

// Sum returns the time of all parts in nanoseconds.
func (t Times) Sum() (ns float64) {
	for _, took := range t {
		ns += float64(took.Nanoseconds())
	}
	return ns
}

// Round runs a check on all items twice, the second time with the clock: what ran before has
// filled the caches with its own data. It returns how many items the check accepts.
func Round[T any](t *Times, list []T, check func(T) bool) (good int) {
	for _, s := range list {
		check(s)
	}
	k := 0
	for part := range slices.Chunk(list, 200) {
		start := time.Now()
		for _, s := range part {
			if check(s) {
				good++
			}
		}
		t.Keep(k, time.Since(start))
		k++
	}
	return good
}

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

// made returns what f makes of the items, without those that it refuses.
func made[S, T any](list []S, f func(S) (T, error)) (out []T) {
	for _, s := range list {
		if t, err := f(s); err == nil {
			out = append(out, t)
		}
	}
	return out
}

// parsed returns the IRIs among strings.
func parsed(list []string) []iri.IRI { return made(list, iri.Parse) }

// uris returns the URIs that the strings of a corpus map to.
func uris(kind string) []iri.URI {
	return made(parsed(texts(kind)), func(i iri.IRI) (iri.URI, error) { return i.URI() })
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

// validRate is a runner of iri.Valid over lines in a script, in MB/s.
func validRate(script string) Runner {
	list := inScript(script)
	r := Each(script, list, iri.Valid)
	ns, size := r.Figure, float64(len(strings.Join(list, "")))/float64(len(list))
	r.Figure = func() float64 { return size / ns() * 1e3 }
	return r
}

// overBlocks is a runner whose work is lines in blocks, by one Validator for a round, or a fresh one for each block.
// The blocks from this number on count.
func overBlocks(name string, blocks [][]byte, from int, fresh bool) Runner {
	var times Times
	n := bytes.Count(bytes.Join(blocks[from:], nil), []byte{'\n'})
	round := func() error {
		var v *iri.Validator
		for k, b := range blocks {
			begin := time.Now()
			if k == 0 || fresh {
				v = iri.RFC3987.Top().Validator()
			}
			v.Lines(b, func(int, int) bool { return true })
			if k >= from {
				times.Keep(k-from, time.Since(begin))
			}
		}
		return nil
	}
	return Runner{name, round, func() float64 { return times.Sum() / float64(n) }}
}
