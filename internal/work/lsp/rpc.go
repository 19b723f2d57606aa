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
