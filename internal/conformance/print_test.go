package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/legacy"
)

// password is what must not leave. It has no character that a userinfo cannot have.
const password = "hunter2sekret"

// withPassword are texts that have the password, with faults of all kinds beside and inside it.
func withPassword() (texts []string) {
	for _, p := range []string{password, "a/" + password, password + " b", password + "%zz", "é\u202e" + password,
		password + "@x", "#" + password, password + "#", password + "/x", "a@" + password, "a?" + password + "#x"} {
		for _, s := range []string{
			"http://u:%s@h/", "http://u:%s@h:8a/", "http://u:%s@h h/ ", "http://u:%s@[::1/", "http://u:%s@::1/",
			"//u:%s@h:x", "http:/u:%s@h/", `http:\\u:%s@h/`,
			"http:u:%s@h/ ", "http://u:%s@h/\x00", "http://u:%s@h/\xff", "http://u:%s@h/%%ud83d",
			"http://u:%s@h/ http://v:%[1]s@g/", "http://e/http://u:%s@h/|",
			"ftp://u:%s@256.1.1.1/", "http://u:%s@/", "https://https://u:%s@h/", "1http://u:%s@h/",
			"http://u:%s@h/{id}", "http://u:%s@h/a#b#c", "http://u:%s@_é.example/",
		} {
			texts = append(texts, fmt.Sprintf(s, p))
		}
	}
	return texts
}

// errorsAbout returns the errors of all functions that take a text.
func errorsAbout(s string) (errs []error) {
	add := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	_, err := iri.Parse(s)
	add(err)
	_, err = iri.ParseRef(s)
	add(err)
	_, err = iri.ParseAbsolute(s)
	add(err)
	u, err := iri.ParseURI(s)
	add(err)
	_, err = u.URL()
	add(err)
	_, err = iri.ParseURIRef(s)
	add(err)
	for _, spec := range iri.Specs() {
		_, err = spec.ParseBase(s)
		add(err)
		add(spec.Top().Check(s, iri.WithLint(), iri.WithSuspicious(), iri.WithGuess()).Err())
	}
	for _, m := range []iri.HostMapping{iri.HostPercent, iri.HostIDNA, iri.HostUTS46} {
		_, err = iri.ToURI(s, iri.WithHostMapping(m))
		add(err)
	}
	_, err = iri.ToIRI(s)
	add(err)
	_, err = legacy.FromLEIRI(s)
	add(err)
	_, err = legacy.Encode(s)
	add(err)
	_, err = legacy.Decode(s)
	add(err)
	for _, p := range iri.PrepareList(s) {
		add(p.Err)
	}
	// A rule that is not a reference is run alone: its message quotes what stands before the fault.
	own, err := grammars.Read(grammars.File{Name: "own.abnf", Text: []byte("a = *%x22-7E\n")})
	add(err)
	add(own.Top().Check(s).Err())
	authority := strings.TrimPrefix(s, "http://") // rules whose text has a password without the "//" before it
	for _, kind := range []component.Kind{component.Authority, component.Userinfo} {
		r := componentRule(kind)
		add(r.Check(authority).Err())
		_, err = r.Tree(authority)
		add(err)
	}
	for _, p := range iri.PrepareList(s, iri.WithHostMapping(iri.HostIDNA)) {
		add(p.Err)
	}
	var i iri.IRI
	add(i.UnmarshalText([]byte(s)))
	add(i.Scan(s))
	text, _ := json.Marshal(s)
	add(json.Unmarshal(text, &i))
	userinfo, _, _ := strings.Cut(strings.TrimPrefix(s, "http://"), "@")
	for _, b := range []iri.Builder{
		iri.Builder{}.Userinfo(userinfo), iri.Builder{}.Scheme(s), iri.Builder{}.Host(strings.TrimPrefix(s,
			"http:")), iri.Builder{}.Host(userinfo + "@h"),
		iri.Builder{}.Path(s), iri.Builder{}.Host("h").Port(s), iri.Builder{}.Host("h").Path(s),
		iri.Builder{}.Path("//" + userinfo + "@h"),
	} {
		_, err = b.Ref()
		add(err)
	}
	if u, err := url.Parse(s); err == nil {
		_, err = iri.FromURL(u)
		add(err)
	}
	return errs
}

// lookFor fails if a text has the password.
func lookFor(t *testing.T, what, input, text string) {
	t.Helper()
	if strings.Contains(strings.ToLower(text), password) || strings.Contains(text, fmt.Sprintf("%x", password)) ||
		strings.Contains(text, fmt.Sprintf("%X", password)) {
		t.Errorf("%+q: %s has the password: %s", input, what, text)
	}
}

