package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The types of the Language Server Protocol 3.17 that the server uses, with its names.

type position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // from 0, in the units of the encoding
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// has reports whether a position is in the span or at its end.
func (s span) has(p position) bool { return !p.before(s.Start) && !s.End.before(p) }

// touches reports whether two spans have a position in common, which may be an end.
func (s span) touches(t span) bool { return !s.End.before(t.Start) && !t.End.before(s.Start) }

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// information is the severity of a diagnostic that is not a fault.
const information = 3

type diagnostic struct {
	Range    span   `json:"range"`
	Severity int    `json:"severity"` // 1 error, 2 warning, 3 information
	Code     string `json:"code"`
	Source   string `json:"source"`
	Message  string `json:"message"`

	Description *codeDescription `json:"codeDescription,omitempty"`

	meant string // a similar name that exists, see [abnf.Error.Meant]

	abnf string // the broken production, and the productions from the start rule to it
	path string
}

// A codeDescription is the address of the explanation of a code.
type codeDescription struct {
	Href string `json:"href"`
}

type published struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type initializeParams struct {
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
	} `json:"capabilities"`
	InitializationOptions settings `json:"initializationOptions"`
}

// settings are the options of iri check that an editor can set.
type settings struct {
	Config string `json:"config"` // the path of the configuration for all documents, instead of the nearest iri.toml
	Lint   bool   `json:"lint"`
}

type textDocument struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int    `json:"version"`
	Text       string `json:"text"`
}

type changeParams struct {
	TextDocument   textDocument `json:"textDocument"`
	ContentChanges []change     `json:"contentChanges"`
}

type change struct {
	Range *span  `json:"range"` // nil for the whole text
	Text  string `json:"text"`
}

// A textEdit replaces the text of a span.
type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

// A documentPosition is a document, with a position if the request has one.
type documentPosition struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
}

type actionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        span         `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// An action is an edit that the editor offers.
type action struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"` // by document
}

type referenceParams struct {
	documentPosition
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type renameParams struct {
	documentPosition
	NewName string `json:"newName"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type completionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"` // 3: a function
	Detail        string   `json:"detail,omitempty"`
	Documentation string   `json:"documentation,omitempty"`
	TextEdit      textEdit `json:"textEdit"`
}

type symbol struct {
	Name           string `json:"name"`
	Detail         string `json:"detail,omitempty"`
	Kind           int    `json:"kind"` // 12: a function
	Range          span   `json:"range"`
	SelectionRange span   `json:"selectionRange"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// JSON-RPC 2.0 in the frames of the protocol: a header Content-Length, an empty line, a message. It is implemented
// here because the library jrpc2 links net/http, which makes the command 3 MB larger.

// maxMessage is the largest length of a message in bytes.
const maxMessage = 256 << 20

// maxHeader is the largest length of the header of a message in bytes.
const maxHeader = 4 << 10

type rpcMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// A received is a message, or the error of reading it.
type received struct {
	rpcMessage
	wrong error // it is not a valid message
	err   error // there are no more messages
}

// receive reads messages and sends them to a channel, until there are no more or done is closed.
func receive(r io.Reader, to chan<- received, done <-chan struct{}) {
	in := bufio.NewReaderSize(r, maxHeader)
	for {
		var m received
		var body []byte
		if body, m.err = readMessage(in); m.err == nil {
			m.wrong = json.Unmarshal(body, &m.rpcMessage)
		}
		select {
		case to <- m:
		case <-done:
			return
		}
		if m.err != nil {
			return
		}
	}
}

// An rpcError is the error of a request.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// The codes of errors.
const (
	parseError     = -32700
	methodNotFound = -32601
	invalidParams  = -32602
	internalError  = -32603
	invalidRequest = -32600
	notInitialized = -32002
	requestFailed  = -32803 // the request is valid, but cannot be carried out
)

// readMessage reads a message. It returns io.EOF at the end of the input.
func readMessage(r *bufio.Reader) ([]byte, error) {
	length := -1
	for read := 0; ; {
		part, err := r.ReadSlice('\n')
		line := string(part)
		if err == io.EOF && read == 0 && line == "" {
			return nil, io.EOF
		}
		if read += len(line); read > maxHeader || err == bufio.ErrBufferFull {
			return nil, fmt.Errorf("the header of a message has more than %d bytes", maxHeader)
		}
		if err != nil {
			return nil, fmt.Errorf("a message ends too soon: %w", io.ErrUnexpectedEOF)
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > maxMessage {
				return nil, fmt.Errorf("a message cannot have the length %q", value)
			}
		}
	}
	if length < 0 {
		return nil, errors.New("a message has no Content-Length")
	}
	body := make([]byte, length)
	_, err := io.ReadFull(r, body)
	return body, err
}

// write writes a message.
func (s *Server) write(v map[string]any) error {
	v["jsonrpc"] = "2.0"
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// notify sends a notification.
func (s *Server) notify(method string, params any) {
	if s.broken == nil {
		s.broken = s.write(map[string]any{"method": method, "params": params})
	}
}

// with returns the handler for a function with parameters of type P.
func with[P any](f func(P) (any, error)) func(json.RawMessage) (any, error) {
	return func(raw json.RawMessage) (any, error) {
		var p P
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &p); err != nil {
				return nil, &rpcError{invalidParams, "the parameters are not right: " + err.Error()}
			}
		}
		return f(p)
	}
}

// answer handles a message and, if it is a request, writes the answer. An error of a notification goes to the log of
// the client.
func (s *Server) answer(m received) error {
	if m.wrong != nil {
		return s.write(map[string]any{"id": nil, "error": &rpcError{parseError, "it is not a message: " +
			m.wrong.Error()}})
	}
	if m.Method == "" { // an answer; the server makes no requests
		return nil
	}
	handle, ok := s.handlers[m.Method]
	var result any
	var err error = &rpcError{methodNotFound, "there is no method " + m.Method}
	switch {
	case s.down && m.Method != "exit":
		err = &rpcError{invalidRequest, "the server was shut down: it takes no more than exit"}
	case ok:
		result, err = handle(m.Params)
	}
	switch {
	case m.ID == nil: // a notification has no answer; one that starts with $/ may be ignored
		if err != nil && !strings.HasPrefix(m.Method, "$/") {
			s.notify("window/logMessage", map[string]any{"type": 1, "message": m.Method + ": " + err.Error()})
		}
		return s.broken
	case s.broken != nil:
		return s.broken
	case err != nil:
		wrong := &rpcError{internalError, err.Error()}
		errors.As(err, &wrong)
		return s.write(map[string]any{"id": m.ID, "error": wrong})
	}
	return s.write(map[string]any{"id": m.ID, "result": result})
}
