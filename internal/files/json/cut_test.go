package json

import (
	"bytes"
	"fmt"
	"testing"
)

// cuts returns the ends of the records of a text that comes in pieces of a length.
func cuts(text []byte, size int) (all []int) {
	var n Nesting
	for at := 0; at < len(text); {
		piece := text[at:min(len(text), at+size)]
		end, ok := n.ends(piece, true)
		if !ok {
			at += len(piece)
			continue
		}
		all = append(all, at+end)
		n, at = Nesting{}, at+end
	}
	return all
}

var cutTexts = []string{
	"[\n{\"x\": \"]}\\\"[{\\\\\",\n\"iri\": [\n\"a:1\"\n]\n},\n\"a:end\"\n]\n", "{\"iri\":\"a:b\"\n{\"iri\":\"a:c\"}\n",
	"\"a\n\"b\"\n", "[\n[\n1\n],\n\n2]\n", "{}\n\n\n{}{\n}\n", "{\n}\n \r\n1\n2\n", "{\"\\\\\":[\n\"\\\"\"\n\"x\"]}\n",
	"// {\n{\n1 // x\n2,\n\"a\":/* \" * **/ [ # ]\n],\n}\n{\"b\": http://e/}\n1\n/\n", "# a\n[\n1\n]\n/**/\n",
	"[[\n1]\n]\n", "\xef\xbb\xbf[\n1]\n", "{\n1\n{\n",
	"{\n\"a\": 1, // \"b\"\n\"c\": 2,\n", "{\"a\": 1 /*\n \"b\"\n\"c\"\n", "{ # 1\n2\n",
}

func FuzzNesting(f *testing.F) {
	for _, text := range cutTexts {
		f.Add(text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		whole := []byte(text)
		want := cuts(whole, len(text)+1)
		if got := cuts(whole, 1+max(size, 0)%16); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("in pieces %v, as a whole %v", got, want)
		}
		last, ok := new(Nesting).lastRecord(whole, 0)
		if ok != (len(want) > 0) || ok && last != want[len(want)-1] {
			t.Errorf("the last record ends at %d %v, want %v", last, ok, want)
		}
		for _, end := range want {
			if whole[end-1] != '\n' {
				t.Errorf("a record ends at %d, which is not the end of a line", end)
			}
		}
		if bytes.Count(whole, []byte{'\n'}) < len(want) {
			t.Errorf("more records than lines: %v", want)
		}
	})
}
