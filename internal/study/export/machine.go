package export

import (
	"embed"
	"fmt"
	"go/token"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/earley"
)

// A machine is the minimal automaton of a rule as the tables of all languages have it; with calls, that of the rules
// which it uses.
//
// Next holds the rows of the states, the dead one first, then the start. The element of a row
// for a class is the place of the row of the next state. After the classes comes the final
// word of the state: bit 0 says that a string may end in it and, with offsets, bit i+1 that
// offset i is the end of the string. With offsets a last element is the place of the row in
// Marks, which has the offsets that lie before the next character, one bit for each.
type machine struct {
	Selection
	Header  []string
	Package string // the name of the rule, as the name of a package in Go
	Prefix  string // and in front of a name in C
	Title   string // and of a type
	Strings string // what they are over bytes
	Class   []int  // of each byte, or of each character of ASCII
	First   []int  // over characters: the first of each run beyond ASCII
	Runs    []int  // the class of each run
	Classes int
	Width   int
	Next    []int
	Marks   []int
	Split   bool
	Start   int    // the place of the row of the start
	Calls   []int  // of a rule that refers to itself, in threes: a state, from where it reads a rule, and where to
	Follow  string // and what can come after rules: where one begins, and the classes, as bits, in base 36
}

// templates are files in the languages, with a machine in place of numbers and names.
//
//go:embed *.txt
var templates embed.FS

// tables returns the function that writes the tables of a rule as the template of a name has them.
func tables(name string, layOut func(Selection) (*machine, error)) func(Selection) (string, error) {
	return func(s Selection) (string, error) {
		m, err := layOut(s)
		if err != nil {
			return "", err
		}
		functions := template.FuncMap{"numbers": numbers, "runs": runs, "unsigned": unsigned}
		t := template.Must(template.New(name).Funcs(functions).ParseFS(templates, name))
		var b strings.Builder
		if err := t.Execute(&b, m); err != nil {
			return "", err
		}
		return b.String(), nil
	}
}

// newMachine returns the names of a rule.
func newMachine(s Selection) *machine {
	words := s.words()
	m := &machine{Selection: s, Header: s.header(), Package: strings.Join(words, ""), Prefix: strings.Join(words, "_"),
		Strings: "UTF-8"}
	if s.Grammar.Terminals == abnf.Octets {
		m.Strings = "octets"
	}
	for _, w := range words {
		m.Title += strings.ToUpper(w[:1]) + w[1:]
	}
	if token.IsKeyword(m.Package) {
		m.Package += "rule"
	}
	return m
}

// overBytes lays out the automaton of a rule over bytes.
func overBytes(s Selection) (*machine, error) {
	bounds := s.bounds()
	d, err := automaton.CompileBounds(s.Grammar, s.Rule.Name, bounds)
	if err != nil {
		return nil, err
	}
	m := newMachine(s)
	for _, c := range d.Class {
		m.Class = append(m.Class, int(c))
	}
	m.layOut(bounds != nil, d.N, d.Next, d.Accept, d.Bounds, d.Final)
	return m, nil
}

// overCharacters lays out the automaton of a rule over characters.
func overCharacters(s Selection) (*machine, error) {
	bounds := s.bounds()
	d, err := automaton.CompileCharacters(s.Grammar, s.Rule.Name, bounds)
	if err != nil {
		return nil, err
	}
	if d.N > math.MaxUint8 {
		return nil, fmt.Errorf("it tells %d classes of characters apart, and a table holds %d", d.N, math.MaxUint8)
	}
	return characters(s, d, bounds != nil), nil
}

// overCalls lays out the automaton of any rule over characters: that of one that refers to itself has calls.
func overCalls(s Selection) (*machine, error) {
	if m, err := overCharacters(s); err == nil {
		return m, nil
	}
	d, err := earley.Join(s.Grammar, s.Rule)
	if err != nil {
		return nil, err
	}
	m := characters(s, d.CharDFA, false)
	m.Start = d.Start * m.Width
	for q, calls := range d.Calls {
		for _, c := range calls {
			m.Calls = append(m.Calls, q*m.Width, c.Start*m.Width, c.To*m.Width)
		}
	}
	var follow []string
	for _, start := range slices.Sorted(maps.Keys(d.Follow)) {
		follow = append(follow, strconv.FormatInt(int64(start*m.Width), 36), d.Follow[start].Text(36))
	}
	m.Follow = strings.Join(follow, " ")
	return m, nil
}

func characters(s Selection, d *automaton.CharDFA, split bool) *machine {
	m := newMachine(s)
	for c := range rune(0x80) {
		m.Class = append(m.Class, int(d.ClassOf(c)))
	}
	m.First, m.Runs = []int{0x80}, []int{int(d.ClassOf(0x80))}
	for i, c := range d.First {
		if c > 0x80 {
			m.First, m.Runs = append(m.First, int(c)), append(m.Runs, int(d.Class[i]))
		}
	}
	m.layOut(split, d.N, d.Next, d.Accept, d.Bounds, d.Final)
	return m
}

// bounds returns where the strings of the rule are divided; nil if it does not name whole references.
func (s Selection) bounds() []automaton.Bound { return automaton.BoundsOf(s.Grammar, s.Rule.Name) }

func (m *machine) layOut(split bool, n int, next []uint16, accept []bool, bounds, final []uint8) {
	m.Split, m.Classes, m.Width = split, n, n+1
	if split {
		m.Width++
	}
	m.Start = m.Width
	rows := make(map[string]int) // of Marks, by their content
	for q, ok := range accept {
		for _, to := range next[q*n : (q+1)*n] {
			m.Next = append(m.Next, int(to)*m.Width)
		}
		word := 0
		if ok {
			word = 1
		}
		if !split {
			m.Next = append(m.Next, word)
			continue
		}
		row := bounds[q*n : (q+1)*n]
		at, known := rows[string(row)]
		if !known {
			at = len(m.Marks)
			rows[string(row)] = at
			for _, b := range row {
				m.Marks = append(m.Marks, int(b))
			}
		}
		m.Next = append(m.Next, word|int(final[q])<<1, at)
	}
}

// numbers writes numbers in lines.
func numbers(indent string, list []int) string {
	var b strings.Builder
	column := 0
	for i, x := range list {
		word := strconv.Itoa(x) + ","
		switch {
		case i == 0:
			b.WriteString(indent)
		case column+len(word) > 96:
			b.WriteString("\n" + indent)
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// runs writes numbers in base 36 with a space between them; n equal ones are "x*n".
func runs(list []int) string {
	var b strings.Builder
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.FormatInt(int64(list[i]), 36))
		if n > 1 {
			b.WriteString("*" + strconv.FormatInt(int64(n), 36))
		}
		i += n
	}
	return b.String()
}

// unsigned returns how many bits the numbers need: 8, 16 or 32.
func unsigned(list []int) int {
	switch most := slices.Max(list); {
	case most <= math.MaxUint8:
		return 8
	case most <= math.MaxUint16:
		return 16
	}
	return 32
}