// printed returns a value by the verbs for text, and by others.
func printed(v any, others ...string) (text string) {
	for _, verb := range append(others, "%v", "%+v", "%#v", "%s", "%q", "%#q", "%x", "%X", "%40v") {
		text += fmt.Sprintf(verb+" ", v)
	}
	return text
}

var page = template.Must(template.New("").Parse("<p>{{.}}<script>x = {{.}}</script>"))

// inPage returns what html/template writes of a value, in text and in a script.
func inPage(v any) string {
	var b bytes.Buffer
	if err := page.Execute(&b, v); err != nil {
		panic(err)
	}
	return b.String()
}

// logged returns what the handlers write of a value: as an attribute, in a group, in groups.
func logged(v any) string {
	var b bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
		l := slog.New(h)
		l.Info("a", "v", v, slog.Group("g", "v", v, slog.Group("h", slog.Any("v", v))))
		l.With("v", v).WithGroup("g").Info("b")
	}
	return b.String()
}

// TestNoPassword prints every error and logs every value in every way, and looks for the password.
func TestNoPassword(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p")
	n := 0
	for _, s := range withPassword() {
		errs := errorsAbout(s)
		for _, err := range errs {
			n++
			lookFor(t, fmt.Sprintf("%T", err), s, printed(err, "%d", "%t", "%o"))
			for _, e := range []error{err, fmt.Errorf("wrapped: %w", err), errors.Join(err, err)} {
				lookFor(t, fmt.Sprintf("%T", e), s, printed(e))
				lookFor(t, fmt.Sprintf("%T logged", err), s, logged(e))
			}
			lookFor(t, fmt.Sprintf("%T in a page", err), s, inPage(err))
			var holder interface{ Findings() []iri.Finding }
			if errors.As(err, &holder) {
				for _, f := range holder.Findings() {
					lookFor(t, "the message", s, f.Message)
					lookFor(t, "the hint", s, f.Hint)
					lookFor(t, "the finding", s, printed(f))
					lookFor(t, "the finding logged", s, logged(f)+logged(&f))
				}
				lookFor(t, "findings logged", s, fmt.Sprint(holder.Findings())+
					logged([]slog.Value{slog.AnyValue(holder.Findings())}))
			}
		}
		lookFor(t, "a slice of errors", s, logged(errs)+fmt.Sprint(errs))
		rep := iri.Check(s, iri.WithLint(), iri.WithSuspicious(), iri.WithGuess())
		lookFor(t, "the report", s, printed(rep, "%d"))
		lookFor(t, "the report logged", s, logged(rep)+logged(&rep))
		if i, err := iri.Parse(s); err == nil && strings.HasPrefix(i.Redacted(), "http://u:xxxxx@") &&
			strings.Count(s, password) == 1 {
			lookFor(t, "the IRI logged", s, logged(i)+logged(i.Ref()))
			lookFor(t, "Redacted", s, i.Redacted())
			other := iri.MustParseRef("http://v:" + password + "2@h/")
			lookFor(t, "the comparison", s, iri.Diff(i.Ref(), other, iri.RungProtocol).Differs+
				iri.Diff(other, i.Ref(), iri.RungProtocol).Differs)
		}
	}
	if n < 1000 {
		t.Errorf("%d errors, want more than 1000", n)
	}
}

// TestShortPassword has a password that is part of many messages: where the input is quoted it is
// hidden, and other text stays.
func TestShortPassword(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p#f")
	_, err := iri.Parse("http://u:a@h:8a/")
	if want := `iri: "http://u:xxxxx@h:8a/" is not an IRI: "a" `; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %s, want %s…", err, want)
	}
	for _, s := range []string{"http://u:^@h/", "http://u:a#b@h/"} { // to the grammar, the port of the second is a
		_, err = iri.Parse(s)
		if want := `iri: "http://u:xxxxx@h/" is not an IRI: "xxxxx" `; !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %s, want %s…", err, want)
		}
	}
}

// TestLogReport has what a report is in a log.
func TestLogReport(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p")
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	rep := iri.Check("http://u:secret@h:8a/")
	l.Info("refused", "report", rep, "finding", rep.Findings()[0])
	message := rep.Findings()[0].Message
	want := fmt.Sprintf(`level=INFO msg=refused report.input=http://u:xxxxx@h:8a/ report.rule=IRI `+
		`report.conforms=false report.findings=%q `+
		`finding.code=port finding.severity=error finding.start=19 finding.end=20 finding.message=%q `+
		`finding.section="RFC 3986 §3.2.3"`+"\n", "[iri: "+message+" at byte 19 (RFC 3986 §3.2.3, port)]", message)
	if got := b.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
