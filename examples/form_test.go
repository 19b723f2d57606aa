package examples

import (
	"html/template"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"

	"github.com/rfc3987/iri"
)

var page = template.Must(template.New("").Parse(`<input name="home" value="{{.Value}}">
{{range .Faults}}<p>{{.Before}}<mark>{{.Fault}}</mark>{{.After}}: {{.Message}}</p>
{{end}}`))

// A fault is a finding as the page shows it: the text before it, the text that is wrong,
// and the text after it.
type fault struct{ Before, Fault, After, Message string }

// homes is the policy for the field: a link that browsers carry out, as javascript:, is refused.
var homes = iri.Policy{Schemes: []string{"https", "http"}, MaxLength: 2000}

func saveProfile(w http.ResponseWriter, r *http.Request) {
	home := r.FormValue("home")
	report := homes.Check(home)
	if report.Conforms() {
		io.WriteString(w, "saved\n")
		return
	}
	var faults []fault
	for _, f := range report.Findings() {
		faults = append(faults, fault{home[:f.Start], home[f.Start:f.End], home[f.End:], f.Message})
	}
	w.WriteHeader(http.StatusUnprocessableEntity)
	page.Execute(w, map[string]any{"Value": home, "Faults": faults})
}

// A handler checks a field of a form and shows each fault at its place.
func Example_form() {
	for _, home := range []string{"https://例え.テスト/é", "http://h:8a/<b>", "JavaScript:alert(1)"} {
		body := strings.NewReader(url.Values{"home": {home}}.Encode())
		r := httptest.NewRequest("POST", "/profile", body)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		saveProfile(w, r)
		w.Body.WriteTo(os.Stdout)
	}
	// Output:
	// saved
	// <input name="home" value="http://h:8a/&lt;b&gt;">
	// <p>http://h:8<mark>a</mark>/&lt;b&gt;: &#34;a&#34; is not a digit</p>
	// <p>http://h:8a/<mark>&lt;</mark>b&gt;: &#34;&lt;&#34; is not allowed in a path</p>
	// <p>http://h:8a/&lt;b<mark>&gt;</mark>: &#34;&gt;&#34; is not allowed in a path</p>
	// <input name="home" value="JavaScript:alert(1)">
	// <p><mark>JavaScript</mark>:alert(1): the scheme javascript is not allowed here</p>
}
