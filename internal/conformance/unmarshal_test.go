package conformance_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
)

// decodables returns new values of all types that can be read from outside.
func decodables() []any {
	return []any{
		new(iri.IRI), new(iri.Ref), new(iri.URI), new(iri.URIRef), new(iri.Report), new(iri.Finding), new(grammars.Coverage),
		new(iri.Severity), new(iri.HostKind), new(iri.HostMapping), new(iri.Rung), new(iri.Spaces), new(iri.Backslash),
	}
}

// callAll calls every method of a value that takes nothing, numbers, writers or strings, and of what
// these return once more.
func callAll(v reflect.Value, depth int) {
	for i := range v.NumMethod() {
		m := v.Type().Method(i)
		if strings.HasPrefix(m.Name, "Unmarshal") || m.Name == "GobDecode" || m.Name == "Scan" {
			continue
		}
		call := v.Method(i)
		n := call.Type().NumIn()
		if call.Type().IsVariadic() {
			n--
		}
		var args []reflect.Value
		for k := range n {
			switch in := call.Type().In(k); {
			case in == reflect.TypeFor[io.Writer]():
				args = append(args, reflect.ValueOf(io.Discard))
			case in.Kind() == reflect.Int || in.Kind() == reflect.String || in.Kind() == reflect.Slice:
				args = append(args, reflect.Zero(in))
			}
		}
		if len(args) < n {
			continue
		}
		for _, out := range call.Call(args) {
			if depth > 0 && out.Kind() != reflect.Interface && strings.HasSuffix(out.Type().PkgPath(), "rfc3987/iri") {
				callAll(out, depth-1)
			}
		}
	}
}

// FuzzUnmarshal reads values of all types from text of others, as JSON, text, gob and columns of a
// database, and calls every method of what came out.
func FuzzUnmarshal(f *testing.F) {
	for _, seed := range []string{
		`"http://e/a"`, `{"code":"port","severity":"error","start":10,"end":11,"message":"m","fix":{"start":0,` +
			`"end":99,"text":"x"}}`,
		`{"input":"http://h:8a/","spec":"rfc3987","rule":"IRI","grammatical":false,"conforms":false,` +
			`"findings":[{"code":"port","severity":"error","start":10,"end":11,"message":"m","fix":{"start":0,` +
			`"end":99,"text":"x"}}]}`,
		`{"input":"a:b","findings":[{"code":"port","severity":"error","start":0,"end":0,"fix":{"start":2,"end":1,` +
			`"text":""}}]}`,
		`{"input":"a:b","findings":[{"code":"port","severity":"error","start":0,"end":1,"fix":{"start":-1,"end":0,` +
			`"text":""}}]}`,
		`{"input":"a:b","grammatical":true,"conforms":true,"findings":[{"code":"port","severity":"error","start":0,` +
			`"end":1}]}`,
		`{"more":-5}`, `{"input":"","inputBase64":"/w==","more":2}`, `error`, `IPv6address`, "http://e/\xff", "//h:8/",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for i := range decodables() {
			for _, how := range []func(v any, data []byte) (bool, error){fromJSON, fromText, fromBinary, fromColumn,
				fromGob} {
				v := decodables()[i]
				if ok, err := how(v, data); ok && err == nil {
					callAll(reflect.ValueOf(v).Elem(), 1)
				}
			}
		}
	})
}

func fromJSON(v any, data []byte) (bool, error) { return true, json.Unmarshal(data, v) }

func fromText(v any, data []byte) (bool, error) {
	u, ok := v.(interface{ UnmarshalText([]byte) error })
	if !ok {
		return false, nil
	}
	return true, u.UnmarshalText(data)
}

func fromBinary(v any, data []byte) (bool, error) {
	u, ok := v.(interface{ UnmarshalBinary([]byte) error })
	if !ok {
		return false, nil
	}
	return true, u.UnmarshalBinary(data)
}

func fromColumn(v any, data []byte) (bool, error) {
	u, ok := v.(interface{ Scan(any) error })
	if !ok {
		return false, nil
	}
	return true, u.Scan(data)
}

func fromGob(v any, data []byte) (bool, error) {
	return true, gob.NewDecoder(bytes.NewReader(data)).Decode(v)
}

// TestReportFromOutside has reports that no check writes.
func TestReportFromOutside(t *testing.T) {
	finding := func(members string) string {
		return `{"input":"abc","spec":"rfc3987","rule":"IRI","grammatical":true,"conforms":false,` +
			`"findings":[{"severity":"error","start":0,"end":3` + members + `}]}`
	}
	for name, text := range map[string]string{
		"a fix after the end":       finding(`,"code":"port","fix":{"start":0,"end":4,"text":"x"}`),
		"a fix before the start":    finding(`,"code":"port","fix":{"start":-1,"end":1,"text":"x"}`),
		"a fix that ends before it": finding(`,"code":"port","fix":{"start":2,"end":1,"text":"x"}`),
		"no code":                   finding(``),
		"conforms with an error":    strings.Replace(finding(`,"code":"port"`), `"conforms":false`, `"conforms":true`, 1),
		"conforms, not grammatical": `{"input":"a:b","spec":"rfc3987","rule":"IRI","grammatical":false,` +
			`"conforms":true,"findings":[]}`,
		"fewer than no more findings": `{"input":"a:b","spec":"rfc3987","rule":"IRI","grammatical":true,` +
			`"conforms":true,"findings":[],"more":-1}`,
	} {
		var r iri.Report
		if err := json.Unmarshal([]byte(text), &r); err == nil || r.Input() != "" {
			t.Errorf("%s: got %v, %v, want an error", name, r, err)
		}
	}
	var r iri.Report
	if err := json.Unmarshal([]byte(finding(`,"code":"port","fix":{"start":3,"end":3,"text":"x"}`)), &r); err != nil {
		t.Fatal(err)
	}
	if got, ok := r.FixedPart(); got != "abc" || ok {
		t.Errorf("FixedPart: got %q, %v, though the fix does not help", got, ok)
	}
	if got, ok := r.Fixed(); got != "abc" || ok {
		t.Errorf("Fixed: got %q, %v, though what the fix makes does not conform", got, ok)
	}
}
