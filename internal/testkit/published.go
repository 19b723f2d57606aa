package testkit

import (
	"flag"
	"os"
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammar/published"
)

// StatesRFC says that a test states what the documents of the built-in specs say, in its rows or by what it expects. It is
// run with the grammars as published: in a tree whose grammars have been edited it is skipped, and "make test-published"
// runs it in a copy of the tree with those of grammar/published. So nobody edits its rows after an edit of a grammar, and
// -update does not write them.
func StatesRFC(t testing.TB) {
	t.Helper()
	if name := published.Edited(grammar.Files); name != "" {
		t.Skipf("grammar/%s is not as published: make test-published runs this test with the grammars that are", name)
	}
}

// Main runs the tests of a package whose examples state what documents say, for a TestMain: in a tree whose grammars have been
// edited they are skipped, as by [StatesRFC].
func Main(m *testing.M) {
	flag.Parse()
	if published.Edited(grammar.Files) != "" {
		if err := flag.Set("test.skip", "^Example"); err != nil {
			panic(err) // package testing has the flag
		}
	}
	os.Exit(m.Run())
}
