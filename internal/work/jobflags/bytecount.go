package jobflags

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// A ByteCount is the value of a flag that counts bytes: a number, or one with k, M or G after it
// for so many KiB, MiB or GiB, in either case: 10k is 10,240.
type ByteCount int

// String returns the count as [ByteCount.Set] takes it, as short as it can be.
func (n *ByteCount) String() string {
	v := int(*n)
	for _, u := range []struct {
		name string
		size int
	}{{"G", 1 << 30}, {"M", 1 << 20}, {"k", 1 << 10}} {
		if v >= u.size && v%u.size == 0 {
			return strconv.Itoa(v/u.size) + u.name
		}
	}
	return strconv.Itoa(v)
}

// Type is what package pflag calls the value.
func (*ByteCount) Type() string { return "BYTES" }

// Set parses a count.
func (n *ByteCount) Set(s string) error {
	digits, shift := s, 0
	if s != "" {
		if i := strings.IndexByte("kmg", s[len(s)-1]|0x20); i >= 0 {
			digits, shift = s[:len(s)-1], 10*(i+1)
		}
	}
	v, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return errors.New("not a number of bytes, such as 65536, 64k or 1M")
	case err != nil || v > math.MaxInt32>>shift || v < math.MinInt32>>shift:
		return errors.New("must be less than 2G")
	}
	*n = ByteCount(v << shift)
	return nil
}
