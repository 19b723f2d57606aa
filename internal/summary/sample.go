package summary

import (
	"cmp"
	"slices"
)

// A Drawn is a record in the sample of a code.
//
// Which records those are is decided by a hash of their places: the sample of a
// code holds those with the smallest. So it does not depend on the number of
// workers or on whether the run was interrupted, parts can be merged, and the same
// input gives the same sample. Every finding has the same chance.
type Drawn struct {
	Key    uint64 `json:"key"`
	File   int    `json:"file"` // the record's place: the number of its file,
	Offset int64  `json:"offset"`
	Output []byte `json:"output"` // what is printed for it
}

// key hashes a place: the finalizer of SplitMix64, over both numbers.
func key(file int, offset int64) uint64 {
	mix := func(x uint64) uint64 {
		x += 0x9E3779B97F4A7C15
		x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
		x = (x ^ x>>27) * 0x94D049BB133111EB
		return x ^ x>>31
	}
	return mix(mix(uint64(file)) ^ uint64(offset))
}

// Draw offers a record to the sample of n of a code. output is called if it is
// taken, for what is to be printed.
func (s *Summary) Draw(code string, n, file int, offset int64, output func() []byte) {
	d := Drawn{Key: key(file, offset), File: file, Offset: offset}
	have := s.Sample[code]
	if len(have) >= n && have[len(have)-1].Key <= d.Key {
		return
	}
	d.Output = output()
	s.keep(code, d, n)
}

// keep puts a record into the sample of a code unless that has n better ones or
// this one already.
func (s *Summary) keep(code string, d Drawn, n int) {
	have := s.Sample[code]
	at, found := slices.BinarySearchFunc(have, d.Key, func(x Drawn, key uint64) int { return cmp.Compare(x.Key, key) })
	if found || at >= n {
		return
	}
	if s.Sample == nil {
		s.Sample = make(map[string][]Drawn)
	}
	have = slices.Insert(have, at, d)
	s.Sample[code] = have[:min(len(have), n)]
}

// Drawn returns the records of all samples in the order of the input, each once.
func (s *Summary) Drawn() []Drawn {
	var all []Drawn
	for _, drawn := range s.Sample {
		all = append(all, drawn...)
	}
	slices.SortFunc(all, func(a, b Drawn) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset)) })
	return slices.CompactFunc(all, func(a, b Drawn) bool { return a.File == b.File && a.Offset == b.Offset })
}
