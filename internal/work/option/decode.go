package option

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Decode returns what a value of TOML or JSON says, as [Value.Set] takes it.
func (o *Option) Decode(value any) (values []string, err error) {
	ok, want := false, ""
	switch o.Kind {
	case Text, Bytes:
		values, want = make([]string, 1), "a string"
		values[0], ok = value.(string)
	case Switch:
		want = "true or false"
		var on bool
		on, ok = value.(bool)
		values = []string{strconv.FormatBool(on)}
	case Number:
		want = "a number"
		n, isInt := value.(int64)
		if f, isFloat := value.(float64); isFloat && f == float64(int64(f)) { // as JSON has all numbers
			n, isInt = int64(f), true
		}
		values, ok = []string{strconv.FormatInt(n, 10)}, isInt
	case List:
		want = "an array of strings"
		values, ok = Strings(value)
	case Table:
		want = "a table of strings"
		var table map[string]any
		table, ok = value.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(table)) {
			text, isString := table[name].(string)
			values, ok = append(values, name+"="+text), ok && isString
		}
	}
	if !ok {
		return nil, OtherKind(value, want)
	}
	return values, nil
}

// Strings returns the elements of an array of strings.
func Strings(value any) (list []string, ok bool) {
	elements, ok := value.([]any)
	for _, x := range elements {
		one, isString := x.(string)
		list, ok = append(list, one), ok && isString
	}
	return list, ok
}

// OtherKind returns the error for a value of another kind than is wanted, without the name of its key.
func OtherKind(value any, want string) error {
	is := "date or time"
	switch value.(type) {
	case string:
		is = "string"
	case bool:
		is = "boolean"
	case int64:
		is = "integer"
	case float64:
		is = "float"
	case []any:
		is = "array"
	case map[string]any:
		is = "table"
	}
	return fmt.Errorf("has a value of another kind (%s): it has to be %s", is, want)
}
