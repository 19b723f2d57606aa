package bench

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// oxiri is the Rust crate of this name at work on strings: the program of bench/oxiri runs a round for each line that
// it reads.
func (s *Setting) oxiri(work string, list []string) Runner {
	none := Runner{"oxiri", func() error { return nil }, math.NaN}
	if s.Oxiri == "" {
		return none
	}
	var times Times
	name := filepath.Join(s.Dir, "oxiri-"+work)
	if err := os.WriteFile(name, []byte(strings.Join(list, "\n")+"\n"), 0o600); err != nil {
		panic(err)
	}
	cmd := exec.Command(s.Oxiri, work, name, strconv.Itoa(PartLines))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		panic(err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := cmd.Start(); err != nil {
		return none
	}
	out := bufio.NewReader(pipe)
	if _, err := out.ReadString('\n'); err != nil {
		panic(err)
	}
	return Runner{"oxiri", func() error {
		fmt.Fprintln(in)
		line, err := out.ReadString('\n')
		for k, field := range strings.Fields(line) {
			ns, _ := strconv.ParseFloat(field, 64)
			times.Keep(k, time.Duration(ns))
		}
		return err
	}, func() float64 { return times.Sum() / float64(len(list)) }}
}
