// Command conformance writes the suites of the conformance kit: the small suites of all rules of
// the built-in specs, one file for each spec, and a list of the files. A rule that is the same in
// a spec before it, with all rules that it uses, is not repeated. In comes the folder.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log"
	"os"
	"path/filepath"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/export"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/study/vectors"
)

// version is the version of the file format, and of the files that are written by hand.
const version = 1

// A suite is an entry of the list of files.
type suite struct {
	File   string `json:"file"`
	About  string `json:"about"`
	Rows   int    `json:"rows"`
	SHA256 string `json:"sha256"` // of the file

	// Grammar is the hash of the rules that the rows were made of; empty for rows that were written
	// by hand.
	Grammar string `json:"grammar,omitempty"`
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: conformance FOLDER")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func write(dir string) error {
	var list struct {
		Version int     `json:"version"`
		Suites  []suite `json:"suites"`
	}
	list.Version = version
	add := func(file, about, grammar string, text []byte) {
		list.Suites = append(list.Suites, suite{file, about, bytes.Count(text, []byte("\n")),
			fmt.Sprintf("%x", sha256.Sum256(text)), grammar})
	}
	seen := make(map[string]bool)
	for _, name := range []string{"rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		g, err := abnf.Load(grammar.Files, ".", name)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		for _, r := range g.Rules {
			hash := r.Name + " " + export.Selection{Grammar: g, Rule: r}.Hash()
			if seen[hash] {
				continue
			}
			seen[hash] = true
			rows := thatCanBeMade(vectors.Suite(g, r, vectors.Small, nil))
			if err := vectors.Formats()[0].Write(&b, vectors.Suited{}, rows); err != nil {
				return err
			}
		}
		file := "syntax/" + name + ".jsonl"
		if err := os.WriteFile(filepath.Join(dir, file), b.Bytes(), 0o666); err != nil {
			return err
		}
		add(file, "the rules of "+g.Title, languages.Hash(g.Rules), b.Bytes())
	}
	for _, hand := range []string{"resolve", "normalize", "map"} {
		text, err := os.ReadFile(filepath.Join(dir, hand+".jsonl"))
		if err != nil {
			return err
		}
		about := map[string]string{"resolve": "references against a base", "normalize": "normal forms",
			"map": "IRIs to URIs, and back"}[hand]
		add(hand+".jsonl", about, "", text)
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "suites.json"), append(text, '\n'), 0o666)
}

// thatCanBeMade yields the rows before the first one that takes too much work, and reports that one. A grammar may have a rule
// that is too large for the suite, and is still valid.
func thatCanBeMade(rows iter.Seq2[vectors.Row, error]) iter.Seq2[vectors.Row, error] {
	return func(yield func(vectors.Row, error) bool) {
		for row, err := range rows {
			if errors.Is(err, languages.ErrTooLarge) {
				log.Printf("the kit has not all rows: %v", err)
				return
			}
			if !yield(row, err) {
				return
			}
		}
	}
}
