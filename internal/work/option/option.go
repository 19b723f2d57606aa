// Package option defines the options of a job as data: the name of the flag, its help and default, its key in
// iri.toml, and the field of the job that it sets. The flags of the command and of the pipeline, the keys of iri.toml
// and the options of iri/full are made from the same entries. Values come in as text, and it fills a struct. The
// package must not know formats of files, which iri/full does not link, nor what is done with a value.
package option

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A ValueType is the type of an option's values.
type ValueType uint8

// The types. Options of those after Bytes may be repeated.
const (
	Text   ValueType = iota
	Switch           // true or false
	Number
	Bytes // a number, or one followed by k, M or G in either case, for KiB, MiB or GiB
	List
	Table // NAME=VALUE; in iri.toml a table
)

// A Scope says where iri.toml may set an option.
type Scope uint8

// The scopes. An option may have several.
const (
	Run     Scope = 1 << iota // at the top level, for all files
	Section                   // in a section, for the files that match a pattern
	Never   Scope = 0
)

// An Option is an option of a job.
type Option struct {
	Name    string // the name of the flag
	Short   string // its short name, a letter; empty if it has none
	Usage   string // the help; a word in backquotes names the value
	Kind    ValueType
	Default string
	Of      []string // the allowed values; nil if all are
	Min     int      // the smallest number
	Named   []string // of a table: names that stand for many entries; in iri.toml the key [UseKey] has an array of them
	Only    string   // the only command that has it; empty if several have it
	Formats []string // the formats of files that it applies to; nil if all
	Instead string   // what the error suggests instead, if no file has such a format

	Scope Scope
	OfRun bool   // it cannot be set for single files: only iri.toml of the working directory sets it, and a nested one does not
	Key   string // the key in iri.toml, if it is not the name
	Why   string // for Never: why the file cannot set it
	Path  bool   // the values are names of files, in iri.toml relative to its folder

	Field string // the field of the job that it sets; empty if none
	// Parse returns the value of the field, or an error. If it is nil, the value is converted by its type.
	Parse func(values []string) (any, error)
}

// UseKey is the key of tables in iri.toml with an array of the names in Option.Named.
const UseKey = "use"

// InFile returns the key in iri.toml.
func (o *Option) InFile() string {
	if o.Key != "" {
		return o.Key
	}
	return o.Name
}

// An Error is the error of an option, which has the name of its flag.
type Error struct{ Option, Value, Reason string }

func (e *Error) Error() string {
	if e.Value == "" {
		return e.Option + ": " + e.Reason
	}
	return e.Option + " " + e.Value + ": " + e.Reason
}

// Wrong returns the error of an option, with its value if that is not empty.
func Wrong(option, value, reason string) error { return &Error{option, value, reason} }

// OneOf returns the error of an option whose value is not one of the names.
func OneOf(option, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	return Wrong(option, value, "choose one of "+strings.Join(names, ", "))
}

// A Value is an option with its values. It implements flag.Value and pflag.Value.
type Value struct {
	Option
	given  []string // the values as they are written; nil means the default
	inFile bool     // they come from iri.toml, and apply only to files of the formats of the option
}

// SetInFile is Set for a value of iri.toml.
func (v *Value) SetInFile(s string) error {
	v.inFile = true
	return v.Set(s)
}

// Refused returns an error if the option is given on the command line, and none of the formats is one that it applies
// to.
func (v *Value) Refused(formats ...string) error {
	takes := func(format string) bool { return slices.Contains(v.Formats, format) }
	if v.Formats == nil || len(v.given) == 0 || v.inFile || v.Kind < List && v.Text() == v.Default ||
		slices.ContainsFunc(formats, takes) {
		return nil
	}
	return Wrong(v.Name, v.Text(), fmt.Sprintf("this is for %s, and what is read is %s%s", strings.Join(v.Formats, ", "),
		strings.Join(formats, ", "), v.Instead))
}

// Set sets the value, or adds one if the option may be repeated.
func (v *Value) Set(s string) error {
	if v.Kind < List {
		v.given = nil
	}
	if _, err := parse(v.Kind, s); err != nil {
		return err
	}
	v.given = append(v.given, s)
	return nil
}

// String returns the value in the form that [Value.Set] accepts. Several values are joined for people.
func (v *Value) String() string {
	switch {
	case v.Kind >= List && len(v.given) > 0:
		return fmt.Sprintf("%q", v.given)
	case v.Kind >= List:
		return ""
	case v.Kind == Bytes:
		return Size(v.Int())
	}
	return v.Text()
}

// Type returns the name of the type for package pflag.
func (v *Value) Type() string {
	return [...]string{"string", "bool", "int", "BYTES", "stringArray", "stringArray"}[v.Kind]
}

