package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/clone"
)

// TestAddRule adds three rules that are on by default in a clone, about a sign in queries, a word in paths and a pair
// of components: each is an entry and its message. What "make update" writes is all that differs, and then all short
// tests pass there; with them one that holds strings, lines and statements to the registry alone, and one that
// holds the pipeline to it.
func TestAddRule(t *testing.T) {
	if !testkit.Long() || clone.IsIn() {
		t.Skip("it runs all tests in a clone: make test WHAT=rule runs it")
	}
	c := clone.New(t, "../../..")
	for from, to := range map[string]string{
		"rules.go.txt":      "internal/verdict/rules/added.go",
		"check_test.go.txt": "internal/verdict/check/added_test.go",
		"beam_test.go.txt":  "beam/iribeam/added_test.go",
	} {
		src, err := os.ReadFile(filepath.Join("testdata", "addrule", from))
		if err != nil {
			t.Fatal(err)
		}
		c.WriteFile(t, to, string(src))
	}
	c.Replace(t, "internal/verdict/rules/registry.go", "ruleBidiComponent, ruleUserinfoPassword,",
		"ruleAddedPlus, ruleAddedWord, ruleAddedPair,\n\t\t\truleBidiComponent, ruleUserinfoPassword,")
	c.Replace(t, "internal/verdict/finding/en.txt", "mixed-script.other = ",
		"added-plus.sign = one sign too many\nadded-word.food = food\nadded-pair.fragment = the query again\n"+
			"mixed-script.other = ")
	c.Must(t, "go", "run", "./internal/make/reasons")
	c.Must(t, "go", "run", "./internal/make/constants")
	c.Must(t, "make", "update")
	const want = ` M codes_gen.go
 M docs/checks.md
 M internal/verdict/finding/en.txt
 M internal/verdict/finding/reasons_gen.go
 M internal/verdict/rules/registry.go
?? beam/iribeam/added_test.go
?? internal/verdict/check/added_test.go
?? internal/verdict/rules/added.go
`
	if got := c.Must(t, "git", "status", "--porcelain"); got != want {
		t.Errorf("other files have changed: got\n%swant\n%s", got, want)
	}
	c.Must(t, "make", "test-short")
	c.Must(t, "go", "test", "-C", "beam", "-count=1", "-run", "^TestAdded$", "./iribeam")
}
