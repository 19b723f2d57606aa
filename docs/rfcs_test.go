package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// rfcs are the RFCs that the project cites, and what obsoletes them (https://www.rfc-editor.org/rfc-index.txt).
var rfcs = map[string]string{
	"1034": "", "1035": "", "1123": "", "1591": "", "1738": "4248 4266", "2045": "", "2224": "", "2229": "", "2244": "",
	"2319": "",
	"2326": "7826", "2392": "", "2806": "3966", "2838": "", "3261": "", "3508": "", "3859": "", "3860": "", "4452": "",
	"4501": "", "4918": "", "5122": "", "5456": "", "5724": "", "5870": "", "6694": "", "6920": "", "7064": "", "7065": "",
	"7512": "", "7565": "", "2765": "6145", "8215": "",
	"2384": "", "2396": "3986", "2397": "", "2606": "", "2616": "7230", "2648": "", "3056": "",
	"3066": "4647", "3339": "",
	"3490": "5890 5891", "3492": "", "3501": "9051", "3510": "", "3629": "", "3887": "", "3966": "", "3986": "",
	"3987": "",
	"4088": "", "4151": "", "4180": "", "4248": "", "4266": "", "4287": "", "4291": "", "4516": "", "4647": "",
	"4648": "", "5092": "",
	"5234": "", "5321": "", "5322": "", "5538": "", "5646": "", "5781": "", "5890": "", "5891": "", "5892": "",
	"5893": "",
	"5895": "", "5952": "", "6052": "", "6068": "", "6265": "", "6335": "", "6452": "", "6454": "", "6455": "",
	"6532": "", "6570": "",
	"6874": "9844", "6890": "", "7230": "9110 9112", "7252": "", "7405": "", "7472": "", "7749": "7991", "7826": "",
	"7991": "",
	"7994": "", "8089": "", "8141": "", "8254": "", "8259": "", "8288": "", "8323": "", "9051": "", "9110": "", "9309": "",
	"9111": "",
	"9112": "", "9562": "", "9844": "",
}

// stillInForce are obsolete RFCs in which alone something stands that is in force.
var stillInForce = map[string]string{
	"1738": "the scheme ftp",
	"2326": "the scheme rtspu, which RFC 7826 leaves out",
	"3490": "ToASCII, which RFC 3987 §3.1 asks for",
}

// TestRFCs holds the numbers of RFCs to the list, and what is said to users to those in force: who cites an obsolete
// one names what obsoletes it, too.
func TestRFCs(t *testing.T) {
	const english = "internal/verdict/finding/en.txt"
	out, err := exec.Command("git", "-C", "..", "ls-files", "*.go", "*.md", english, "cmd/iri/help.txt").Output()
	if err != nil {
		t.Skip("no git: ", err)
	}
	cited := regexp.MustCompile(`\bRFC (\d{4})\b`)
	seen := make(map[string]bool)
	for name := range strings.FieldsSeq(string(out)) {
		isTold := name == "docs/checks.md" || name == english
		if strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") || name == "CHANGELOG.md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			continue // it is being moved
		}
		for line := range strings.Lines(string(text)) {
			for _, m := range cited.FindAllStringSubmatch(line, -1) {
				by, known := rfcs[m[1]]
				seen[m[1]] = true
				switch {
				case !known && m[1] != "9999":
					t.Errorf("%s: RFC %s is not in the list of this test: %s", name, m[1], strings.TrimSpace(line))
				case isTold && by != "" && stillInForce[m[1]] == "" && !namesOne(line, by):
					t.Errorf("%s: RFC %s is obsolete, see RFC %s: %s", name, m[1], by, strings.TrimSpace(line))
				}
			}
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d RFCs were found", len(seen))
	}
}

// namesOne reports whether a line cites one of the RFCs.
func namesOne(line, numbers string) bool {
	for n := range strings.FieldsSeq(numbers) {
		if strings.Contains(line, "RFC "+n) {
			return true
		}
	}
	return false
}