// IsBoolFlag is for package flag: a switch needs no value.
func (v *Value) IsBoolFlag() bool { return v.Kind == Switch }

// Text returns the value as it is written.
func (v *Value) Text() string {
	if len(v.given) > 0 {
		return v.given[0]
	}
	return v.Default
}

// List returns all values.
func (v *Value) List() []string { return v.given }

// Int returns the number, or 1 for a switch that is on.
func (v *Value) Int() int {
	n, _ := parse(v.Kind, v.Text()) // Set has validated it
	return n
}

// parse returns the number of a value, or 1 for true. For a type that is not a number it returns 0.
func parse(k ValueType, s string) (n int, err error) {
	switch {
	case k == Bytes:
		return parseBytes(s)
	case k == Switch && s != "":
		on, err := strconv.ParseBool(s)
		if err != nil {
			return 0, errors.New("must be true or false")
		}
		if on {
			n = 1
		}
	case k == Number && s != "":
		if n, err = strconv.Atoi(s); err != nil {
			return 0, errors.New("must be an integer")
		}
	}
	return n, nil
}

// Size formats a number of bytes in its shortest form, such as "16M".
func Size(n int) string {
	for _, u := range []struct {
		name string
		size int
	}{{"G", 1 << 30}, {"M", 1 << 20}, {"k", 1 << 10}} {
		if n >= u.size && n%u.size == 0 {
			return strconv.Itoa(n/u.size) + u.name
		}
	}
	return strconv.Itoa(n)
}

// parseBytes parses a number of bytes.
func parseBytes(s string) (int, error) {
	digits, shift := s, 0
	if s != "" {
		if i := strings.IndexByte("kmg", s[len(s)-1]|0x20); i >= 0 {
			digits, shift = s[:len(s)-1], 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, errors.New("not a number of bytes, such as 65536, 64k or 1M")
	case err != nil || n > math.MaxInt32>>shift || n < math.MinInt32>>shift:
		return 0, errors.New("must be less than 2G")
	}
	return int(n) << shift, nil
}

// Values are options with their values.
type Values []*Value

// Add adds options, and returns their values.
func (s *Values) Add(options ...Option) Values {
	for _, o := range options {
		*s = append(*s, &Value{Option: o})
	}
	return (*s)[len(*s)-len(options):]
}

// Get returns the option with a name. If there is none, it returns an option without values and default.
func (s Values) Get(name string) *Value {
	for _, v := range s {
		if v.Name == name {
			return v
		}
	}
	return new(Value)
}

// On reports whether a switch is on.
func (s Values) On(name string) bool { return s.Get(name).Int() == 1 }

// Fill sets the fields of a job, which is a pointer to a struct.
func (s Values) Fill(job any) error {
	of := reflect.ValueOf(job).Elem()
	for _, v := range s {
		value, err := v.value()
		if wrong := (*Error)(nil); err != nil && !errors.As(err, &wrong) {
			err = Wrong(v.Name, v.Text(), err.Error())
		}
		if err != nil {
			return err
		}
		if v.Field != "" {
			field := of.FieldByName(v.Field)
			field.Set(reflect.ValueOf(value).Convert(field.Type()))
		}
	}
	return nil
}

// value returns the value for the field.
func (v *Value) value() (any, error) {
	number := v.Kind == Number || v.Kind == Bytes
	switch n := v.Int(); {
	case number && n < 0 && v.Min == 0:
		return nil, errors.New("must not be negative")
	case number && n < v.Min:
		return nil, fmt.Errorf("must be at least %d", v.Min)
	case v.Of != nil && v.Text()+v.Default != "":
		return v.Text(), OneOf(v.Name, v.Text(), v.Of)
	case v.Parse != nil && v.Kind >= List:
		return v.Parse(v.given)
	case v.Parse != nil:
		return v.Parse([]string{v.Text()})
	case v.Kind == Switch:
		return n == 1, nil
	case number:
		return n, nil
	case v.Kind == List:
		return v.given, nil
	}
	return v.Text(), nil
}

// IsGiven reports whether the user or iri.toml has set the option.
func (v *Value) IsGiven() bool { return v.given != nil }

// Given returns the options for single files, with the values of the user and without those of iri.toml.
func (s Values) Given() (given Values) {
	for _, v := range s {
		if v.OfRun {
			continue
		}
		own := &Value{Option: v.Option}
		if !v.inFile {
			own.given = v.given
		}
		given = append(given, own)
	}
	return given
}

// Replace gives the option other values.
func (v *Value) Replace(values []string) { v.given = values }

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
