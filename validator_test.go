package iri_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/prose"
)

// linesOneByOne is what Validator.Lines does, by Validate.
func linesOneByOne(v *iri.Validator, block []byte) (found []string, clean int) {
	at := 0
	for line := range bytes.Lines(block) {
		text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		switch {
		case text == "":
		case len(v.Validate(text).Findings()) == 0:
			clean++
		default:
			found = append(found, fmt.Sprintf("%d-%d", at, at+len(text)))
		}
		at += len(line)
	}
	return found, clean
}

func TestValidatorLines(t *testing.T) {
	leiri, _ := iri.LEIRI.Rule("LEIRI")
	port, _ := iri.RFC3986.Rule("port")
	validators := map[string]*iri.Validator{
		"all checks":   iri.RFC3987.Top().Validator(),
		"grammar only": iri.RFC3987.Top().Validator(iri.GrammarOnly()),
		"lint":         iri.RFC3987.Top().Validator(iri.Lint()),
		"LEIRI":        leiri.Validator(), // its strings may have line ends in them
		"port":         port.Validator(),
		"zero":         iri.Rule{}.Validator(),
	}
	pieces := []string{"\n", "\r\n", "\r", "\n\n", "a:b", "http://example.org/é?x#y", "http://h:8a/", "http://u:p@h/", "8080", " ", "\xff", "%", "%41", "é",
		"http://résumé.example/", "http://1.2.3/", "http://a--b.c/", "https://www.example.org:8080/a/b?c=d#e", "http://example.org/\u202E", "HTTP://a_b/",
		"http://пример.рф/", "https://中华人民共和国.中国/漢字かな", "http://e.org/שלום", "http://e.org/a\u05D0", "http://भारत.भारत/क़ानून", "http://e.org/e\u0301", "😀", "http://𑄇𑄨.org/"}
	for name, v := range validators {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			for size := range 400 {
				var b strings.Builder
				for range size {
					b.WriteString(pieces[r.IntN(len(pieces))])
				}
				block := []byte(b.String())
				var found []string
				clean := v.Lines(block, func(start, end int) bool {
					found = append(found, fmt.Sprintf("%d-%d", start, end))
					return true
				})
				wantFound, wantClean := linesOneByOne(v, block)
				if clean != wantClean || strings.Join(found, " ") != strings.Join(wantFound, " ") {
					t.Fatalf("%q: got %d clean, found %s; want %d, %s", block, clean, found, wantClean, wantFound)
				}
			}
		})
	}
}

// FuzzValidatorLines looks for blocks of lines of which Lines says something else than
// Validate does of each line.
func FuzzValidatorLines(f *testing.F) {
	var good, bad []string
	for _, info := range prose.Rules {
		good, bad = append(good, info.Good...), append(bad, info.Bad...)
	}
	f.Add(strings.Join(good, "\n"))
	f.Add(strings.Join(bad, "\r\n"))
	f.Add("\n\r\n\r\r\nhttp://h/\xff\nhttp://пример.рф/קמץ\n\nhttp://\xd0")
	all, grammar := iri.RFC3987.Top().Validator(), iri.RFC3987.Top().Validator(iri.GrammarOnly())
	f.Fuzz(func(t *testing.T, block string) {
		for _, v := range []*iri.Validator{all, grammar} {
			var found []string
			clean := v.Lines([]byte(block), func(start, end int) bool {
				found = append(found, fmt.Sprintf("%d-%d", start, end))
				return true
			})
			wantFound, wantClean := linesOneByOne(v, []byte(block))
			if clean != wantClean || !slices.Equal(found, wantFound) {
				t.Errorf("%q: got %d clean, found %s; want %d, %s", block, clean, found, wantClean, wantFound)
			}
		}
	})
}

// Clean says what Validate says.
func TestClean(t *testing.T) {
	for _, v := range []*iri.Validator{iri.RFC3987.Top().Validator(), iri.RFC3987.Reference().Validator(iri.GrammarOnly()), iri.RFC3986.Top().Validator(iri.Lint())} {
		for _, s := range []string{"", "a:b", "http://example.org/", "http://h:8a/", "http://u:p@h/", "../a", "HTTP://EXAMPLE.org:80/%7e", "http://ex_ample.org/é"} {
			if got, want := v.Clean(s), len(v.Validate(s).Findings()) == 0; got != want {
				t.Errorf("%q: got %v, want %v", s, got, want)
			}
		}
	}
}

func TestCleanDoesNotAllocate(t *testing.T) {
	v := iri.RFC3987.Top().Validator()
	for _, s := range []string{"http://www.example.org/wiki/Main_Page?x=1#y", "https://ru.example.org/wiki/Международный_стандарт"} {
		if n := testing.AllocsPerRun(100, func() { v.Clean(s) }); n != 0 {
			t.Errorf("%q: got %v allocations, want 0", s, n)
		}
	}
}
