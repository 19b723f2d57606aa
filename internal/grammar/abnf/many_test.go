package abnf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// TestTooManyRules reads more rules than a file, or files together, may have: what is too many is one fault,
// and what is said of the other rules stays true. The rule a0 is used by no rule, the rule used
// only by one that is too many.
func TestTooManyRules(t *testing.T) {
	const most = 4096
	rules := func(name string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%s%d = \"x\"\n", name, i)
		}
		return b.String()
	}
	for _, tt := range []struct {
		name, files string
		rules       int
		want        []string // the faults, but for the rules that no other uses
	}{
		{"one file", "> one\nused = \"u\"\nuser = last\n" + rules("a", most-2) +
			"last = used\nnext = last\nnext = \"n\"", most, []string{
			"one:2:8: user refers to last, which is not read, because of its own fault",
			"one:4097:1: the grammar has more than 4096 rules, last is one too many, and no rule after it is read; " +
				"split the grammar",
		}},
		{"three files", "> one\nused = DIGIT\nuser = last\n" + rules("a", most-2) + "\n> two\n" + rules("b", most) +
			"\n> three\n; top: last\nlast = used\nnext = last\nnext = \"n\"", 2*most + 1, []string{
			"one:2:8: user refers to last, which is not read, because of its own fault",
			"three:2:1: the files have more than 8192 rules together, last is one too many, and no rule after it is " +
				"read; read fewer files",
		}},
		{"files that take rules of each other", "> one\n; import: two\nused = \"u\"\n" + rules("a", most-1) +
			"\n> two\n" + rules("b", most-1) + "last = used\n> three\nalone = \"l\"", 2 * most, []string{
			"two:4096:1: the files have more than 8192 rules together, last is one too many, and no rule after it is " +
				"read; read fewer files",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, list := resolve(t, tt.files)
			var got, unused []string
			for _, e := range list {
				if e.Code == abnf.Unused {
					unused = append(unused, e.Rule)
				} else {
					got = append(got, e.Error())
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			if slices.Contains(unused, "used") || !slices.Contains(unused, "a0") {
				t.Errorf("of %d unused rules: used %v, a0 %v", len(unused), slices.Contains(unused, "used"), slices.Contains(unused, "a0"))
			}
			if b := list.Blocking(); len(g.Rules) != tt.rules || b != nil {
				t.Errorf("got %d rules, and for all of them %v", len(g.Rules), b)
			}
		})
	}
}
