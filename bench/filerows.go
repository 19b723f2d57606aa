package bench

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

// fileSize is how many bytes the files of rows have.
const fileSize = 24 << 20

// fileRows returns the rows of the command.
func fileRows() []Row {
	var rows []Row
	add := func(name string, unit Unit, aim Aim, runners func(*Setting) []Runner) {
		rows = append(rows, Row{name, unit, aim, runners})
	}
	for _, x := range []struct {
		name, format string
		aim          Aim
		peers        [][]string // name, program, arguments; FILE is the file
	}{
		{"RDF/XML", "rdfxml", Aim{1, "xmllint"}, [][]string{{"xmllint", "xmllint", "--stream", "--noout", "FILE"}, {"rapper", "rapper", "-q", "-c", "-i", "rdfxml", "FILE"}, {"encoding/xml", "LOOP", "xml", "FILE"}}},
		{"XML", "xml", Aim{1, "xmllint"}, [][]string{{"xmllint", "xmllint", "--stream", "--noout", "FILE"}, {"encoding/xml", "LOOP", "xml", "FILE"}}},
		{"a sitemap", "sitemap", Aim{1, "xmllint"}, [][]string{{"xmllint", "xmllint", "--stream", "--noout", "FILE"}, {"encoding/xml", "LOOP", "xml", "FILE"}}},
		{"HTML", "html", Aim{Figure: 150}, [][]string{{"x/net/html, its tokens alone", "LOOP", "html", "FILE"}, {"grep -o", "grep", "-aoE", "https?://[^\"]+", "FILE"}}},
		{"CSV", "csv", Aim{1, "encoding/csv"}, [][]string{{"encoding/csv", "LOOP", "csv", "FILE"}}},
		{"text", "text", Aim{Figure: 212}, [][]string{{"grep -o", "grep", "-aoE", "https?://[^>]+", "FILE"}}},
		{"records that end with NUL", "null", Aim{0.95, "lines"}, [][]string{{"lines", "IRI", "lines"}}},
	} {
		add("`iri check`: "+x.name, Rate, x.aim, func(set *Setting) []Runner {
			runners := []Runner{set.check(x.format)}
			for _, p := range x.peers {
				switch p[1] {
				case "IRI":
					r := set.check(p[2])
					r.Name = p[0]
					runners = append(runners, r)
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
		return []Runner{set.rate("iri", "nquads", set.Command, "to-uri", "--jobs", "1", "-f", "FILE"), set.rate("lines", "lines", set.Command, "to-uri", "--jobs", "1", "-f", "FILE")}
	})
	// The aims are half of what the two took on the machine of bench/README.md before they were worked on.
	for _, x := range []struct {
		what, iri  string
		ms, faults float64
	}{{"a good IRI", "http://h/", 5.2, 741}, {"a bad IRI", "http://h:8a/", 10.1, 1315}} {
		add("`iri check` of "+x.what+", with its start", MS, Aim{Figure: x.ms}, func(set *Setting) []Runner {
			return []Runner{set.process("iri", milliseconds, set.Command, "check", x.iri), set.process("a Go program of one word", milliseconds, set.word()), set.process("jq", milliseconds, "jq", "-n", "1")}
		})
		add("`iri check` of "+x.what+", with its start", Faults, Aim{Figure: x.faults}, func(set *Setting) []Runner {
			return []Runner{set.process("iri", pageFaults, set.Command, "check", x.iri), set.process("a Go program of one word", pageFaults, set.word()), set.process("jq", pageFaults, "jq", "-n", "1")}
		})
	}
	add("`iri check --grammar rfc3987.abnf`", MS, Aim{Figure: 100}, func(set *Setting) []Runner {
		return []Runner{set.process("iri", milliseconds, set.Command, "check", "--grammar", "../grammar/rfc3987.abnf", "http://h/")}
	})
	add("`iri grammar vectors --rule IRI`", MS, Aim{Figure: 1000}, func(set *Setting) []Runner {
		return []Runner{set.process("iri", milliseconds, set.Command, "grammar", "vectors", "--rule", "IRI")}
	})
	return rows
}

// A Setting is where the programs are that rows run, and the folder for files.
type Setting struct {
	Dir, Command, Self, Oxiri string
	files                     map[string]int // the size of each file that has been written
}

// file returns the name and the size of the file of a format, which it writes if it is not there. Its IRIs are clean.
func (s *Setting) file(format string) (name string, size int) {
	f := corpus.Formats()[format]
	name = filepath.Join(s.Dir, format+f.Ending)
	if n, ok := s.files[format]; ok {
		return name, n
	}
	v := iri.RFC3987.Top().Validator()
	list := slices.DeleteFunc(texts(corpus.Mixed), func(s string) bool { return !v.Clean(s) })
	r := rand.New(rand.NewPCG(1, 2))
	file, err := os.Create(name)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	if size, err = f.Write(file, math.MaxInt, fileSize, func() string { return list[r.IntN(len(list))] }); err != nil {
		panic(err)
	}
	if s.files == nil {
		s.files = make(map[string]int)
	}
	s.files[format] = size
	return name, size
}

// word builds a program that prints one word, and returns its name.
func (s *Setting) word() string {
	program := filepath.Join(s.Dir, "word")
	if _, err := os.Stat(program); err == nil {
		return program
	}
	if err := os.WriteFile(program+".go", []byte("package main\n\nfunc main() { println(\"word\") }\n"), 0o600); err != nil {
		panic(err)
	}
	if out, err := exec.Command("go", "build", "-o", program, program+".go").CombinedOutput(); err != nil {
		panic(string(out))
	}
	return program
}

// check is iri check of a file, on one core.
func (s *Setting) check(format string) Runner {
	args := []string{"check", "-q", "--jobs", "1", "-f", "FILE"}
	if format == "null" || format == "text" {
		args = append(args, "--from", format)
	}
	return s.rate("iri", format, s.Command, args...)
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
