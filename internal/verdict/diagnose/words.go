package diagnose

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has what is said of rules that are a choice of words, and of characters that could stand where they are in
// the other case.

// namedWords is how many words a message names.
const namedWords = 8

// wordMessage says that a text is none of the words of a rule, or that only its case differs from one.
func wordMessage(q *component.Quoter, start, end int, r spec.Rule, words []string) finding.Text {
	names, text := spec.QuoteWords(words), q.Text[start:end]
	for _, name := range spec.QuoteWords(slices.DeleteFunc(slices.Clone(words),
		func(w string) bool { return !strings.EqualFold(w, text) })) {
		return finding.RuleCase.Text(q.Quote(start, end), name, r.Name())
	}
	if len(names) > namedWords {
		names = append(names[:namedWords:namedWords], "…")
	}
	return finding.RuleWord.Text(q.Quote(start, end), r.Name(), strings.Join(names, " / "))
}

// word adds the finding for a component from i to an offset that is a choice of words, and none of these. It reports
// whether it is that.
func (b *blamer) word(comp component.Kind, i, end int) bool {
	c := b.path(comp)
	words := c.Rule.Words()
	if words == nil || i == end || c.Rule.Valid(b.s[i:end]) {
		return false
	}
	expected := spec.QuoteWords(words)
	if slices.Contains(words, "") {
		expected = append(expected, c.Follow()...)
	}
	f := newFinding(c, i, end, wordMessage(&b.Quoter, i, end, c.Rule, words), expected)
	if comp == component.Scheme {
		if m := b.meantWhole(); !m.hint.IsZero() {
			b.setMeaning(&f, m)
		}
	}
	b.add(f, c.Rule, engine.Start)
	return true
}

// cfi adds one finding for a fragment from i to an offset that is a canonical fragment identifier of EPUB, as
// epubcfi(/6/4[ref]!/4), but for brackets and circumflexes that are not percent-encoded. It reports whether it is that.
func (b *blamer) cfi(c *spec.Path, i, end int) bool {
	const notEncoded = "[]^"
	s := b.s[i:end]
	if !strings.HasPrefix(s, "epubcfi(") {
		return false
	}
	first, last := strings.IndexAny(s, notEncoded), strings.LastIndexAny(s, notEncoded)
	encode := strings.NewReplacer("[", "%5B", "]", "%5D", "^", "%5E").Replace
	if first < 0 || !c.Rule.Valid(encode(s)) {
		return false
	}
	f := newFinding(c, i+first, i+last+1, b.runMessage(component.Fragment, i+first, i+first+1), c.ExpectedAfter(s[:first]))
	f.Hint, f.Fix = finding.HintCfi.Text(), finding.NewFix(b.s, f.Start, f.End, encode)
	b.add(f, c.Rule, engine.Start)
	return true
}

// caseHint says that a letter can stand in the other case where it cannot, if ok says that it can.
func caseHint(letter byte, ok func(other string) bool) finding.Text {
	if chars.IsLetter(letter) {
		if other := string(rune(letter ^ 0x20)); ok(other) {
			return finding.HintCase.Text(quote.Quote(other))
		}
	}
	return finding.Text{}
}

// wordFault makes the finding for a string by the rule of a component that is a choice of words one of the whole string,
// as it is in a reference.
func wordFault(f *finding.Finding, q *component.Quoter, start, end int, r spec.Rule) bool {
	s := q.Text[start:end]
	p, words := r.Spec().Profile(), r.Words()
	if p == nil || words == nil || s == "" || !slices.Contains(p.Of[:], r) {
		return false
	}
	f.Code, f.Start, f.End, f.Rules = finding.Code(r.Name()), start, end, []string{r.Name()}
	f.Section, f.ABNF = r.Section(), r.ABNF()
	f.Message, f.Expected = wordMessage(q, start, end, r, words), spec.QuoteWords(words)
	if slices.Contains(words, "") {
		f.Expected = append(f.Expected, "end")
	}
	return true
}
