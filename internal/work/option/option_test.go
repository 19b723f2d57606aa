package option

import (
	"fmt"
	"reflect"
	"testing"
)

// TestValue sets options of each kind, and says how they are written and what they count.
func TestValue(t *testing.T) {
	for _, tt := range []struct {
		o        Option
		in, want string // the value and its number, or the error
	}{
		{Option{Kind: Text}, "a", "a 0"},
		{Option{Kind: Switch}, "true", "true 1"},
		{Option{Kind: Switch}, "yes", "must be true or false"},
		{Option{Kind: Number}, "-3", "-3 -3"},
		{Option{Kind: Number}, "3k", "must be an integer"},
		{Option{Kind: Bytes}, "64K", "64k 65536"},
		{Option{Kind: Bytes}, "1025", "1025 1025"},
		{Option{Kind: Bytes}, "1023m", "1023M 1072693248"},
		{Option{Kind: Bytes}, "2g", "must be less than 2G"},
		{Option{Kind: Bytes}, "k", "not a number of bytes, such as 65536, 64k or 1M"},
		{Option{Kind: List}, "a b", `["a b"] 0`},
	} {
		v := Value{Option: tt.o}
		got := ""
		if err := v.Set(tt.in); err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(&v, v.Int())
		}
		if got != tt.want {
			t.Errorf("%d %q: got %q, want %q", tt.o.Kind, tt.in, got, tt.want)
		}
	}
}

// TestFill fills in fields, and says what is too small.
func TestFill(t *testing.T) {
	var s Values
	s.Add(Option{Name: "a", Kind: Number, Default: "7", Min: 2, Field: "A"},
		Option{Name: "b", Kind: Switch, Field: "B"}, Option{Name: "c", Kind: List, Field: "C"})
	type job struct {
		A int
		B bool
		C []string
	}
	var j job
	for _, set := range [][2]string{{"b", "true"}, {"c", "x"}, {"c", "y"}} {
		if err := s.Get(set[0]).Set(set[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Fill(&j); err != nil || fmt.Sprint(j) != "{7 true [x y]}" {
		t.Errorf("got %v, %v", j, err)
	}
	for value, want := range map[string]string{"1": "a 1: must be at least 2", "-1": "a -1: must be at least 2"} {
		if err := s.Get("a").Set(value); err != nil {
			t.Fatal(err)
		}
		if err := s.Fill(&j); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestRefused says where an option is for none of the formats.
func TestRefused(t *testing.T) {
	v := Value{Option: Option{Name: "a", Default: "auto", Formats: []string{"csv"}}}
	for _, tt := range []struct {
		value   string
		formats []string
		refused bool
	}{
		{"", []string{"json"}, false}, {"auto", []string{"json"}, false}, {"x", []string{"json"}, true}, {"x",
			[]string{"csv", "json"}, false},
	} {
		if v.given = nil; tt.value != "" {
			v.given = []string{tt.value}
		}
		if err := v.Refused(tt.formats...); (err != nil) != tt.refused {
			t.Errorf("%q of %q: got %v", tt.value, tt.formats, err)
		}
	}
}

// TestDecode has values of TOML and JSON for each kind.
func TestDecode(t *testing.T) {
	for _, tt := range []struct {
		kind  ValueType
		value any
		want  string
	}{
		{Text, "a", "[a]"}, {Text, true, "has a value of another kind (boolean): it has to be a string"},
		{Switch, true, "[true]"}, {Switch, "true", "has a value of another kind (string): it has to be true or false"},
		{Number, int64(3), "[3]"}, {Number, 3.0, "[3]"},
		{Number, 3.5, "has a value of another kind (float): it has to be a number"},
		{List, []any{"a", "b"}, "[a b]"},
		{List, []any{"a", int64(1)}, "has a value of another kind (array): it has to be an array of strings"},
		{Table, map[string]any{"b": "1", "a": "2"}, "[a=2 b=1]"},
		{Table, map[string]any{"b": true}, "has a value of another kind (table): it has to be a table of strings"},
	} {
		o := Option{Kind: tt.kind}
		got, err := o.Decode(tt.value)
		said := fmt.Sprint(got)
		if err != nil {
			said = err.Error()
		}
		if said != tt.want {
			t.Errorf("%d %v: got %s, want %s", tt.kind, tt.value, said, tt.want)
		}
	}
}

// TestOf has values of an option that has only some, as --fail-on.
func TestOf(t *testing.T) {
	for value, want := range map[string]string{
		"": "", "b": "", "c": "a c: choose one of a, b",
	} {
		var s Values
		v := s.Add(Option{Name: "a", Default: "a", Of: []string{"a", "b"}})[0]
		if v.Replace([]string{value}); value == "" {
			v.Replace(nil)
		}
		got := ""
		if err := s.Fill(new(Options)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", value, got, want)
		}
	}
}

// TestEntries holds that the options of files have fields, which can be merged.
func TestEntries(t *testing.T) {
	of := reflect.TypeFor[Options]()
	for _, x := range InFile() {
		if x.Scope&Section == 0 {
			continue
		}
		if f, ok := of.FieldByName(x.Field); !ok || f.Type.Kind() != reflect.String && f.Type.Kind() != reflect.Slice &&
			f.Type.Kind() != reflect.Map {
			t.Errorf("%s: got the field %q of the type %v, want a string, a slice or a map", x.Name, x.Field, f.Type)
		}
	}
}
