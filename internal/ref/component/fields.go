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

// HostField is the field of the host. It and the userinfo are the authority.
const HostField = 1
