package bench

import "strings"

// A Shape is an IRI of which one part can have any length.
type Shape struct {
	Name string
	unit string // what is repeated
	head string
	tail string
}

// Shapes returns one shape for each part of an IRI that can grow.
func Shapes() []Shape {
	return []Shape{
		{"path", "/segment", "http://example.org", "?q#f"},
		{"intl", "/路径", "http://example.org", "?q#f"},
		{"percent", "%E8%B7%AF", "http://example.org/", ""},
		{"query", "&key=value", "http://example.org/?q", ""},
		{"host", "label.", "http://", "/"},
	}
}

// Make returns an IRI of about n bytes.
func (s Shape) Make(n int) string {
	n = max(n-len(s.head)-len(s.tail), len(s.unit))
	return s.head + strings.Repeat(s.unit, n/len(s.unit)) + s.tail
}
