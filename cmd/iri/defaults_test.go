package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri/internal/ref/spec"
)

// advice is the command that a summary names.
var advice = regexp.MustCompile(`can be fixed: iri fix.*`)

// withoutTyped takes flags out of the command that a summary names, as that has them if they are typed.
func withoutTyped(outcome string, flags []string) string {
	return advice.ReplaceAllStringFunc(outcome, func(command string) string {
		for _, flag := range flags {
			name, value, _ := strings.Cut(flag, "=")
			for _, typed := range []string{flag, name + " " + shellWord(value)} {
				command = strings.Replace(command, " "+typed, "", 1)
			}
		}
		return command
	})
}

// defaultInput has good, bad, fixable, empty and odd lines.
const defaultInput = "http://e/\nhttp://h:8a/\n\nhttp://e/a b\nHTTP://É.example/%c3%a9/./x\nhttp://u:p@e/ x\r\n1a:b\n"

// withRecords are the commands that read records, with the words that each needs.
func withRecords() map[string][]string {
	return map[string][]string{
		"check": nil, "fix": nil, "filter": nil, "parse": nil, "to-uri": nil, "to-iri": nil, "from-leiri": nil,
		"prepare": nil, "normalize": nil, "uniq": nil, "resolve": {"http://b.example/c/"}, "relativize": {"http://e/"},
	}
}

// defaultsOf returns, for each flag of a command, its default written out: that of pflag,
// and those that only the help states.
func defaultsOf(cmd *cobra.Command) (flags []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch value := f.DefValue; {
		case f.Name == "help":
		case f.Name == "from":
			flags = append(flags, "--from=", "--from=lines")
		case f.Name == "rule":
			top := spec.RFC3987.Top().Name()
			if strings.Contains(f.Usage, "references") {
				top = "IRI-reference"
			}
			if cmd.Name() != "to-iri" && cmd.Name() != "from-leiri" {
				flags = append(flags, "--rule="+top)
			}
		case f.Value.Type() == "stringArray": // a list that is empty cannot be written out
		default:
			flags = append(flags, "--"+f.Name+"="+value)
		}
	})
	return append(flags, "--color=auto")
}

// TestExplicitDefaults holds that a flag which is given its default changes nothing: neither
// the outputs nor the status, for words, standard input and a file, and all flags together.
func TestExplicitDefaults(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(name, []byte(defaultInput), 0o666); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, g := range groups() {
		for _, c := range g.commands {
			cmd := c.build(testApp(new(bytes.Buffer), new(bytes.Buffer)))
			words, ok := withRecords()[cmd.Name()]
			if !ok {
				continue
			}
			outcome := func(flags ...string) string {
				var sb strings.Builder
				for _, input := range [][]string{nil, {"-f", name}, {"--", "http://e/a b", "http://h:8a/"}} {
					if cmd.Name() == "filter" && len(input) == 3 {
						continue // it takes no words
					}
					for _, format := range []string{"text", "json"} {
						if cmd.Name() == "filter" && format == "json" {
							continue
						}
						var out, errs bytes.Buffer
						a := testApp(&out, &errs)
						a.stdin = strings.NewReader(defaultInput)
						args := append(append([]string{cmd.Name()}, words...), flags...)
						if cmd.Name() != "filter" && !strings.Contains(strings.Join(flags, " "), "--format") {
							args = append(args, "--format", format)
						}
						status := execute(a, append(args, input...))
						fmt.Fprintf(&sb, "%v %s: status %d\n%s\n%s\n", input, format, status, out.String(), errs.String())
					}
				}
				return withoutTyped(sb.String(), flags)
			}
			t.Run(cmd.Name(), func(t *testing.T) {
				tried++
				want := outcome()
				if strings.Contains(want, "status 2") {
					t.Fatalf("the command line is wrong:\n%s", want)
				}
				var all []string
				for _, flag := range defaultsOf(cmd) {
					if strings.HasPrefix(flag, "--format") {
						continue // outcome gives it
					}
					all = append(all, flag)
					if got := outcome(flag); got != want {
						t.Errorf("%s changes the outcome:\n%s\nwant\n%s", flag, got, want)
					}
				}
				if got := outcome(all...); got != want {
					t.Errorf("%s change the outcome:\n%s\nwant\n%s", all, got, want)
				}
			})
		}
	}
	if tried != len(withRecords()) {
		t.Errorf("%d commands were tried, want %d", tried, len(withRecords()))
	}
	// --format text is the default of all of them.
	for _, command := range []string{"check", "fix", "to-uri", "normalize"} {
		with, _ := runAdvice(command, "--format=text", "http://e/a b", "http://e/")
		if without, _ := runAdvice(command, "http://e/a b", "http://e/"); with != without {
			t.Errorf("%s --format=text: got %q, want %q", command, with, without)
		}
	}
	// Columns and fields.
	for _, flag := range [][]string{{"--from=csv", "--column=1"}, {"--from=json", "--field=iri"}} {
		for _, command := range []string{"check", "fix", "filter", "to-uri", "normalize"} {
			outcome := func(flags []string) string {
				var out, errs bytes.Buffer
				a := testApp(&out, &errs)
				a.stdin = strings.NewReader("\"http://e/a b\"\n\"http://e/\"\n")
				if flag[0] == "--from=json" {
					a.stdin = strings.NewReader("{\"iri\":\"http://e/a b\"}\n{\"iri\":\"http://e/\"}\n")
				}
				status := execute(a, append([]string{command}, flags...))
				return withoutTyped(fmt.Sprint(status, out.String(), errs.String()), flags)
			}
			if got, want := outcome(flag), outcome(flag[:1]); got != want {
				t.Errorf("%s %v: got %q, want %q", command, flag, got, want)
			}
		}
	}
}
