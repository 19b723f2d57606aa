package iri

// A Validator checks many strings against one rule with one set of options, for
// those who have a file of them. It may be used by several goroutines at once. The
// zero Validator accepts nothing.
type Validator struct {
	rule Rule
	opts options
	// alone is set where the grammar is all there is to check: by the options, or
	// because the rule names no whole reference.
	alone bool
}

// Validator returns a validator for the rule.
func (r Rule) Validator(opts ...Option) *Validator {
	v := &Validator{rule: r, opts: options{max: DefaultMaxFindings}}
	for _, opt := range opts {
		opt(&v.opts)
	}
	v.alone = v.opts.grammarOnly || !r.whole()
	return v
}

// Validate is [Rule.Validate] with the validator's options.
func (v *Validator) Validate(s string) Report { return v.rule.validate(s, &v.opts) }

// Clean reports whether [Validator.Validate] would have no finding at all. It does
// not allocate for strings of which it says so.
func (v *Validator) Clean(s string) bool {
	if !v.rule.Valid(s) {
		return false
	}
	if v.alone {
		return true
	}
	c := checker{s: s, p: split(s), rule: v.rule, opts: &v.opts, trial: true}
	c.run()
	return c.total == 0
}
