// Package lsp is a server of the Language Server Protocol: what is wrong in the text of an editor, as iri
// check says it, while it is written. In come messages, out come diagnostics and the explanations of
// their codes. A request that is not right gets an error, and the server lives on. The package must not
// know the command line.
package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/work/codes"
)

// A Server answers one client, one message after the other.
type Server struct {
	version  string
	handlers map[string]func(json.RawMessage) (any, error)
	out      io.Writer
	broken   error // a notification could not be written

	encoding string // of positions: utf-8, utf-16 or utf-32
	ready    bool   // initialize has been answered
	down     bool   // shutdown was asked for
	exit     bool   // exit was said
	open     map[string]*document
}

// A document is a text that is open in the editor.
type document struct {
	textDocument
	diagnostics []diagnostic
}

// Serve answers the messages of r on w until the client says exit or closes r. clean reports whether
// the client asked to shut down before.
func Serve(r io.Reader, w io.Writer, version string) (clean bool, err error) {
	s := &Server{version: version, out: w, encoding: "utf-16", open: make(map[string]*document)}
	s.handlers = map[string]func(json.RawMessage) (any, error){
		"initialize":             with(s.initialize),
		"initialized":            with(func(any) (any, error) { return nil, nil }),
		"shutdown":               with(func(any) (any, error) { s.down = true; return nil, nil }),
		"exit":                   with(func(any) (any, error) { s.exit = true; return nil, nil }),
		"textDocument/didOpen":   with(s.didOpen),
		"textDocument/didChange": with(s.didChange),
		"textDocument/didSave":   with(s.didSave),
		"textDocument/didClose":  with(s.didClose),
		"textDocument/hover":     with(s.hover),
	}
	in := bufio.NewReader(r)
	for !s.exit {
		body, err := readMessage(in)
		if err == io.EOF {
			break
		}
		if err != nil {
			return false, err
		}
		if err := s.answer(body); err != nil {
			return false, err
		}
	}
	return s.down, nil
}

func (s *Server) initialize(p initializeParams) (any, error) {
	for _, e := range p.Capabilities.General.PositionEncodings { // in the order in which the client likes them
		if e == "utf-8" || e == "utf-16" || e == "utf-32" {
			s.encoding = e
			break
		}
	}
	s.ready = true
	return initializeResult{
		Capabilities: capabilities{
			PositionEncoding: s.encoding, HoverProvider: true,
			TextDocumentSync: syncOptions{OpenClose: true, Change: 1, Save: true},
		},
		ServerInfo: serverInfo{"iri", s.version},
	}, nil
}

func (s *Server) didOpen(p openParams) (any, error) {
	s.open[p.TextDocument.URI] = &document{textDocument: p.TextDocument}
	s.publish(p.TextDocument.URI)
	return nil, nil
}

func (s *Server) didChange(p changeParams) (any, error) {
	d := s.open[p.TextDocument.URI]
	for _, c := range p.ContentChanges {
		if d != nil && c.Range == nil {
			d.Text, d.Version = c.Text, p.TextDocument.Version
		}
	}
	s.publish(p.TextDocument.URI)
	return nil, nil
}

// didSave checks again, because iri.toml or the baseline may have changed.
func (s *Server) didSave(p openParams) (any, error) {
	s.publish(p.TextDocument.URI)
	return nil, nil
}

func (s *Server) didClose(p openParams) (any, error) {
	delete(s.open, p.TextDocument.URI)
	s.broken = s.notify("textDocument/publishDiagnostics", published{URI: p.TextDocument.URI, Diagnostics: []diagnostic{}})
	return nil, nil
}

// publish checks a document and sends what is found.
func (s *Server) publish(uri string) {
	d := s.open[uri]
	if d == nil || !s.ready {
		return
	}
	var err error
	if d.diagnostics, err = d.check(s.encoding); err != nil {
		d.diagnostics = []diagnostic{}
		if s.broken = s.notify("window/showMessage", map[string]any{"type": 1, "message": "iri: " + err.Error()}); s.broken != nil {
			return
		}
	}
	s.broken = s.notify("textDocument/publishDiagnostics", published{uri, d.Version, d.diagnostics})
}

// hover explains the codes of what is found at a position.
func (s *Server) hover(p hoverParams) (any, error) {
	d := s.open[p.TextDocument.URI]
	switch {
	case !s.ready:
		return nil, &rpcError{notInitialized, "the server is not initialized"}
	case d == nil:
		return nil, &rpcError{invalidParams, p.TextDocument.URI + " is not open"}
	}
	for _, g := range d.diagnostics {
		if g.Range.has(p.Position) {
			return &hover{markup{"markdown", g.Message + "\n\n" + explanation(iri.Code(g.Code))}, g.Range}, nil
		}
	}
	return nil, nil
}

// explanation says what a code means, as Markdown.
func explanation(code iri.Code) string {
	info, ok := codes.Lookup(code)
	if !ok {
		return fmt.Sprintf("`%s` is a rule of the grammar.", code)
	}
	parts := []string{fmt.Sprintf("**%s**: %s (%s)", code, info.Title, info.Section), info.Text}
	if info.Mend != "" {
		parts = append(parts, "How to fix it: "+info.Mend+".")
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}
