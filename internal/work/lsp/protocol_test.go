package lsp

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestMessages has messages that are not right: a message gets an error, and what is not one ends the server.
func TestMessages(t *testing.T) {
	frame := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	const end = `{"jsonrpc":"2.0","id":9,"method":"shutdown"}`
	for _, tt := range []struct{ name, in, out, err string }{
		{"not JSON", frame("{") + frame(end), `"code":-32700`, ""},
		{"no method", frame(`{"id":1}`) + frame(end), `"id":9`, ""},
		{"an unknown method", frame(`{"id":"a","method":"x"}`) + frame(end),
			`"error":{"code":-32601,"message":"there is no method x"},"id":"a"`, ""},
		{"an unknown notification", frame(`{"method":"$/x"}`) + frame(end), `"id":9`, ""},
		{"other parameters", frame(`{"id":1,"method":"textDocument/hover","params":3}`) + frame(end), `"code":-32602`,
			""},
		{"before initialize", frame(`{"id":1,"method":"textDocument/hover","params":{}}`) + frame(end), `"code":-32002`,
			""},
		{"after shutdown", frame(end) + frame(`{"id":7,"method":"textDocument/hover","params":{}}`) + frame(end),
			`"code":-32600,"message":"the server was shut down: it takes no more than exit"},"id":7`, ""},
		{"another header", "Content-Type: x\r\n" + frame(end), `"result":null`, ""},
		{"nothing", "", "", ""},
		{"no length", "\r\n{}", "", "has no Content-Length"},
		{"a length that is none", "Content-Length: x\r\n\r\n{}", "", "cannot have the length"},
		{"a length without bounds", "Content-Length: 99999999999\r\n\r\n{}", "", "cannot have the length"},
		{"a header line without an end", strings.Repeat("x", maxHeader+1), "", "more than 4096 bytes"},
		{"a header without an end", strings.Repeat("X: y\r\n", maxHeader), "", "more than 4096 bytes"},
		{"the start of a header", "Content-Len", "", "ends too soon"},
		{"the start of a message", "Content-Length: 9\r\n\r\n{", "", "unexpected EOF"},
	} {
		var out bytes.Buffer
		clean, err := Serve(strings.NewReader(tt.in), &out, "1")
		if !strings.Contains(out.String(), tt.out) || (err != nil) != (tt.err != "") || err != nil &&
			!strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: got %q, %v", tt.name, out.String(), err)
		}
		if want := strings.HasSuffix(tt.in, end); clean != want {
			t.Errorf("%s: the end is clean: %t", tt.name, clean)
		}
	}
}

// TestFlood has many edits that come at once: they are taken together, and the findings of few of them are written.
func TestFlood(t *testing.T) {
	var in strings.Builder
	frame := func(body string) { fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(body), body) }
	frame(`{"id":1,"method":"initialize","params":{}}`)
	frame(`{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a.nt","languageId":"ntriples",` +
		`"version":1,"text":"<http://h:8a/> <a:b> <a:b> .\\n"}}}`)
	const edits = 3000
	for i := range edits {
		frame(fmt.Sprintf(`{"method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:a.nt",`+
			`"version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":11},"end":{"line":0,`+
			`"character":11}},"text":"a"}]}}`, i+2))
	}
	frame(`{"id":2,"method":"shutdown"}`)
	var out bytes.Buffer
	if _, err := Serve(strings.NewReader(in.String()), &out, "1"); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "publishDiagnostics"); n > edits/10 {
		t.Errorf("of %d edits %d had their findings written", edits, n)
	}
}
