// Package lazy makes values when they are first needed, and not when the program starts: what a
// program does not need is then not linked into it, for nothing in an init function names it. What
// comes in is a function, what goes out is its result.
package lazy

import "sync"

// A Value is made once. The zero Value is not made yet. It may be used by several goroutines at once,
// and must not be copied after its first use.
type Value[T any] struct {
	once  sync.Once
	value T
}

// Get returns the value, which the first call makes; the function of later ones is not called.
func (v *Value[T]) Get(build func() T) T {
	v.once.Do(func() { v.value = build() })
	return v.value
}
