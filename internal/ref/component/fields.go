package component

// FieldKinds are the components whose productions say which characters may stand in the fields of a reference, in the
// order of [Parts.Fields].
var FieldKinds = [numFields]Kind{Userinfo, RegName, PathRootless, Query, Fragment}

// numFields is the number of fields: the parts of a reference in which conversions treat
// percent-encodings in different ways.
const numFields = 5

// PathField is the field of the path.
const PathField = 2

// Fields returns where the fields of the reference s end: everything before the host,
// host and port, path, query, fragment. Delimiters, scheme and port need no fields of
// their own: they have no percent-encodings and no characters that conversions change.
func (p Parts) Fields(s string) [numFields]int {
	return [numFields]int{int(p.Host), max(int(p.Host), int(p.Path)), int(p.PathEnd), int(p.Query), len(s)}
}

// Rewritten returns where the components lie once the fields of a reference, of which a conversion has changed the
// characters, end at other offsets. Delimiters, scheme and port are the same.
func (p Parts) Rewritten(ends [numFields]int) Parts {
	q := Parts{Scheme: p.Scheme, Path: uint32(ends[HostField]), PathEnd: uint32(ends[PathField]), Query: uint32(ends[3])}
	if p.Host > 0 {
		q.Host, q.HostEnd = uint32(ends[0]), q.Path-(p.Path-p.HostEnd)
	}
	return q
}

// HostField is the field of the host. It and the userinfo are the authority.
const HostField = 1
