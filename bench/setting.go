package bench

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

// stringLines is how many different strings a file has.
const stringLines = 4000

// A Setting is where the program is that rows run, and the folder for files of Size MiB.
type Setting struct {
	Dir, Command string
	Size         int
}

// file returns the name and the size of the file of a format with IRIs of a kind, which it writes if it is not there.
// IRIs of the kinds Hard and Faulty are as they are made, others have no findings.
func (s *Setting) file(format, kind string) (name string, size int) {
	f := corpus.Formats()[format]
	name = filepath.Join(s.Dir, format+"-"+kind+f.Ending)
	if info, err := os.Stat(name); err == nil {
		return name, int(info.Size())
	}
	list, _ := corpus.New(1).Lines(kind, stringLines)
	if kind != corpus.Hard && kind != corpus.Faulty {
		v := iri.RFC3987.Top().Validator()
		list = slices.DeleteFunc(list, func(s string) bool { return !v.Check(s).Clean() })
	}
	r := rand.New(rand.NewPCG(1, 2))
	text := f.Text(s.Size<<20, func() string { return list[r.IntN(len(list))] })
	if err := os.WriteFile(name, text, 0o600); err != nil {
		panic(err)
	}
	return name, len(text)
}

func milliseconds(p *os.ProcessState) float64 {
	return float64((p.UserTime()+p.SystemTime())/time.Microsecond) / 1e3
}

// A runner runs a program.
type runner struct {
	round func() error   // runs it once
	least func() float64 // the least of the rounds, in milliseconds of processor time; NaN before the first
}

// process is a program on one core.
func (s *Setting) process(program string, args ...string) runner {
	best := math.NaN()
	return runner{func() error {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		cmd.Stdout = io.Discard // by a pipe: grep does less for /dev/null
		if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
			return fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
		}
		if c := milliseconds(cmd.ProcessState); !(c >= best) {
			best = c
		}
		return nil
	}, func() float64 { return best }}
}

// Machine returns what the figures of a table depend on: the processor and the release of Go.
func Machine() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	m := "an unknown processor"
	if found := regexp.MustCompile(`(?m)^model name\s*:\s*(.*)$`).FindSubmatch(text); found != nil {
		m = string(found[1])
	}
	return fmt.Sprintf("%s, %d cores, %s, %s/%s", m, runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
