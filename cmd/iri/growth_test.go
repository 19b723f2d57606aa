package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/hostile"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
)

// A growthRun is a run of testdata/growth.txt.
type growthRun struct {
	of     []string // as hostile.Text.Of
	words  []string // without "iri"
	memory int64    // the most that it may hold, in bytes, and 16 more for each byte of the text
	times  int      // how much longer it may take for a text that is four times as long
}

// growthRuns reads testdata/growth.txt.
func growthRuns(t *testing.T) (runs []growthRun) {
	t.Helper()
	table, err := os.ReadFile("testdata/growth.txt")
	if err != nil {
		t.Fatal(err)
	}
	var head growthRun
	for line := range strings.Lines(string(table)) {
		line = strings.TrimSuffix(line, "\n")
		words, isRun := strings.CutPrefix(line, "iri ")
		switch {
		case line == "" || line[0] == '#':
		case isRun:
			runs = append(runs, growthRun{head.of, strings.Fields(words), head.memory, head.times})
		default:
			head = growthRun{memory: 200 << 20, times: 5}
			line, isEvery := strings.CutPrefix(line, "every format")
			for name := range strings.SplitSeq(strings.TrimPrefix(line, " but "), ", ") {
				if mib, err := strconv.ParseInt(strings.TrimSuffix(name, " MiB"), 10, 64); err == nil {
					head.memory = mib << 20
				} else if n, err := strconv.Atoi(strings.TrimSuffix(name, " times")); err == nil {
					head.times = n
				} else if name != "" {
					head.of = append(head.of, name)
				}
			}
			if isEvery {
				but := head.of
				head.of = slices.DeleteFunc(formatNames(), func(name string) bool { return slices.Contains(but, name) })
			}
		}
	}
	return runs
}

// formatNames returns the names of the formats of files.
func formatNames() (names []string) {
	for _, f := range input.Formats {
		names = append(names, f.Name)
	}
	return names
}

