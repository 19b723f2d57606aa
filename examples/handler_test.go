package examples

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"

	"github.com/rfc3987/iri"
)

// check answers with the report of the parameter iri, as JSON.
func check(w http.ResponseWriter, r *http.Request) {
	report := iri.Check(r.FormValue("iri"))
	w.Header().Set("Content-Type", "application/json")
	if !report.Conforms() {
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	w.Write(report.AppendJSON(nil))
}

// A handler that checks, and a program that reads its answer back into a report.
func Example_handler() {
	server := httptest.NewServer(http.HandlerFunc(check))
	defer server.Close()
	for _, s := range []string{"https://例え.テスト/é", "http://"} {
		resp, err := http.Get(server.URL + "?iri=" + url.QueryEscape(s))
		if err != nil {
			fmt.Println(err)
			return
		}
		var report iri.Report
		err = json.NewDecoder(resp.Body).Decode(&report)
		resp.Body.Close()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(resp.StatusCode, report.Input(), report.Grammatical(), report.Conforms())
		for _, f := range report.Findings() {
			fmt.Println(f.Severity, f.Code, f.Message)
		}
	}
	// Output:
	// 200 https://例え.テスト/é true true
	// 422 http:// true false
	// error scheme-http the host is empty, and http needs one
}
