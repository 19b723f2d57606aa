package report

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
)

// maxPasswords is how many passwords of one text are looked for in messages.
const maxPasswords = 16

// HidePasswords writes "xxxxx" in the messages and hints of findings, and in their values, in place of
// what may be a password in the input, which is read by the rule. Messages go where people read them: to
// logs, tickets and screens.
func HidePasswords(findings []Finding, rule, input string) {
	if len(findings) == 0 {
		return
	}
	n := 0
	for start, end := range component.Passwords(rule, input) {
		if n++; n > maxPasswords {
			return
		}
		// Messages have at most that many characters of a text, some of them as escapes.
		password := input[start:min(end, start+4*quote.MaxWritten)]
		forms := slices.Compact([]string{password, quote.QuoteBare(password)})
		if strings.ContainsAny(password, delimiters) {
			pieces := strings.FieldsFunc(strings.Join(forms, "@"),
				func(c rune) bool { return strings.ContainsRune(delimiters, c) })
			forms = append(forms, pieces[:min(len(pieces), maxPasswords)]...)
		}
		for i := range findings {
			f := &findings[i]
			inside := f.Start < end && start < f.End
			hidden := func(text string) string { return hide(text, forms, inside) }
			f.Message.Change(hidden)
			f.Hint.Change(hidden)
			f.Also.Change(hidden)
		}
	}
}

// delimiters divide a password that has them into what messages take for components and labels: to the
// grammar, http://u:a#b@h has the port a.
const delimiters = "/?#@:."

// hide returns a message without a password, which may have been cut off by "…", or by the quote
// after what stands before a fault. inside says whether the finding is about characters of the
// password.
func hide(message string, forms []string, inside bool) string {
	const hidden = component.Hidden
	const short = 3 // shorter ones are parts of words: they are looked for where the input is quoted
	for _, form := range forms {
		if len(form) >= short {
			message = strings.ReplaceAll(message, form, hidden)
		} else {
			message = strings.ReplaceAll(message, ":"+form+"@", ":"+hidden+"@")
			if inside {
				message = strings.ReplaceAll(message, `"`+form+`"`, `"`+hidden+`"`)
			}
		}
		message = hideCut(message, form, "…", "", short, hidden)
		message = hideCut(message, form, `"`, ":", 1, hidden)
	}
	return message
}

// hideCut hides the start of a password, of at least short bytes, between before and the end of a
// quotation.
func hideCut(message, password, end, before string, short int, hidden string) string {
	for from := 0; ; {
		at := strings.Index(message[from:], end)
		if at < 0 {
			return message
		}
		at += from
		for k := min(len(password), at); k >= short; k-- {
			if strings.HasSuffix(message[:at], before+password[:k]) {
				message = message[:at-k] + hidden + message[at:]
				at += len(hidden) - k
				break
			}
		}
		from = at + len(end)
	}
}
