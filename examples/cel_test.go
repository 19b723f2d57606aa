package examples

import (
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/rfc3987/iri"
)

// The method isIRI of strings, for rules that are written in CEL.
func Example_cel() {
	env, err := cel.NewEnv(
		cel.Variable("home", cel.StringType),
		cel.Function("isIRI", cel.MemberOverload("string_is_iri", []*cel.Type{cel.StringType}, cel.BoolType,
			cel.UnaryBinding(func(v ref.Val) ref.Val {
				s, ok := v.(types.String)
				return types.Bool(ok && iri.Check(string(s)).Conforms())
			}))))
	if err != nil {
		fmt.Println(err)
		return
	}
	ast, issues := env.Compile(`home.isIRI() && home.startsWith("https:")`)
	if issues.Err() != nil {
		fmt.Println(issues.Err())
		return
	}
	program, err := env.Program(ast)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, home := range []string{"https://例え.テスト/", "https://h:8a/", "http://h/"} {
		result, _, err := program.Eval(map[string]any{"home": home})
		fmt.Println(home, result, err)
	}
	// Output:
	// https://例え.テスト/ true <nil>
	// https://h:8a/ false <nil>
	// http://h/ false <nil>
}
