// Command driver calls the library with strings, and prints what it answers, one line for each call. make same
// builds it with the library of a commit and with that of now, and compares what the two print. In come strings on
// standard input, each on a line and quoted as in Go. It calls the public API alone, and of that only what both
// commits have.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	"github.com/rfc3987/iri"
)

// A caller makes the calls for one string after the other.
type caller struct {
	specs []*iri.Spec
	rules []iri.Rule // of all specs
	other iri.IRI    // the IRI before, to compare with
}

// A call is a question to the library; ask appends the answer.
type call struct {
	name string
	ask  func(c *caller, b []byte, s string) []byte
}

// calls returns all calls.
func calls() []call {
	list := []call{
		{"Report", (*caller).report},
		{"Valid", (*caller).valid},
		{"Parse", (*caller).parse},
		{"Ref", (*caller).components},
		{"Tree", (*caller).tree},
		{"Builder", (*caller).edits},
		{"ToURI", (*caller).toURI},
		{"FromURI", (*caller).fromURI},
		{"FromLEIRI", (*caller).fromLEIRI},
		{"Prepare", (*caller).prepare},
		{"Encode", (*caller).encode},
		{"charset", (*caller).charsets},
		{"net/url", (*caller).netURL},
		{"Normalize", (*caller).normalize},
		{"Resolve", (*caller).resolve},
		{"Compare", (*caller).compare},
		{"Policy", (*caller).policy},
	}
	add := func(name string, validate func(s string) iri.Report) {
		list = append(list, call{name, func(_ *caller, b []byte, s string) []byte { return validate(s).AppendJSON(b) }})
	}
	add("Check", func(s string) iri.Report { return iri.Check(s) })
	add("Check in full", func(s string) iri.Report { return all(iri.RFC3987.Top(), s) })
	for _, spec := range iri.Specs() {
		top, ref := spec.Top(), spec.Reference()
		add(fmt.Sprint("Validate ", spec, " ", top), func(s string) iri.Report { return top.Validate(s) })
		add(fmt.Sprint("Validate ", spec, " ", ref, " in full"), func(s string) iri.Report { return all(ref, s) })
	}
	return list
}

// all is Validate with all that can be said of a string.
func all(r iri.Rule, s string) iri.Report {
	return r.Validate(s, iri.Lint(), iri.Suspicious(), iri.Guess(), iri.MaxFindings(0))
}

func main() {
	log.SetFlags(0)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	out := bufio.NewWriterSize(os.Stdout, 1<<18)
	c := &caller{specs: iri.Specs()}
	for _, spec := range c.specs {
		for r := range spec.Rules() {
			c.rules = append(c.rules, r)
		}
	}
	list := calls()
	var b []byte
	for in.Scan() {
		s, err := strconv.Unquote(in.Text())
		if err != nil {
			log.Fatalf("driver: %q is not quoted as in Go", in.Text())
		}
		fmt.Fprintf(out, "= %s\n", in.Text())
		for _, call := range list {
			b = c.answer(append(append(b[:0], call.name...), '\t'), s, call)
			out.Write(append(b, '\n'))
		}
	}
	if err := in.Err(); err != nil {
		log.Fatal("driver: ", err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal("driver: ", err)
	}
}

// answer appends the answer to a call, on one line. A panic is an answer, too.
func (c *caller) answer(b []byte, s string, q call) (answer []byte) {
	head := len(b)
	defer func() {
		if r := recover(); r != nil {
			answer = fmt.Appendf(b[:head], "panic: %q", fmt.Sprint(r))
		}
	}()
	answer = q.ask(c, b, s)
	if text := string(answer[head:]); strings.ContainsAny(text, "\n\r") {
		answer = strconv.AppendQuote(answer[:head], text)
	}
	return answer
}

// say appends values, quoted if they are text, and errors by what they say.
func say(b []byte, values ...any) []byte {
	for _, v := range values {
		switch v := v.(type) {
		case string:
			b = strconv.AppendQuote(append(b, ' '), v)
		case []byte:
			b = strconv.AppendQuote(append(b, ' '), string(v))
		case error:
			b = fmt.Appendf(b, " error(%q)", v.Error())
		case fmt.Stringer:
			b = strconv.AppendQuote(append(b, ' '), v.String())
		default:
			b = fmt.Appendf(b, " %v", v)
		}
	}
	return b
}
