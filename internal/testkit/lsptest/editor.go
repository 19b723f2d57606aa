// Package lsptest is a client of the Language Server Protocol for tests, like an editor. It knows the messages of the
// protocol, but not the findings of the server.
package lsptest

import (
	"context"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// waiting is how many notifications of a kind may wait until a test asks for them.
const waiting = 10_000

// An Editor is a client.
type Editor struct {
	*jrpc2.Client
	Messages chan string     // messages for people: window/showMessage and window/logMessage
	Init     json.RawMessage // the answer to initialize
	t        testing.TB
	show     chan Published
}

// The messages that tests look at.
type (
	Position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	Range struct {
		Start Position `json:"start"`
		End   Position `json:"end"`
	}
	TextEdit struct {
		Range   Range
		NewText string
	}
	Diagnostic struct {
		Code, Message string
		Severity      int
		Range         Range

		CodeDescription struct{ Href string }
	}
	Action struct {
		Title, Kind string
		IsPreferred bool
		Diagnostics []Diagnostic
		Edit        struct {
			Changes map[string][]TextEdit
		}
	}
	Published struct {
		URI         string
		Version     int
		Diagnostics []Diagnostic
	}
)

// Start starts a server, which answers in on out until it is done, and makes itself known to it with
// the encodings of positions.
func Start(t testing.TB, serve func(in io.Reader, out io.Writer), encodings ...string) *Editor {
	return StartWith(t, serve, nil, encodings...)
}

// StartWith is Start with settings.
func StartWith(t testing.TB, serve func(in io.Reader, out io.Writer), settings any, encodings ...string) *Editor {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e := &Editor{t: t, show: make(chan Published, waiting), Messages: make(chan string, waiting)}
	go func() {
		serve(in, out)
		in.Close() // the end of a process closes it, too
		out.Close()
	}()
	e.Client = jrpc2.NewClient(inOrder{channel.LSP(fromServer, toServer), e.notified}, nil)
	e.Init = e.Ask("initialize", map[string]any{"initializationOptions": settings, "capabilities": map[string]any{
		"general": map[string]any{"positionEncodings": encodings},
	}})
	e.Tell("initialized", map[string]any{})
	t.Cleanup(func() { e.Close() })
	return e
}

// inOrder hands out notifications in the order in which they come: the client would start a goroutine for each.
type inOrder struct {
	channel.Channel
	notified func(method string, params json.RawMessage)
}

func (c inOrder) Recv() ([]byte, error) {
	for {
		b, err := c.Channel.Recv()
		var m struct {
			ID     json.RawMessage
			Method string
			Params json.RawMessage
		}
		if err != nil || json.Unmarshal(b, &m) != nil || m.Method == "" || m.ID != nil {
			return b, err
		}
		c.notified(m.Method, m.Params)
	}
}

// notified takes a notification of the server.
func (e *Editor) notified(method string, params json.RawMessage) {
	if method != "textDocument/publishDiagnostics" {
		e.Messages <- string(params)
		return
	}
	var p Published
	if err := json.Unmarshal(params, &p); err != nil {
		e.t.Error(err)
	}
	e.show <- p
}

// Ask sends a request that has an answer.
func (e *Editor) Ask(method string, params any) json.RawMessage {
	e.t.Helper()
	var result json.RawMessage
	if err := e.CallResult(context.Background(), method, params, &result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
	return result
}

// Refused sends a request that has an error, which is returned.
func (e *Editor) Refused(method string, params any) string {
	e.t.Helper()
	r, err := e.Call(context.Background(), method, params)
	if err == nil {
		e.t.Fatalf("%s %v: no error but %s", method, params, r.ResultString())
	}
	return err.Error()
}

// Tell sends a notification.
func (e *Editor) Tell(method string, params any) {
	e.t.Helper()
	if err := e.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

// Next returns the diagnostics that come next.
func (e *Editor) Next() (p Published) {
	e.t.Helper()
	select {
	case p = <-e.show:
	case <-time.After(time.Minute):
		e.t.Fatal("no diagnostics")
	}
	return p
}

// Of returns the diagnostics of a version, and skips those of earlier versions.
func (e *Editor) Of(version int) Published {
	e.t.Helper()
	for {
		if p := e.Next(); p.Version == version {
			return p
		}
	}
}

// Open opens a document, as its first version, and returns the diagnostics.
func (e *Editor) Open(uri, language, text string) Published {
	e.t.Helper()
	e.Tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": language,
		"version": 1, "text": text}})
	return e.Next()
}

// Change sends changes of a document: texts, or a [TextEdit] each.
func (e *Editor) Change(uri string, version int, changes ...any) {
	e.t.Helper()
	var list []any
	for _, c := range changes {
		switch c := c.(type) {
		case TextEdit:
			list = append(list, map[string]any{"range": c.Range, "text": c.NewText})
		default:
			list = append(list, map[string]any{"text": c})
		}
	}
	e.Tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": version},
		"contentChanges": list})
}

// Document returns the parameters of a request about a document, with more of them: names and values.
func Document(uri string, more ...any) map[string]any {
	p := map[string]any{"textDocument": map[string]any{"uri": uri}}
	for i := 0; i < len(more); i += 2 {
		p[more[i].(string)] = more[i+1]
	}
	return p
}

// URI returns the URI of a file.
func URI(path string) string {
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}).String()
}

// At returns an edit on one line.
func At(line, start, end int, text string) TextEdit {
	return TextEdit{Range{Position{line, start}, Position{line, end}}, text}
}

// Apply applies edits to a text whose positions are in bytes.
func Apply(text string, edits []TextEdit) string {
	at := func(p Position) int {
		from := 0
		for range p.Line {
			from += strings.IndexByte(text[from:], '\n') + 1
		}
		return from + p.Character
	}
	out := text
	for i := len(edits) - 1; i >= 0; i-- { // they are in order
		out = out[:at(edits[i].Range.Start)] + edits[i].NewText + out[at(edits[i].Range.End):]
	}
	return out
}
