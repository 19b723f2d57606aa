package iribeam

// A Rejected is a record that a transform could not pass on, with the reasons.
type Rejected struct {
	Place    Place // of the first fault
	Part     int64 // the offset of the part of the file
	Record   []byte
	Findings []byte // a JSON array of findings
}
