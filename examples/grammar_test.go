package examples

import (
	"fmt"

	"github.com/rfc3987/iri/grammars"
)

// A grammar of one's own, and one of its rules.
func Example_grammar() {
	spec, err := grammars.Read(grammars.File{Name: "orders.abnf", Text: []byte(`
order  = "order:" year "-" number
year   = 4DIGIT
number = 1*6DIGIT
`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	order := spec.Top()
	for _, s := range []string{"order:2026-17", "order:26-17"} {
		fmt.Println(s, order.Valid(s))
		for _, f := range order.Check(s).Findings() {
			fmt.Println(f.Code, f.Start, f.Message, f.Expected)
		}
	}
	tree, err := order.Tree("order:2026-17")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tree.Find("year").Text(), tree.Find("number").Text())
	// Output:
	// order:2026-17 true
	// order:26-17 false
	// year 8 "-" cannot stand here in year [DIGIT]
	// 2026 17
}
