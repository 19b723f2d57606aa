// Package lazy makes values when they are first needed, as [sync.OnceValue] does. A package variable that OnceValue
// makes is made by the init function of its package, so what it may need is linked to each program that imports the
// package: a program that only asks iri.Valid would have 4.3 MB instead of 2.1 MB (TestSize of package bench).
//
// Tables that few programs need stay small until then: generators call [Pack], whose result does not depend on the Go
// release, and programs call [Unpack].
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
