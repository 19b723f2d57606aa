package bench

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

// fileRows returns the rows of the command.
func fileRows() []Row {
	var rows []Row
	add := func(name string, unit Unit, aim Aim, runners func(*Setting) []Runner) {
		rows = append(rows, Row{name, unit, aim, runners})
	}
	xmllint := []string{"xmllint", "xmllint", "--stream", "--noout", "FILE"}
	rapper := []string{"rapper", "rapper", "-q", "-c", "-i", "rdfxml", "FILE"}
	decoder := []string{"encoding/xml", "LOOP", "xml"}
	grep := func(end string) []string {
		return []string{"grep -o", "grep", "-aoE", "https?://[^" + end + "]+", "FILE"}
	}
	for _, x := range []struct {
		name, format string
		aim          Aim
		peers        [][]string // name, program, arguments; FILE is the file
	}{
		{"lines", "lines", Aim{5, "bufio.Scanner, net/url"}, [][]string{{"bufio.Scanner, net/url", "LOOP", "lines"}}},
		{"N-Quads", "nquads", Aim{0.5, "lines"}, [][]string{{"lines", "IRI", "lines"}}},
		{"RDF/XML", "rdfxml", Aim{1, "xmllint"}, [][]string{xmllint, rapper, decoder}},
		{"XML", "xml", Aim{1, "xmllint"}, [][]string{xmllint, decoder}},
		{"a sitemap", "sitemap", Aim{1, "xmllint"}, [][]string{xmllint, decoder}},
		{"HTML", "html", Aim{Figure: 150}, [][]string{{"x/net/html, its tokens alone", "LOOP", "html"}, grep("\"")}},
		{"CSV", "csv", Aim{1, "encoding/csv"}, [][]string{{"encoding/csv", "LOOP", "csv"}}},
		{"text", "text", Aim{Figure: 212}, [][]string{grep(">")}},
		{"records that end with NUL", "null", Aim{0.95, "lines"}, [][]string{{"lines", "IRI", "lines"}}},
	} {
		add("`iri check`: "+x.name, Rate, x.aim, func(set *Setting) []Runner {
			runners := []Runner{set.check("iri", x.format)}
			for _, p := range x.peers {
				switch p[1] {
				case "IRI":
					runners = append(runners, set.check(p[0], p[2]))
				case "LOOP":
					runners = append(runners, set.rate(p[0], x.format, set.Self, "-loop", p[2], "FILE"))
				default:
					runners = append(runners, set.rate(p[0], x.format, p[1], p[2:]...))
				}
			}
			return runners
		})
	}
	add("`iri to-uri`: N-Quads", Rate, Aim{Figure: 200}, func(set *Setting) []Runner {
		return []Runner{set.rate("iri", "nquads", set.Command, "to-uri", "--jobs", "1", "-f", "FILE"),
			set.rate("lines", "lines", set.Command, "to-uri", "--jobs", "1", "-f", "FILE")}
	})
	// The aims are half of what the two took on the machine of bench/README.md before they were worked on.
	for _, x := range []struct {
		what, iri string
		unit      Unit
		aim       float64
		cost      func(*os.ProcessState) float64
	}{
		{"a good IRI", "http://h/", MS, 5.2, milliseconds}, {"a good IRI", "http://h/", Faults, 741, pageFaults},
		{"a bad IRI", "http://h:8a/", MS, 10.1, milliseconds}, {"a bad IRI", "http://h:8a/", Faults, 1315, pageFaults},
	} {
		add("`iri check` of "+x.what+", with its start", x.unit, Aim{Figure: x.aim}, func(set *Setting) []Runner {
			return []Runner{set.process("iri", x.cost, set.Command, "check", x.iri),
				set.process("a Go program of one word", x.cost, set.word()),
				set.process("jq", x.cost, "jq", "-n", "1")}
		})
	}
	add("`iri check --grammar rfc3987.abnf`", MS, Aim{Figure: 100}, func(set *Setting) []Runner {
		return []Runner{set.process("iri", milliseconds, set.Command, "check", "--grammar", "../grammar/rfc3987.abnf",
			"http://h/")}
	})
	add("`iri grammar vectors --rule IRI`", MS, Aim{Figure: 1000}, func(set *Setting) []Runner {
		return []Runner{set.process("iri", milliseconds, set.Command, "grammar", "vectors", "--rule", "IRI")}
	})
	return rows
}

// A Setting is where the programs are that rows run, and the folder for files.
type Setting struct{ Dir, Command, Self string }

// file returns the name and the size of the file of a format, which it writes if it is not there. Its IRIs are clean.
func (s *Setting) file(format string) (name string, size int) {
	f := corpus.Formats()[format]
	name = filepath.Join(s.Dir, format+f.Ending)
	if info, err := os.Stat(name); err == nil {
		return name, int(info.Size())
	}
	v := iri.RFC3987.Top().Validator()
	list := slices.DeleteFunc(texts(corpus.Mixed), func(s string) bool { return !v.Clean(s) })
	r := rand.New(rand.NewPCG(1, 2))
	text := f.Text(24<<20, func() string { return list[r.IntN(len(list))] })
	if err := os.WriteFile(name, text, 0o600); err != nil {
		panic(err)
	}
	return name, len(text)
}

// word builds a program that prints one word, and returns its name.
func (s *Setting) word() string {
	program := filepath.Join(s.Dir, "word")
	text := []byte("package main\n\nfunc main() { println(\"word\") }\n")
	if err := cmp.Or(os.WriteFile(program+".go", text, 0o600),
		exec.Command("go", "build", "-o", program, program+".go").Run()); err != nil {
		panic(err)
	}
	return program
}

// check is iri check of a file, on one core.
func (s *Setting) check(name, format string) Runner {
	args := []string{"check", "-q", "--jobs", "1", "-f", "FILE"}
	if format == "null" || format == "text" {
		args = append(args, "--from", format)
	}
	return s.rate(name, format, s.Command, args...)
}

// rate is a program over the file of a format: MB of the file for a second of processor time.
func (s *Setting) rate(name, format, program string, args ...string) Runner {
	file, size := s.file(format)
	args = slices.Clone(args)
	if k := slices.Index(args, "FILE"); k >= 0 {
		args[k] = file
	}
	r := s.process(name, milliseconds, program, args...)
	ms := r.Figure
	r.Figure = func() float64 { return float64(size) / ms() / 1e3 }
	return r
}

func milliseconds(p *os.ProcessState) float64 {
	return float64((p.UserTime()+p.SystemTime())/time.Microsecond) / 1e3
}

// process is a program on one core; the least of what it takes counts. One that is not installed has no figure.
func (s *Setting) process(name string, cost func(*os.ProcessState) float64, program string, args ...string) Runner {
	best := math.NaN()
	return Runner{name, func() error {
		if _, err := exec.LookPath(program); err != nil {
			return nil
		}
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		cmd.Stdout = io.Discard // by a pipe: grep does less for /dev/null
		if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
			return fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
		}
		if c := cost(cmd.ProcessState); !(c >= best) {
			best = c
		}
		return nil
	}, func() float64 { return best }}
}

// pageFaults returns how many pages a process got: a measure that other work on the machine does not change.
func pageFaults(p *os.ProcessState) float64 {
	return float64(p.SysUsage().(*syscall.Rusage).Minflt)
}
