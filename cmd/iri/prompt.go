package main

import (
	"io"
	"time"
)

// A prompter is standard input where a person types at a terminal: before each line it
// writes a prompt to standard error, after the answer to the line before.
type prompter struct {
	in       io.Reader
	out      io.Writer
	answered chan struct{} // has room for one
	typed    bool          // a line has been read
	ended    bool
}

const (
	prompt = "> "
	// promptDelay is how long the prompt waits for an answer: a blank line may have none.
	promptDelay = 300 * time.Millisecond
)

// startPrompt makes standard input a prompter, if a person types there and sees standard
// error.
func (a *app) startPrompt() {
	if a.inTerminal && a.errTerminal && a.prompter == nil {
		a.prompter = &prompter{in: a.stdin, out: a.stderr, answered: make(chan struct{}, 1)}
		a.stdin = a.prompter
	}
}

// Read writes the prompt and reads a line, as terminals hand them out.
func (p *prompter) Read(b []byte) (int, error) {
	if p.ended {
		return 0, io.EOF
	}
	if p.typed {
		select {
		case <-p.answered:
		case <-time.After(promptDelay):
		}
	}
	p.typed = true
	if _, err := io.WriteString(p.out, prompt); err != nil {
		return 0, err
	}
	n, err := p.in.Read(b)
	if p.ended = n == 0; p.ended {
		_, _ = io.WriteString(p.out, "\n") // what is printed next begins a line
	}
	return n, err
}

// answer says that the answer to a line has been printed, if a person types.
func (a *app) answer() {
	if a.prompter == nil {
		return
	}
	select {
	case a.prompter.answered <- struct{}{}:
	default:
	}
}
