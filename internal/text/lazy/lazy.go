// Package lazy makes values when they are first needed, as [sync.OnceValue] does. OnceValue in a package variable is
// called by the init function of the package, so everything that it may need is linked into each program that imports
// the package: a program that only calls iri.Valid would have 4.3 MB instead of 2.1 MB (TestSize of package bench).
//
// Tables that few programs need are packed until then: generators call [Pack], whose result does not depend on the Go
// release, and programs call [Unpack].
package lazy

import "sync"

// A Value is computed once. The zero Value has not been computed. It may be used by several goroutines at once, and
// must not be copied after its first use.
type Value[T any] struct {
	once  sync.Once
	value T
}

// Get returns the value. The first call computes it with build; later calls ignore build.
func (v *Value[T]) Get(build func() T) T {
	v.once.Do(func() { v.value = build() })
	return v.value
}
