// Package lsp is a server of the Language Server Protocol, which shows the findings of iri check while a text is
// written. It receives messages and sends diagnostics, fixes and explanations. A bad request gets an error, and the
// server goes on. The package must not know the command line; package draft analyses grammars.
package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/lsp/draft"
)

// A Server serves one client, and handles its messages in order. It checks documents when no message waits, so that
// only the last of many changes is checked.
type Server struct {
	version  string
	handlers map[string]func(json.RawMessage) (any, error)
	messages chan received // sent by the goroutine that reads
	queue    []received    // messages that came while a document was checked; at most one
	out      io.Writer
	broken   error // the error of writing a notification

	encoding string // of positions: utf-8, utf-16 or utf-32
	settings settings
	ready    bool // initialize has been answered
	down     bool // shutdown was requested
	exit     bool // exit was received
	open     map[string]*document
	waiting  []*document // documents to check, the last changed one at the end

	done       chan struct{}   // closed when Serve returns
	compared   chan comparison // sent by the goroutine that compares grammars
	comparing  *document       // the document that is compared
	stop       func()          // stops the comparison; nil if there is none
	uncompared []*document     // documents to compare after it
}

// A document is an open document.
type document struct {
	uri, language string
	settings      settings
	version       int
	text          *text
	diagnostics   []diagnostic
	draft         *draft.Draft  // if it is a grammar
	levels        config.Levels // of the checks of the grammar
	wrong         string        // why it could not be checked, so that the client is told once
}

// Serve reads messages from r and writes answers to w, until the client sends exit or closes r. clean reports whether
// the client requested shutdown before.
func Serve(r io.Reader, w io.Writer, version string) (clean bool, err error) {
	s := &Server{version: version, out: w, encoding: "utf-16", open: make(map[string]*document),
		messages: make(chan received), done: make(chan struct{}), compared: make(chan comparison)}
	s.handlers = map[string]func(json.RawMessage) (any, error){
		"initialize":                      with(s.initialize),
		"initialized":                     with(func(any) (any, error) { return nil, nil }),
		"shutdown":                        with(func(any) (any, error) { s.down = true; return nil, nil }),
		"exit":                            with(func(any) (any, error) { s.exit = true; return nil, nil }),
		"textDocument/didOpen":            with(s.didOpen),
		"textDocument/didChange":          with(s.didChange),
		"textDocument/didSave":            with(s.recheck),
		"textDocument/didClose":           with(s.didClose),
		"workspace/didChangeWatchedFiles": with(s.recheck),
		"textDocument/hover":              with(s.hover),
		"textDocument/codeAction":         with(s.codeAction),
		"textDocument/definition":         with(s.definition),
		"textDocument/references":         with(s.references),
		"textDocument/prepareRename":      with(s.prepareRename),
		"textDocument/rename":             with(s.rename),
		"textDocument/completion":         with(s.completion),
		"textDocument/documentSymbol":     with(s.documentSymbol),
		"textDocument/formatting":         with(s.formatting),
	}
	defer func() {
		if close(s.done); s.stop != nil {
			s.stop()
		}
	}()
	go receive(r, s.messages, s.done)
	for !s.exit && s.broken == nil {
		if len(s.waiting) > 0 && !s.moreSoon() {
			d := s.waiting[len(s.waiting)-1]
			s.check(d, func() bool { return s.changes(d) })
			continue
		}
		if len(s.queue) == 0 {
			select {
			case m := <-s.messages:
				s.queue = append(s.queue, m)
			case c := <-s.compared:
				s.show(c)
				continue
			}
		}
		m := s.queue[0]
		s.queue = s.queue[:0]
		if m.err == io.EOF {
			break
		}
		if m.err != nil {
			return false, m.err
		}
		if err := s.answer(m); err != nil {
			return false, err
		}
	}
	if s.broken != nil {
		return false, s.broken
	}
	return s.down, nil
}

// more reports whether a message waits.
func (s *Server) more() bool {
	if len(s.queue) > 0 {
		return true
	}
	select {
	case m := <-s.messages:
		s.queue = append(s.queue, m)
		return true
	default:
		return false
	}
}

// quiet is how long the server waits for a message before it checks a document, so that quick edits are checked
// together.
const quiet = 10 * time.Millisecond

// moreSoon reports whether a message waits, or comes within the time quiet.
func (s *Server) moreSoon() bool {
	if s.more() {
		return true
	}
	select {
	case m := <-s.messages:
		s.queue = append(s.queue, m)
		return true
	case <-time.After(quiet):
		return false
	}
}

// changes reports whether the waiting message changes or closes a document, so that its check is useless.
func (s *Server) changes(d *document) bool {
	if !s.more() {
		return false
	}
	m := s.queue[0]
	var p struct{ TextDocument textDocument }
	return (m.Method == "textDocument/didChange" || m.Method == "textDocument/didClose") &&
		json.Unmarshal(m.Params, &p) == nil && p.TextDocument.URI == d.uri
}

