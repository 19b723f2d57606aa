package iri_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// TestPasswordsInMessages holds that no text for people has four characters in a row of one of many
// passwords, of 100,000 in a long run.
func TestPasswordsInMessages(t *testing.T) {
	testkit.StatesRFC(t, "http://u:p@h/")
	r := rand.New(rand.NewPCG(3986, 3))
	policy := &iri.Policy{Schemes: []string{"x"}, MaxLength: 10}
	other := iri.MustParseRef("http://u:other@h/?r=//u:other@h")
	n := 5_000
	if testkit.Long() {
		n = 100_000
	}
	failed := 0
	for i := range n {
		password := reftest.Password(r)
		s := reftest.WithPassword(r, i, password)
		var said strings.Builder
		say := func(v ...any) { fmt.Fprintln(&said, v...) }
		for _, rep := range []iri.Report{iri.Check(s, iri.Lint(), iri.Suspicious(), iri.Guess()), policy.Check(s),
			iri.RFC3986.Top().Validate(s), iri.LEIRI.Top().Validate(s, iri.Lint())} {
			say(rep, rep.Err(), rep.LogValue())
			for _, f := range rep.Findings() {
				text, err := json.Marshal(f.Params)
				say(f.Message, f.Hint, string(text), err, f, f.LogValue())
			}
		}
		ref, err := iri.ParseRef(s)
		if say(err); err == nil {
			if !strings.ContainsAny(password, "/?#") { // else the grammar says that another text is the password
				say(ref.LogValue(), ref.Redacted())
			}
			for _, rung := range []iri.Rung{iri.RungString, iri.RungProtocol} {
				d := iri.Diff(ref, other, rung)
				say(d, d.Differs)
			}
		}
		_, err = iri.ToURI(s, iri.WithHostMapping(iri.HostIDNA))
		say(err)
		_, err = iri.ToIRI(s)
		say(err)
		_, err = iri.RFC3987bis.ParseBase(s)
		say(err)
		for piece := range reftest.Pieces(password) {
			if at := strings.Index(said.String(), piece); at >= 0 {
				t.Errorf("%+q: %+q is shown: …%q…", s, piece, said.String()[max(0, at-80):min(said.Len(), at+40)])
				if failed++; failed > 20 {
					t.FailNow()
				}
				break
			}
		}
	}
}
