package jsonw

import "strconv"

// AppendName appends the name of a member, with a comma before it unless it is the first
// member of its object. The name must not need escapes.
func AppendName(b []byte, name string) []byte {
	if n := len(b); n == 0 || b[n-1] != '{' {
		b = append(b, ',')
	}
	b = append(b, '"')
	b = append(b, name...)
	return append(b, '"', ':')
}

// AppendMember appends a member whose value is a string: see [AppendName].
func AppendMember(b []byte, name, value string) []byte {
	return AppendString(AppendName(b, name), value)
}

// AppendInt appends a member whose value is a number: see [AppendName].
func AppendInt(b []byte, name string, value int64) []byte {
	return strconv.AppendInt(AppendName(b, name), value, 10)
}

// AppendStrings appends a member whose value is an array of strings: see [AppendName].
func AppendStrings(b []byte, name string, values []string) []byte {
	b = append(AppendName(b, name), '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendString(b, v)
	}
	return append(b, ']')
}