func (s *Server) initialize(p initializeParams) (any, error) {
	for _, e := range p.Capabilities.General.PositionEncodings { // in the client's order of preference
		if e == "utf-8" || e == "utf-16" || e == "utf-32" {
			s.encoding = e
			break
		}
	}
	s.ready, s.settings = true, p.InitializationOptions
	return map[string]any{
		"capabilities": map[string]any{
			"positionEncoding": s.encoding, "hoverProvider": true,
			"textDocumentSync":   map[string]any{"openClose": true, "change": 2, "save": true}, // 2: incremental changes
			"codeActionProvider": map[string]any{"codeActionKinds": []string{quickFix, fixAll, guessAll}},
			// for grammars
			"definitionProvider": true, "referencesProvider": true, "documentSymbolProvider": true,
			"renameProvider": map[string]any{"prepareProvider": true}, "completionProvider": map[string]any{},
			"documentFormattingProvider": true,
		},
		"serverInfo": map[string]any{"name": "iri", "version": s.version},
	}, nil
}

func (s *Server) didOpen(p documentPosition) (any, error) {
	if !s.ready {
		return nil, &rpcError{notInitialized, "the server is not initialized"}
	}
	d := p.TextDocument
	if old := s.open[d.URI]; old != nil {
		s.settle(old)
	}
	s.open[d.URI] = &document{uri: d.URI, language: d.LanguageID, settings: s.settings, version: d.Version,
		text: newText(d.Text, s.encoding)}
	s.wait(s.open[d.URI])
	return nil, nil
}

// didChange applies changes in order; each refers to the text after the changes before it. If one is invalid, none is
// applied.
func (s *Server) didChange(p changeParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	changed := d.text
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			changed = newText(c.Text, s.encoding)
			continue
		}
		start, end, err := changed.bytes(*c.Range)
		if err != nil {
			return nil, err
		}
		changed = newText(changed.string[:start]+c.Text+changed.string[end:], s.encoding)
	}
	d.text, d.version = changed, p.TextDocument.Version
	s.wait(d)
	return nil, nil
}

// recheck checks all documents again, because iri.toml or a baseline may have changed.
func (s *Server) recheck(json.RawMessage) (any, error) {
	for _, d := range s.open {
		s.wait(d)
	}
	return nil, nil
}

func (s *Server) didClose(p documentPosition) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	delete(s.open, d.uri)
	s.settle(d)
	s.notify("textDocument/publishDiagnostics", published{URI: d.uri, Diagnostics: []diagnostic{}})
	return nil, nil
}

// document returns an open document.
func (s *Server) document(uri string) (*document, error) {
	if !s.ready {
		return nil, &rpcError{notInitialized, "the server is not initialized"}
	}
	d := s.open[uri]
	if d == nil {
		return nil, &rpcError{invalidParams, uri + " is not open"}
	}
	return d, nil
}

// wait adds a document to those that are checked when no message waits.
func (s *Server) wait(d *document) {
	s.settle(d)
	s.waiting = append(s.waiting, d)
}

// settle removes a document from those that wait.
func (s *Server) settle(d *document) {
	s.waiting = slices.DeleteFunc(s.waiting, func(w *document) bool { return w == d })
}

// checked returns an open document, after it has been checked if it was waiting.
func (s *Server) checked(uri string) (*document, error) {
	d, err := s.document(uri)
	if err == nil && slices.Contains(s.waiting, d) {
		s.check(d, never)
	}
	return d, err
}

// check checks a document and sends its findings, unless the check was stopped.
func (s *Server) check(d *document, vain func() bool) {
	found, err := d.find(vain)
	if err == errVain {
		return
	}
	s.settle(d)
	wrong := ""
	if err != nil {
		found, wrong = nil, err.Error()
	}
	if d.wrong != wrong && wrong != "" {
		s.notify("window/showMessage", map[string]any{"type": 1, "message": "iri: " + wrong})
	}
	excluded := found == nil
	if excluded {
		found = []diagnostic{}
	}
	d.diagnostics, d.wrong = found, wrong
	s.send(d)
	if d.isGrammar() && !excluded {
		s.compare(d)
	}
}

// send sends the diagnostics of a document.
func (s *Server) send(d *document) {
	s.notify("textDocument/publishDiagnostics", published{d.uri, d.version, d.diagnostics})
}

// hover explains the findings at a position, without their messages, which the editor shows itself. In a grammar it
// also describes the rule at the position.
func (s *Server) hover(p documentPosition) (any, error) {
	d, err := s.checked(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	var h *hover
	for i := range d.diagnostics {
		g := &d.diagnostics[i]
		if about := g.explanation(); about != "" && g.Range.has(p.Position) {
			h = &hover{markup{"markdown", about}, g.Range}
			break
		}
	}
	if d.draft == nil {
		return h, nil
	}
	if n, name, ok := d.draft.At(d.text.offset(p.Position)); ok {
		about := d.draft.About(name)
		switch {
		case about != "" && h != nil:
			h.Contents.Value += "\n\n" + about
		case about != "":
			h = &hover{markup{"markdown", about}, d.text.span(n.Start, n.End)}
		}
	}
	return h, nil
}

// explanation returns, as Markdown, what the message of a diagnostic does not say: the meaning of its code, and the
// broken production. It is empty if there is nothing to add.
func (g *diagnostic) explanation() string {
	var parts []string
	if info, ok := config.LookupCode(finding.Code(g.Code)); ok {
		head := fmt.Sprintf("**%s**: %s", g.Code, info.Title)
		if section := " (" + info.Section + ")"; !strings.Contains(g.Message, section) {
			head += section
		}
		if parts = append(parts, head, info.Text); info.Mend != "" {
			parts = append(parts, "How to fix it: "+info.Mend+".")
		}
	}
	if g.abnf != "" {
		parts = append(parts, "```abnf\n"+g.abnf+"\n```", "in "+g.path)
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}
