package option

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// wanted describes the types of values in TOML and JSON, for messages.
var wanted = [...]string{"a string", "true or false", "a number", "a string", "an array of strings",
	"a table of strings"}

// Decode converts a value of TOML or JSON to the texts that [Value.Set] accepts.
func (o *Option) Decode(value any) ([]string, error) {
	switch x := value.(type) {
	case string:
		if o.Kind == Text || o.Kind == Bytes {
			return []string{x}, nil
		}
	case bool:
		if o.Kind == Switch {
			return []string{strconv.FormatBool(x)}, nil
		}
	case int64:
		if o.Kind == Number {
			return []string{strconv.FormatInt(x, 10)}, nil
		}
	case float64: // all numbers of JSON have this type
		if o.Kind == Number && x == float64(int(x)) {
			return []string{strconv.Itoa(int(x))}, nil
		}
	case []any:
		if list, ok := Strings(x); ok && o.Kind == List {
			return list, nil
		}
	case map[string]any:
		var use []string
		if named, ok := Strings(x[UseKey]); ok && o.Named != nil {
			use, x = named, maps.Clone(x)
			delete(x, UseKey)
		}
		names := slices.Sorted(maps.Keys(x))
		elements := make([]any, len(names))
		for i, name := range names {
			elements[i] = x[name]
		}
		if list, ok := Strings(elements); ok && o.Kind == Table {
			for i, name := range names {
				list[i] = name + "=" + list[i]
			}
			return append(use, list...), nil
		}
	}
	return nil, OtherKind(value, wanted[o.Kind])
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

// kinds are the names of types of values.
var kinds = map[string]string{
	"string": "string", "bool": "boolean", "int64": "integer", "float64": "float", "[]interface {}": "array",
	"map[string]interface {}": "table",
}

// OtherKind returns the error for a value of the wrong type, without the name of its key.
func OtherKind(value any, want string) error {
	is, ok := kinds[fmt.Sprintf("%T", value)]
	if !ok {
		is = "date or time"
	}
	return fmt.Errorf("has a value of another kind (%s): it has to be %s", is, want)
}
