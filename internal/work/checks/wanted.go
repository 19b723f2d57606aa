package checks

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/job"
)

// Wanted says which IRIs a filter keeps, beside that they conform. The zero Wanted keeps all.
type Wanted struct {
	schemes, hosts []string
}

// NewWanted returns what keeps the IRIs that have one of the schemes, and a host that is one of the
// hosts or a name below it. Schemes and hosts are compared without regard to spelling. Without
// schemes it keeps all of them, without hosts likewise.
func NewWanted(schemes, hosts []string) Wanted {
	w := Wanted{schemes: schemes}
	for _, h := range hosts {
		w.hosts = append(w.hosts, hostname.Fold(component.HostOf(h)))
	}
	return w
}

// none reports whether all are kept.
func (w Wanted) none() bool { return len(w.schemes)+len(w.hosts) == 0 }

// finding returns why the text of a record is not kept; nil if it is. A relative reference has the
// scheme and the host of its base.
func (w Wanted) finding(rec *input.Record) *report.Finding {
	if w.none() {
		return nil
	}
	r, base := component.OfAny(rec.Text), component.OfAny(rec.Base)
	scheme, absolute := r.Scheme()
	if !absolute {
		scheme, _ = base.Scheme()
	}
	if len(w.schemes) > 0 && !slices.ContainsFunc(w.schemes,
		func(s string) bool { return strings.EqualFold(s, scheme) }) {
		return unwanted(job.CodeUnwantedScheme, "the scheme", scheme, w.schemes, 0, int(r.Parts.Scheme))
	}
	host, ok := r.Host()
	start, end, _ := r.Parts.Span(r.Text, component.Host)
	if !ok && !absolute {
		host, _ = base.Host()
	}
	name := hostname.Fold(host)
	if len(w.hosts) > 0 && !slices.ContainsFunc(w.hosts, func(h string) bool {
		return name == h ||
			strings.HasSuffix(name, "."+h)
	}) {
		return unwanted(job.CodeUnwantedHost, "the host", name, w.hosts, start, end)
	}
	return nil
}

func unwanted(code report.Code, what, is string, wanted []string, start, end int) *report.Finding {
	text := what + " " + is + " is not one of " + strings.Join(wanted, ", ")
	if is == "" {
		text = what + " is missing: it is not one of " + strings.Join(wanted, ", ")
	}
	return &report.Finding{Code: code, Severity: report.Error, Message: message.External(text, nil), Start: start,
		End: end}
}
