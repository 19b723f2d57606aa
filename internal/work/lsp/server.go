// Package lsp is a server of the Language Server Protocol: what is wrong in the text of an editor, as iri
// check says it, while it is written. In come messages, out come diagnostics and the explanations of
// their codes. A request that is not right gets an error, and the server lives on. The package must not
// know the command line.
package lsp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/work/codes"
)

// A Server answers one client.
type Server struct {
	version string

	mu       sync.Mutex
	encoding string // of positions: utf-8, utf-16 or utf-32
	ready    bool   // initialize has been answered
	down     bool   // shutdown was asked for
	open     map[string]*document

	exit chan struct{} // gets an element when the client says exit
}

// A document is a text that is open in the editor.
type document struct {
	textDocument
	diagnostics []diagnostic
}

// errNotReady is the error for a request before initialize.
var errNotReady = jrpc2.Errorf(-32002, "the server is not initialized")

// Serve answers the messages of r on w until the client says exit or closes r. clean reports whether
// the client asked to shut down before.
func Serve(r io.Reader, w io.WriteCloser, version string) (clean bool, err error) {
	s := &Server{version: version, encoding: "utf-16", open: make(map[string]*document), exit: make(chan struct{}, 1)}
	server := jrpc2.NewServer(handler.Map{
		"initialize":             handler.New(s.initialize),
		"initialized":            handler.New(func(context.Context) error { return nil }),
		"shutdown":               handler.New(s.shutdown),
		"exit":                   handler.New(s.exited),
		"textDocument/didOpen":   handler.New(s.didOpen),
		"textDocument/didChange": handler.New(s.didChange),
		"textDocument/didSave":   handler.New(s.didSave),
		"textDocument/didClose":  handler.New(s.didClose),
		"textDocument/hover":     handler.New(s.hover),
	}, &jrpc2.ServerOptions{AllowPush: true, Concurrency: 1, DisableBuiltin: true})
	server.Start(channel.LSP(r, w))
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	select {
	case err = <-ended:
	case <-s.exit: // the client need not close its end, so a read may be waiting
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down, err
}

func (s *Server) exited(context.Context) error {
	select {
	case s.exit <- struct{}{}:
	default:
	}
	return nil
}

func (s *Server) shutdown(context.Context) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = true
	return nil, nil
}

func (s *Server) initialize(_ context.Context, p initializeParams) (initializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
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

func (s *Server) didOpen(ctx context.Context, p openParams) error {
	s.mu.Lock()
	s.open[p.TextDocument.URI] = &document{textDocument: p.TextDocument}
	s.mu.Unlock()
	return s.publish(ctx, p.TextDocument.URI)
}

func (s *Server) didChange(ctx context.Context, p changeParams) error {
	s.mu.Lock()
	d := s.open[p.TextDocument.URI]
	for _, c := range p.ContentChanges {
		if d != nil && c.Range == nil {
			d.Text, d.Version = c.Text, p.TextDocument.Version
		}
	}
	s.mu.Unlock()
	return s.publish(ctx, p.TextDocument.URI)
}

// didSave checks again, because iri.toml or the baseline may have changed.
func (s *Server) didSave(ctx context.Context, p openParams) error {
	return s.publish(ctx, p.TextDocument.URI)
}

func (s *Server) didClose(ctx context.Context, p openParams) error {
	s.mu.Lock()
	delete(s.open, p.TextDocument.URI)
	s.mu.Unlock()
	return jrpc2.ServerFromContext(ctx).Notify(ctx, "textDocument/publishDiagnostics", published{URI: p.TextDocument.URI, Diagnostics: []diagnostic{}})
}

// publish checks a document and sends what is found.
func (s *Server) publish(ctx context.Context, uri string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.open[uri]
	if d == nil || !s.ready {
		return nil
	}
	var err error
	server := jrpc2.ServerFromContext(ctx)
	if d.diagnostics, err = d.check(s.encoding); err != nil {
		d.diagnostics = []diagnostic{}
		message := map[string]any{"type": 1, "message": "iri: " + err.Error()}
		if err := server.Notify(ctx, "window/showMessage", message); err != nil {
			return err
		}
	}
	return server.Notify(ctx, "textDocument/publishDiagnostics", published{uri, d.Version, d.diagnostics})
}

// hover explains the codes of what is found at a position.
func (s *Server) hover(_ context.Context, p hoverParams) (*hover, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ready {
		return nil, errNotReady
	}
	d := s.open[p.TextDocument.URI]
	if d == nil {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s is not open", p.TextDocument.URI)
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
