package store

type DB[T any] struct{}

func Open(kind, iri string) *DB[int] { return nil }

func (*DB[T]) Get(iri string) {}
