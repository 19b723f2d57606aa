package input

// A header is the first line of a table: it says which column is wanted.
type header struct {
	tab  bool
	want string
	read bool
}

func (h *header) init(b *Block) { h.read = true }
