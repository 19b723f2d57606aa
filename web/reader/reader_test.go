package reader

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestRead reads one text in each way that the page has: pasted, of a file by its name, and with a chosen format.
func TestRead(t *testing.T) {
	for _, row := range []struct{ name, params, want string }{
		{"a pasted page", `{"format":"html","text":"<p>\n<a href=\"/a b\">x</a> <a href='/a b'>y</a>"}`,
			`{"format":"html","items":[{"text":"/a b","line":2,"col":10}],"references":true}`},
		{"Turtle, with names expanded", `{"format":"turtle","text":"@prefix e: <http://e/> .\ne:a e:b <http://x/ y> ."}`,
			`{"format":"turtle","items":[{"text":"http://e/","line":1,"col":13},{"text":"http://e/a","line":2,"col":1},` +
				`{"text":"http://e/b","line":2,"col":5},{"text":"http://x/ y","line":2,"col":10}],"references":false}`},
		{"JSON", `{"format":"json","text":"{\"a\":\"no\",\"b\":[\"http://e/%zz\"]}"}`,
			`{"format":"json","items":[{"text":"http://e/%zz","line":1,"col":17}],"references":false}`},
		{"a file by its name, with its charset", `{"name":"a.HTML","bytes":"PG1ldGEgY2hhcnNldD1sYXRpbjE+PGEgaHJlZj0iaHR0cDovL2Uv6SI+"}`,
			`{"format":"html","items":[{"text":"http://e/é","line":1,"col":31}],"references":true}`},
		{"lines are as they are", `{"name":"a.txt","bytes":"YTpiCgphOmIK"}`,
			`{"format":"lines","items":[{"text":"a:b","line":1,"col":1},{"text":"a:b","line":3,"col":1}],"references":false}`},
		{"a line end in a string", `{"format":"html","text":"<a href=\"http://e/a\nb\">"}`,
			`{"format":"html","items":[{"text":"http://e/a b","line":1,"col":10}],"references":true}`},
		{"what a template fills in", `{"format":"html","text":"<a href=\"{{ x }}\">"}`,
			`{"format":"html","items":[],"references":false}`},
	} {
		want := `{"result":` + row.want + `}`
		if got := Call("read", row.params); got != want {
			t.Errorf("%s:\n got %s\nwant %s", row.name, got, want)
		}
	}
	if got := Call("read", `{"format":"json","text":"{\"a\":\"http://e/\""}`); !strings.Contains(got, `"fault":"line 1, `) {
		t.Errorf("got %s, want a fault", got)
	}
	for _, row := range []struct{ method, params, want string }{
		{"read", `{"format":"none","text":"x"}`, "there is no input format"},
		{"read", `[]`, "cannot be read"},
		{"write", `{}`, "there is no method"},
	} {
		if got := Call(row.method, row.params); !strings.HasPrefix(got, `{"error":`) || !strings.Contains(got, row.want) {
			t.Errorf("%s %s: got %s, want %q", row.method, row.params, got, row.want)
		}
	}
}

// TestFormats holds that each format of the menu is one that is read.
func TestFormats(t *testing.T) {
	var names struct{ Result []string }
	if err := json.Unmarshal([]byte(Call("formats", "{}")), &names); err != nil || len(names.Result) < 15 {
		t.Fatalf("got %v, %v", names, err)
	}
	for _, name := range names.Result {
		if got := Call("read", `{"format":"`+name+`","text":" "}`); !strings.HasPrefix(got, `{"result":`) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
