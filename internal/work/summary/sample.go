package summary

import (
	"cmp"
	"slices"
)

// A Drawn is a record in the sample of a code.
//
// The sample of a code holds the records whose places have the smallest hashes. So the
// same input always has the same sample, whatever the number of workers and even if the
// run was interrupted; samples of parts can be merged; and every finding has the same
// chance.
type Drawn struct {
	Key    uint64 `json:"key"`    // the hash of File and Offset
	File   int    `json:"file"`   // the number of the record's file
	Offset int64  `json:"offset"` // the record's offset in the file
	Output []byte `json:"output"` // the text to print for the record
}

// key hashes a place with the finalizer of SplitMix64.
func key(file int, offset int64) uint64 {
	mix := func(x uint64) uint64 {
		x += 0x9E3779B97F4A7C15
		x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
		x = (x ^ x>>27) * 0x94D049BB133111EB
		return x ^ x>>31
	}
	return mix(mix(uint64(file)) ^ uint64(offset))
}

// Draw puts a record into the sample of a code, which holds n records, if the hash of its
// place is small enough. Only then it calls output for the text to print.
func (s *Summary) Draw(code string, n, file int, offset int64, output func() []byte) {
	d := Drawn{Key: key(file, offset), File: file, Offset: offset}
	s.SampleSize = n
	sample := s.Sample[code]
	if len(sample) >= n && sample[len(sample)-1].Key <= d.Key {
		return
	}
	d.Output = output()
	s.keep(code, d)
}

// keep puts a record into the sample of a code, unless the sample is full of records with
// smaller hashes or has the record itself.
func (s *Summary) keep(code string, d Drawn) {
	sample := s.Sample[code]
	at, found := slices.BinarySearchFunc(sample, d.Key,
		func(x Drawn, key uint64) int { return cmp.Compare(x.Key, key) })
	if found || at >= s.SampleSize {
		return
	}
	if s.Sample == nil {
		s.Sample = make(map[string][]Drawn)
	}
	sample = slices.Insert(sample, at, d)
	s.Sample[code] = sample[:min(len(sample), s.SampleSize)]
}

// Drawn returns the records of all samples in the order of the input, each once.
func (s *Summary) Drawn() []Drawn {
	var all []Drawn
	for _, drawn := range s.Sample {
		all = append(all, drawn...)
	}
	slices.SortFunc(all, func(a, b Drawn) int {
		return cmp.Or(cmp.Compare(a.File, b.File),
			cmp.Compare(a.Offset, b.Offset))
	})
	return slices.CompactFunc(all, func(a, b Drawn) bool { return a.File == b.File && a.Offset == b.Offset })
}
