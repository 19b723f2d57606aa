// Package option is the options of a job as data: what a flag is called, what its help says, its default, where
// iri.toml has it, and which field of a job its values fill in. The flags of the command and of the pipeline, the keys
// of iri.toml and the options of iri/full are made of the same entries. In come values as they are written, out comes
// one struct. The package must not know formats of files, which iri/full does not link, nor what is done with a value.
package option

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A ValueType says what the values of an option are.
type ValueType uint8

// The kinds. Those after Bytes may be repeated.
const (
	Text   ValueType = iota
	Switch           // true or false
	Number
	Bytes // a number, or one with k, M or G after it for so many KiB, MiB or GiB, in either case
	List
	Table // NAME=VALUE; in iri.toml a table
)

// A Scope says where in iri.toml an option may stand.
type Scope uint8

// The scopes. An option may have several.
const (
	Run     Scope = 1 << iota // for all files
	Section                   // for the files that match a pattern
	Never   Scope = 0
)

// An Option is an option of a job.
type Option struct {
	Name    string // of the flag
	Short   string // its other name, a letter; empty for none
	Usage   string // what the help says; a word in backquotes is what the value is called
	Kind    ValueType
	Default string
	Of      []string // the values that it may have; nil for any
	Min     int      // of a number
	Named   []string // of a table: names that stand for many entries; in iri.toml its key [UseKey] has an array of them
	Only    string   // the one command that has it; empty for several
	Formats []string // of the files that it is for; nil for all
	Instead string   // what is said beside that where none is read

	Scope Scope
	OfRun bool   // it is not for some files alone: iri.toml of the working directory says it, and no nested one
	Key   string // in iri.toml, if that is not the name
	Why   string // Never: why the file cannot have it
	Path  bool   // the values are names of files, in iri.toml from its folder

	Field string // of the job that the values fill in; empty for none
	// returns the value for the field, or why there is none; nil for the usual one
	Parse func(values []string) (any, error)
}

// UseKey is the key of tables in iri.toml that has an array of Named.
const UseKey = "use"

// InFile returns the key in iri.toml.
func (o *Option) InFile() string {
	if o.Key != "" {
		return o.Key
	}
	return o.Name
}

// An Error says what is wrong with one of the options, by the name of its flag.
type Error struct{ Option, Value, Reason string }

func (e *Error) Error() string {
	if e.Value == "" {
		return e.Option + ": " + e.Reason
	}
	return e.Option + " " + e.Value + ": " + e.Reason
}

// Wrong returns the error of an option, with its value if that is not empty.
func Wrong(option, value, reason string) error { return &Error{option, value, reason} }

// OneOf returns the error of an option whose value is none of the names.
func OneOf(option, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	return Wrong(option, value, "choose one of "+strings.Join(names, ", "))
}

// A Value is an option with its values. It is a value for packages flag and pflag.
type Value struct {
	Option
	given  []string // as they are written; nil: the default
	inFile bool     // iri.toml gives them, for those files that take them
}

// SetInFile is Set with a value of iri.toml.
func (v *Value) SetInFile(s string) error {
	v.inFile = true
	return v.Set(s)
}

// Refused returns the error for an option that is given, and not in iri.toml, where none of the files is in one of its
// formats; nil for all others.
func (v *Value) Refused(formats ...string) error {
	takes := func(format string) bool { return slices.Contains(v.Formats, format) }
	if v.Formats == nil || len(v.given) == 0 || v.inFile || v.Kind < List && v.Text() == v.Default ||
		slices.ContainsFunc(formats, takes) {
		return nil
	}
	return Wrong(v.Name, v.Text(), fmt.Sprintf("this is for %s, and what is read is %s%s", strings.Join(v.Formats, ", "),
		strings.Join(formats, ", "), v.Instead))
}

// Set takes a value: one more, if the option may be repeated.
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

// String returns the value as [Value.Set] takes it. That of several is for people.
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

// Type returns what package pflag calls the value.
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

// Int returns a number, or 1 for a switch that is on.
func (v *Value) Int() int {
	n, _ := parse(v.Kind, v.Text()) // Set has looked at it
	return n
}

// parse returns the number that a value of the kind stands for, 1 for true; 0 for all texts.
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

// Size returns a number of bytes as it is written, as short as it can be.
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

// Add adds options, and returns what holds their values.
func (s *Values) Add(options ...Option) Values {
	for _, o := range options {
		*s = append(*s, &Value{Option: o})
	}
	return (*s)[len(*s)-len(options):]
}

// Get returns an option by its name: one without values and default if the set has none of that name.
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

// Fill fills in the fields of a job, which is a pointer to a struct.
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

// IsGiven reports whether the option has values, of the user or of iri.toml.
func (v *Value) IsGiven() bool { return v.given != nil }

// Given returns the options for single files with the values of the user alone, without those of iri.toml.
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
