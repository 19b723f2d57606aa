package examples

import (
	"fmt"
	"sync"

	"github.com/rfc3987/iri"
)

// Several goroutines check with one validator.
func Example_concurrent() {
	inputs := []string{"https://例え.テスト/", "http://h:8a/", "urn:isbn:9783871347108", "http://u:p@h/"}
	validator := iri.RFC3987.Top().Validator(iri.WithSeverity("userinfo-password", iri.SeverityError))
	reports := make([]iri.Report, len(inputs))
	var wg sync.WaitGroup
	for k, s := range inputs {
		wg.Go(func() { reports[k] = validator.Check(s) })
	}
	wg.Wait()
	for _, r := range reports {
		fmt.Println(r.Input(), r.Conforms(), len(r.Findings()))
	}
	// Output:
	// https://例え.テスト/ true 0
	// http://h:8a/ false 1
	// urn:isbn:9783871347108 true 0
	// http://u:p@h/ false 1
}
