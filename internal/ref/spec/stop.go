package spec

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A Stop says where a string stops being the beginning of a sentence of a rule, and what is
// open there.
type Stop struct {
	At    int  // the offset of the first character at which no sentence can go on; -1 for a sentence
	Ends  bool // a sentence can end there
	Inner Rule // the innermost production that is open there in every way of reading

	// Open has the productions from the rule down to Inner; of more than 64 the first and the
	// last ones, with "…" between them. Expected has what can come next there, with "end"
	// where a sentence can end. The slices are shared.
	Open, Expected []string
}

// elided stands for the middle of a long chain of productions.
const elided = "…"

// Stop returns where and how s stops being the beginning of a sentence. The error says that
// the budget of the general matcher is used up: it is an *[earley.BudgetError].
func (r Rule) Stop(s string) (Stop, error) {
	if !r.General() {
		at, state := r.Furthest(s)
		if at < 0 {
			return Stop{At: at}, nil
		}
		stop := Stop{At: at, Ends: r.d.dfa().Accept[state]}
		stop.Open, stop.Expected = r.open(s[:at])
		stop.Inner = MustRule(r.d.spec, stop.Open[len(stop.Open)-1])
		return stop, nil
	}
	found, err := r.d.general().Stop(s)
	if err != nil {
		return Stop{At: found.At}, err
	}
	if found.Match {
		return Stop{At: -1}, nil
	}
	g := r.d.spec.Grammar()
	open := withoutCharacters(g, nil, abnf.Names(found.Open))
	depth := found.Depth - (len(found.Open) - len(open))
	stop := Stop{At: found.At, Ends: found.Ends, Expected: nextNames(g, depth, true, found.Readings...)}
	stop.Inner = MustRule(r.d.spec, open[len(open)-1])
	if found.Depth > len(found.Open) {
		open = slices.Insert(open, len(found.Open)/2, elided)
	}
	if found.Ends {
		stop.Expected = append(stop.Expected, endOfInput)
	}
	stop.Open, stop.Expected = slices.Clip(open), slices.Clip(stop.Expected)
	return stop, nil
}