// call writes a text of about n bytes, and what else a run reads, into a new folder, and returns the words of the run
// and its standard input.
func (r growthRun) call(t *testing.T, text hostile.Text, n int) (dir string, words []string, stdin string) {
	t.Helper()
	dir, content, in := t.TempDir(), text.Make(n), "sub/in"
	if strings.Contains(text.Of, ".") {
		in = text.Of // a file with a name of its own
	}
	var packed bytes.Buffer
	if slices.Contains(r.words, "GZIP") {
		z := gzip.NewWriter(&packed)
		z.Write([]byte(content))
		z.Close()
	}
	for _, f := range [][2]string{{".git/HEAD", ""}, {"a.txt", "http://h:8a/\n"}, {"g.abnf", "x = \"a\"\n"},
		{"doc.jsonld", `{"@context": "http://e/c", "@id": "http://h:8a/"}`}, {in, content},
		{"in.gz", packed.String()}} {
		name := filepath.Join(dir, f[0])
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f[1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	names := strings.NewReplacer("IN", in, "FOLDER", "sub", "GZIP", "in.gz", "OUT", "out")
	reads := false
	for _, word := range r.words {
		reads = reads || slices.Contains([]string{"IN", "FOLDER", "GZIP", "<"}, word)
		switch word {
		case "WORDS":
			words = append(words, strings.Fields(content)...)
		case "<":
			stdin = content
		default:
			words = append(words, names.Replace(word))
		}
	}
	if slices.Contains(formatNames(), text.Of) && words[0] != "grammar" && !slices.Contains(words, "--whole") {
		words = append(words, "--from", text.Of)
		if !reads {
			words = append(words, "-f", in)
		}
	}
	return dir, words, stdin
}

// A growthMeter measures what runs take.
type growthMeter struct {
	program string
	start   time.Duration // what a run takes that does nothing
}

// nothing is a run that does nothing.
var nothing = growthRun{words: []string{"version"}}

// run runs a run on a text of about n bytes. It fails if that does not end well.
func (m growthMeter) run(t *testing.T, r growthRun, text hostile.Text, n int) (took time.Duration, memory int64) {
	t.Helper()
	dir, words, stdin := r.call(t, text, n)
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, m.program, words...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GOGC=100")         // or else short runs collect no garbage, see collectLater
	errs, err := os.Create(filepath.Join(dir, "errs")) // not into memory: it can be much
	if err != nil {
		t.Fatal(err)
	}
	defer errs.Close()
	cmd.Stderr = errs
	if err := cmd.Run(); cmd.ProcessState == nil || ctx.Err() != nil {
		t.Fatalf("%d KiB: it does not end: %v", n>>10, err)
	}
	said := make([]byte, 4<<10)
	k, _ := errs.ReadAt(said, 0)
	if s := cmd.ProcessState.ExitCode(); s < 0 || s > 2 || bytes.Contains(said[:k], []byte("goroutine ")) {
		t.Errorf("%d KiB: status %d: %.300s", n>>10, s, said[:k])
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), testkit.Peak(cmd.ProcessState)
}

// grows says what is wrong with the time or the memory that a run takes, with texts of 64 KiB, 256 KiB and 1 MiB.
func (m growthMeter) grows(t *testing.T, r growthRun, text hostile.Text) (wrong string) {
	t.Helper()
	// What takes less than the least cannot be told from a machine that does something else. So a text of 1 MiB that
	// takes less than a few times that need not be compared with others.
	const least = 40 * time.Millisecond
	best := make(map[int]time.Duration)
	measure := func(n int) {
		took, memory := m.run(t, r, text, n)
		t.Logf("%d KiB: %v, %d MiB", n>>10, took, memory>>20)
		took = max(took-m.start, least)
		if before, ok := best[n]; !ok || took < before {
			best[n] = took
		}
		// A run that needs nothing shows how much this process holds.
		if most := r.memory + 16*int64(n); memory > most {
			if _, base := m.run(t, nothing, text, 0); memory > base+most/4 {
				wrong = fmt.Sprintf("%d KiB: it held %d MiB, more than %d MiB", n>>10, memory>>20, most>>20)
			}
		}
	}
	measure(1 << 20)
	for _, large := range []int{1 << 20, 256 << 10} {
		small := large / 4
		for range 6 {
			if best[large] <= time.Duration(r.times)*least {
				return wrong
			}
			measure(small)
			if best[large] <= time.Duration(r.times)*best[small] {
				break
			}
			measure(large)
		}
		if best[large] > time.Duration(r.times)*best[small] {
			return fmt.Sprintf("%d KiB take %v, %d KiB %v: %s", small>>10, best[small], large>>10, best[large], wrong)
		}
	}
	return wrong
}

// TestGrowth goes over the table of runs and texts. Each text is read at 64 KiB, 256 KiB and 1 MiB: the time of the
// processors grows at most five times from step to step, and memory stays below the limit of SECURITY.md. "times" and
// "MiB" in a heading of the table are other limits. With
// IRI_TEST=growth=SEED it is a tenth of the table, at random, and with day=SEED a 400th.
func TestGrowth(t *testing.T) {
	of, random := growthSeed(t)
	debug.SetGCPercent(20) // what this process holds counts for those that it starts, too
	m := growthMeter{program: iriCommand(t).Path, start: time.Hour}
	for range 5 {
		took, _ := m.run(t, nothing, hostile.Texts()[0], 0)
		m.start = min(m.start, took)
	}
	for _, r := range growthRuns(t) {
		if testkit.AskedNumber("day") != 0 {
			r.times *= 2 // CI may run it on a machine that does something else: what is quadratic takes 16 times
		}
		texts := hostile.Texts()
		if slices.ContainsFunc(r.words, isOfRules) {
			texts = append(texts, patterns(random, 20)...)
		}
		for _, text := range texts {
			if !slices.Contains(r.of, text.Of) || random.IntN(of) != 0 {
				continue
			}
			t.Run(fmt.Sprintf("iri %s: %s, %s", strings.Join(r.words, " "), text.Of, text.Name), func(t *testing.T) {
				t.Parallel()
				if wrong := m.grows(t, r, text); wrong != "" {
					t.Error(wrong)
				}
			})
		}
	}
}

// growthSeed says of how many rows one is to run, by what the test was asked for, and returns what chooses them. It skips
// the test if nobody asked for it.
func growthSeed(t *testing.T) (of int, random *rand.Rand) {
	t.Helper()
	seed, of := testkit.AskedNumber("growth"), 10
	if day := testkit.AskedNumber("day"); day != 0 {
		seed, of = day, 400
	} else if seed == 0 && testkit.Asked("attack") == "" {
		t.Skip("takes many minutes: make attack runs it, and a tenth of it make attack WHAT=growth")
	} else if seed == 0 {
		of = 1
	}
	t.Logf("seed %d", seed)
	return of, rand.New(rand.NewPCG(uint64(seed), 56))
}

// isOfRules reports whether a flag asks for rules that are off by default, or for guesses.
func isOfRules(word string) bool {
	return slices.Contains([]string{"--lint", "--suspicious", "--guess"}, word)
}

// patterns returns texts of what the rules speak of, made at random.
func patterns(random *rand.Rand, n int) (texts []hostile.Text) {
	var examples []string
	for _, c := range iri.Codes() {
		examples = append(append(examples, c.Good...), c.Bad...)
	}
	for range n {
		texts = append(texts, hostile.Pattern(random, examples))
	}
	return texts
}

// TestGrowthOfChecks is TestGrowth for the library: what a check finds, with any of the options, and the fixes of that. It
// compares the time of the processors for strings of 8 KiB and of 64 KiB, of patterns made at random.
func TestGrowthOfChecks(t *testing.T) {
	_, random := growthSeed(t)
	options := []iri.CheckOption{iri.WithLint(), iri.WithSuspicious(), iri.WithGuess()}
	for i, text := range patterns(random, 500) {
		var some []iri.CheckOption
		for j, o := range options {
			if i>>j&1 != 0 {
				some = append(some, o)
			}
		}
		best := func(n int) time.Duration {
			s, least := strings.TrimSuffix(text.Make(n), "\n"), time.Hour
			for range 3 {
				start := testkit.Processor()
				r := iri.Check(s, some...)
				r.Findings()
				if i>>len(options)&1 != 0 {
					r.Fixed()
				}
				least = min(least, testkit.Processor()-start)
			}
			return max(least, 10*time.Millisecond)
		}
		if small, large := best(8<<10), best(64<<10); large > 16*small {
			t.Errorf("%s: 8 KiB take %v, 64 KiB %v", text.Name, small, large)
		}
	}
}

// noGrowth are commands and flags that need no run in the table, and why.
var noGrowth = map[string]string{
	"help": "reads nothing", "formats": "reads nothing", "runs": "reads nothing",
	"version": "reads nothing", "config": "only its commands read something",
	"grammar": "only its commands read something",

	"--help": "reads nothing", "--specs": "reads nothing", "--color": "the same text with colours",
	"--file":     "every run has it, or reads standard input",
	"--from":     "every run has it",
	"--no-color": "the same text", "--no-progress": "of the terminal", "--jobs": "the same work",
	"--follow": "which files are read", "--stdin-filename": "how standard input is called",
	"--import": "it is an error of a document that uses no rule of the spec",
	"--config": "another name of iri.toml", "--no-config": "less is read", "--trust-config": "which files may be read",
	"--unbuffered": "the same work", "--no-summary": "less is written",
	"--quiet": "less is written", "--limit": "less is written", "--force": "which files are written",
	"--diff": "iri fix and iri to-uri have runs, and all commands one sink", "--write": "the same",
	"--seed": "other choices", "--spec": "another table of the same kind", "--rule": "another table of the same kind",
}

// TestGrowthTable holds that the table of TestGrowth has every command, every flag and every format, of files and of
// reports, that its runs are no errors in usage, and that each reads something.
func TestGrowthTable(t *testing.T) {
	has := make(map[string]bool) // commands, "command --flag", "--flag" of the table of options, formats
	first := make(map[string]hostile.Text)
	for _, text := range slices.Backward(hostile.Texts()) {
		first[text.Of] = text
	}
	a := testApp(new(bytes.Buffer), new(bytes.Buffer))
	read := make(map[string]bool)
	for _, r := range growthRuns(t) {
		cmd, rest, err := newRootCmd(a).Find(r.words)
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err != nil {
			t.Errorf("iri %s: %v", strings.Join(r.words, " "), err)
			continue
		}
		has[cmd.Name()] = true
		cmd.Flags().Visit(func(f *pflag.Flag) {
			has[cmd.Name()+" --"+f.Name] = true
			if _, ok := f.Value.(*option.Value); ok {
				has["--"+f.Name] = true // all commands read it in one way
			}
			if f.Name == "format" && cmd.Name() == "check" {
				has["--format "+f.Value.String()] = true
			}
		})
		for _, of := range r.of {
			read[of] = true
			if _, ok := first[of]; !ok {
				t.Errorf("iri %s: internal/testkit/hostile has no text of %s", strings.Join(r.words, " "), of)
			}
		}
		dir, words, stdin := r.call(t, first[r.of[0]], 300)
		t.Chdir(dir)
		var errs bytes.Buffer
		a := testApp(new(bytes.Buffer), &errs)
		a.stdin = strings.NewReader(stdin)
		if execute(a, words); strings.Contains(errs.String(), "for usage") {
			t.Errorf("iri %s: %s", strings.Join(words, " "), errs.String())
		}
	}
	for of := range first {
		if !read[of] {
			t.Errorf("no run reads the texts of %s", of)
		}
	}
	missing := func(what string) {
		t.Errorf("no run of testdata/growth.txt has %s: add one, or say in noGrowth why not", what)
	}
	for _, name := range formatNames() {
		if _, ok := first[name]; !ok {
			t.Errorf("internal/testkit/hostile has no text of %s", name)
		}
	}
	for _, name := range render.Formats(true) {
		if !has["--format "+name] && name != render.FormatText {
			missing("check --format " + name)
		}
	}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if !has[cmd.Name()] && noGrowth[cmd.Name()] == "" && cmd.HasParent() {
			missing(cmd.CommandPath())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !has["--"+f.Name] && !has[cmd.Name()+" --"+f.Name] && noGrowth["--"+f.Name] == "" {
				missing(cmd.CommandPath() + " --" + f.Name)
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(newRootCmd(a))
}
