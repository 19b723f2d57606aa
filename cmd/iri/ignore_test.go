package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestIgnoreAcrossBlocks holds that a comment at the end of a line is for all of the line, wherever the chunks end in
// which the file is read.
func TestIgnoreAcrossBlocks(t *testing.T) {
	const link, statement = `<a href="http://h:a/">x</a>`, `<http://h:a/> <http://e/p> "x" .`
	for name, text := range map[string]string{
		"line.html":  strings.Repeat(link, 3000) + "<!-- iri-ignore port: why -->\n",
		"lines.html": strings.Repeat(link+" <!-- iri-ignore port: why -->\n", 3000),
		"line.xml": "<a>" + strings.Repeat("<loc>http://h:a/</loc>", 3000) +
			"<!-- iri-ignore port: why -->\n</a>",
		"statements.ttl": strings.Repeat(statement+" # iri-ignore port: why\n", 40_000),
		"crlf.ttl":       strings.Repeat(statement+" # iri-ignore port: why\r\n", 40_000),
		"several.ttl":    strings.Repeat(strings.Repeat(statement, 100)+" # iri-ignore port: why\n", 400),
		"prefixes.trig": strings.Repeat(`@prefix p: <http://h:a/> . p:x p:x p:x . { p:x p:x p:x . } # iri-ignore `+
			`port: why`+"\n", 10_000),
		"lines.nt": strings.Repeat(statement+" # iri-ignore port: why\n", 40_000),
	} {
		var out, errs bytes.Buffer
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if status := execute(testApp(&out, &errs), []string{"check", "-f", file}); status != int(statusOK) {
			t.Errorf("%s: status %d: %.300s%.300s", name, status, out.String(), errs.String())
		}
	}
}
