package input

import "io"

type docReader interface{ next() ([]Record, error) }

func charRef(raw []byte) (string, int) { return "", 0 }

func (s *Scanner) nextDocument() (Block, error) { return Block{}, io.EOF }
