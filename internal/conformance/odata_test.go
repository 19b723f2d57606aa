package conformance_test

import (
	"strings"
	"testing"
)

// odata has the shapes of the grammar of OData's URLs: an expression may be followed by operators,
// each of which takes a whole expression; paths, options and expressions hold each other; names of
// many kinds are all the same identifier, so nearly every string can be read in many ways.
const odata = `request = path [ "?" option *( "&" option ) ]
path = set [ many ] / one [ single ] / func args [ many ]
many = key [ single ] / "/" type [ key ] / filterIn [ many ] / call
single = "/" prop / call
prop = navMany [ many ] / navOne [ single ] / complex [ single ] / primitive [ call ]
call = "/" [ space "." ] func args [ many / single ]
key = "(" ( literal / pair *( "," pair ) ) ")"
pair = primitive "=" literal
filterIn = %s"/$filter" "(" bool ")"
args = "(" [ arg *( "," arg ) ] ")"
arg = id "=" ( literal / json / expr )
option = filter / expand / order
filter = [ "$" ] "filter" "=" bool
order = [ "$" ] "orderby" "=" expr [ ws ( "asc" / "desc" ) ]
expand = [ "$" ] "expand" "=" item *( "," item )
item = "*" / ( navMany / navOne ) [ "/" type ] [ "(" nested *( ";" nested ) ")" ] / complex "/" item
nested = filter / expand / order
bool = expr
expr = ( literal / json / "(" *ws expr *ws ")" / "-" expr / "not" ws bool / method / lambda / member )
       [ ws ( "add" / "sub" / "mul" ) ws expr ]
       [ ws ( "eq" / "lt" ) ws expr ]
       [ ws ( "and" / "or" ) ws bool ]
method = ( "concat" / "contains" ) "(" expr "," *ws expr ")" / "length" "(" expr ")"
lambda = navMany "/" ( "any" "(" [ var ":" bool ] ")" / "all" "(" var ":" bool ")" )
member = prop / type "/" prop / var [ "/" prop ]
json = "[" [ expr *( "," expr ) ] "]" / "{" [ field *( "," field ) ] "}"
field = DQUOTE *( ALPHA / SP ) DQUOTE ":" ( expr / DQUOTE *( ALPHA / SP ) DQUOTE )
literal = 1*DIGIT / "'" *( "''" / ALPHA / SP ) "'" / %s"null" / "true" / "false"
space = id *( "." id )
set = id
one = id
func = id
type = [ space "." ] id
navMany = id
navOne = id
complex = id
primitive = id
var = id
id = ( ALPHA / "_" ) *127( ALPHA / "_" / DIGIT )
ws = SP / "%20"
`

// TestODataShapes reads requests by grammars like that of OData, whose rules nearly all hold each
// other.
func TestODataShapes(t *testing.T) {
	deep := strings.Repeat("(", 20_000) + "a eq 1" + strings.Repeat(")", 20_000)
	wide := strings.TrimSuffix(strings.Repeat("(a lt 1) and b/c eq 'x' or ", 300), " or ")
	for _, tt := range []struct {
		name, rule, text string
		at               int    // of the fault; -1 if the text conforms
		rules            string // in which the fault lies
	}{
		{"a key and a path", "request", "Orders(5)/Items(a=1,b='x''y')/Product", -1, ""},
		{"operators after each other", "request", "S?$filter=a add 1 lt 2 and not b or -c eq 3", -1, ""},
		{"a filter in a path", "request", "S/$filter(a/b eq 1)/ns.f(x=[1,{\"k\":2}])", -1, ""},
		{"options in options", "request", "S?$expand=A($expand=B($filter=x eq 1;$orderby=y desc),C)&filter=true", -1,
			""},
		{"names of variables", "request", "S?filter=E/any(s:contains(s/n,'x') and length(s) eq (3 add d))", -1, ""},
		{"deep", "expr", deep, -1, ""},
		{"wide", "request", "S?filter=" + wide, -1, ""},
		{"deep and not closed", "expr", deep[:len(deep)-1], len(deep) - 1, "expr"},
		{"an operator without its right side", "request", "S?filter=(a add ", 16,
			"request > option > filter > bool > expr > expr > expr"},
		{"a literal after another one", "request", "S?filter=1 eq 'x' 'y'", 18,
			"request > option > filter > bool > expr"},
		{"a list without an item", "request", "S?expand=A(expand=,B)", 18,
			"request > option > expand > item > nested > expand > item"},
		{"a bracket too many", "request", "S/$filter(true))", 15, "request"},
		{"an object without a colon", "request", "S?filter=[1,{\"x\" 3}]", 16,
			"request > option > filter > bool > expr > json > expr > json > field"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ruleOf(t, tt.rule, odata)
			report := r.Check(tt.text)
			if ok := tt.at < 0; report.Conforms() != ok || r.Valid(tt.text) != ok {
				t.Fatalf("got %.300v", report)
			}
			if tt.at < 0 {
				return
			}
			f := report.Findings()[0]
			if got := strings.Join(f.Rules, " > "); f.Start != tt.at || got != tt.rules {
				t.Errorf("got %d in %.200s: %s", f.Start, got, f.Message)
			}
		})
	}
}
