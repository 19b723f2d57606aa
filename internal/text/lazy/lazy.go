// Package lazy makes values when they are first needed, and not when the program starts: what a
// program does not need is then not linked into it, for nothing in an init function names it. What
// comes in is a function, what goes out is its result.
package lazy

import (
	"sync"
	"sync/atomic"
)

// A Value is made once. The zero Value is not made yet. It may be used by several goroutines at once,
// and must not be copied after its first use.
type Value[T any] struct {
	once  sync.Once
	made  atomic.Bool
	value T
}

// Get returns the value, which the first call makes; the function of later ones is not called. It is so short that
// its callers need no call.
func (v *Value[T]) Get(build func() T) T {
	if !v.made.Load() {
		v.first(build)
	}
	return v.value
}

// first makes the value, unless another goroutine has done so.
func (v *Value[T]) first(build func() T) {
	v.once.Do(func() {
		v.value = build()
		v.made.Store(true)
	})
}
