package input

// CanStartAtLine reports whether the records of the file can be read from the start of
// any line: a record is a line, whatever comes before it, and the file is not compressed.
// [Scanner.Resume] then goes to the place without reading what is before.
func (f *File) CanStartAtLine() bool {
	return f.Format.anyLine && f.kind == ""
}
