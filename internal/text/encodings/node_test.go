package encodings

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// nodeDiffers has the codes that Node, whose decoders are those of ICU, reads as another character
// than the index of the standard has.
var nodeDiffers = map[string]string{"koi8-u": "ae be", "big5": "f9fe"}

func isPrivate(r rune) bool { return 0xE000 <= r && r <= 0xF8FF }

// TestNode compares the indexes both ways with the TextDecoder of Node: each code that it reads as
// one character, and what it reads of each code that an encoder writes. ICU has the C1 controls
// and private use where the standard has another character or none; those are left out, and so
// is a code that only one of the two defines. TestBrowser and the digests in indexes have them all.
func TestNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil || !testkit.Long() {
		t.Skip("needs Node, and is part of the long tests: ", err)
	}
	checked := 0
	for name := range indexes {
		e, err := Get(name)
		if err != nil {
			t.Fatal(err)
		}
		script := "let out\n" + browserDecode + "console.log(out.slice(1).join('\\n'))"
		out, err := exec.Command(node, "-e", strings.ReplaceAll(script, "NAME", name)).Output()
		if err != nil {
			continue // a Node without this one
		}
		read := make(map[string]rune) // by the code, in hexadecimal
		for line := range strings.Lines(string(out)) {
			code, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			r, err := strconv.ParseUint(text, 16, 32)
			if err == nil && r >= 0xA0 && !isPrivate(rune(r)) && !strings.Contains(nodeDiffers[name], code) {
				read[code] = rune(r)
			}
		}
		for line := range strings.Lines(decoded(e)) {
			code, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			r, err := strconv.ParseUint(text, 16, 32)
			if want, ok := read[code]; ok && err == nil && r != '-' { // which stands for a code without a character
				if checked++; rune(r) != want {
					t.Errorf("%s: %s is read as %U, by Node as %U", name, code, r, want)
				}
			}
		}
		enc := e.NewEncoder()
		for _, r := range runes() {
			octets, err := enc.Bytes([]byte(string(r)))
			if err != nil || isPrivate(r) { // the standard still writes 18 of these as what was private use
				continue
			}
			var code strings.Builder
			line(&code, octets, "")
			if got, ok := read[strings.TrimSpace(code.String())]; ok {
				// the standard writes the one as the other
				if checked++; got != r && (r != '\u2212' || got != '\uFF0D') {
					t.Errorf("%s: %U is written as %x, which Node reads as %U", name, r, octets, got)
				}
			}
		}
	}
	if checked < 100_000 {
		t.Errorf("%d codes compared, want 100,000", checked)
	}
	t.Logf("%d codes compared", checked)
}
