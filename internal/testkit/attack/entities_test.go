package attack

import (
	"fmt"
	"strings"
	"testing"
)

// bombs are documents whose entities expand to very much, or are in other files. use is the
// reference that sets them off.
var bombs = []struct{ name, declarations, use string }{
	{"a billion laughs", `<!ENTITY a0 "ha">` + lines(15, func(i int) string {
		return fmt.Sprintf(`<!ENTITY a%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&a%d;", i), 10))
	}), "&a15;"},
	{"quadratic blowup", `<!ENTITY a "` + strings.Repeat("a", 100_000) + `">`, strings.Repeat("&a;", 100_000)},
	{"quadratic blowup in pieces", `<!ENTITY a "` + strings.Repeat("a", 10_000) + `">`,
		"&a;' c='" + strings.Repeat("&a;' c='", 20_000)},
	{"a loop", `<!ENTITY a "&b;"><!ENTITY b "&a;">`, "&a;"},
	{"a loop of one", `<!ENTITY a "&a;&a;">`, "&a;"},
	{"a deep nest", `<!ENTITY a0 "ha">` +
		lines(5_000, func(i int) string { return fmt.Sprintf(`<!ENTITY a%d "&a%d;">`, i+1, i) }), "&a5000;"},
	{"parameter entities", `<!ENTITY % p0 "<!ENTITY a 'ha'>">` + lines(40, func(i int) string {
		return fmt.Sprintf(`<!ENTITY %% p%d "&#37;p%d;&#37;p%d;">`, i+1, i, i)
	}) + "%p40;", "&a;"},
	{"an external entity", `<!ENTITY a SYSTEM "file:///etc/passwd">`, "&a;"},
	{"an external entity of the network", `<!ENTITY a PUBLIC "x" "http://127.0.0.1:1/x">`, "&a;"},
	{"an external parameter entity", `<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;`, "&a;"},
	{"many entities", lines(200_000, func(i int) string { return fmt.Sprintf(`<!ENTITY a%d "x">`, i) }),
		lines(200_000, func(i int) string { return fmt.Sprintf("&a%d;", i) })},
}

// TestEntities sets the bombs off in each format that has entities: the document is named, in
// little time and memory, and the next file is read.
func TestEntities(t *testing.T) {
	for b := range rows(bombs) {
		for _, format := range []struct{ ext, text string }{
			{"rdf", `<?xml version="1.0"?><!DOCTYPE r [ %s ]><rdf:RDF ` +
				`xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about='%s'/></rdf:RDF>`},
			{"xml", `<?xml version="1.0"?><!DOCTYPE r [ %s ]><r><a href='%s'/></r>`},
			{"html", `<!DOCTYPE r [ %s ]><html><a href='%s'></a></html>`},
		} {
			t.Run(b.name+" in "+format.ext, func(t *testing.T) {
				dir := t.TempDir()
				bomb := file(t, dir, "bomb."+format.ext, fmt.Sprintf(format.text, b.declarations, b.use))
				next := file(t, dir, "next.txt", "http://next:8a/\n")
				r := run(t, dir, "", "check", "-f", bomb, "-f", next)
				r.hold(t, "check", 100<<20)
				if !strings.Contains(r.out, "next.txt:1:14") {
					t.Errorf("the file after it is not read: status %d, %.300s %.300s", r.status, r.out, r.err)
				}
				if format.ext != "html" && b.name != "many entities" && !strings.Contains(r.out+r.err, "bomb."+format.ext) {
					t.Errorf("it is passed over: status %d, %.300s %.300s", r.status, r.out, r.err)
				}
				if strings.Contains(r.out+r.err, "root:") {
					t.Errorf("it has read a file that an entity names: %.300s", r.out)
				}
			})
		}
	}
}
