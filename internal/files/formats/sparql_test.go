package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestSPARQL has what is read in queries and updates.
// Records are written as by [show]: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestSPARQL(t *testing.T) {
	const head = "PREFIX e: <http://e/>\n"
	const declared = "1:12@11 \"http://e/\" role=\"prefix\"\n"
	for _, tt := range []struct{ name, text, want string }{
		{"declarations in any case", "base <http://b/>\nPrefix : <c#>\nASK {:x ?y <d>}",
			"1:7@6 \"http://b/\" role=\"base\"\n2:11@27 \"c#\" role=\"prefix\" base=\"http://b/\"\n3:6@36 " +
				"\"http://b/c#x\" raw=\":x\"\n3:13@43 \"d\" base=\"http://b/\"\n"},
		{"paths, operators and keywords",
			head + "SELECT * {?s a e:C;e:p/e:q*|^e:r? ?o . FILTER(?o<3&& ?o>=-1.5e3&&true||!bound($s))} LIMIT 5",
			declared + "2:16@37 \"http://e/C\" raw=\"e:C\"\n2:20@41 \"http://e/p\" raw=\"e:p\"\n2:24@45 " +
				"\"http://e/q\" raw=\"e:q\"\n2:30@51 \"http://e/r\" raw=\"e:r\"\n"},
		{"less and greater on a line", head +
			"ASK {FILTER(?a < ?b && ?c > e:d || ?a <= ?b && ?c > 1 || ?a <e:f && ?b > 2)}",
			declared + "2:29@50 \"http://e/d\" raw=\"e:d\"\n2:62@83 \"http://e/f\" raw=\"e:f\"\n"},
		{"IRIs that do not conform", "ASK {<http://e/a b> <urn:x\"y> </a b> <#c d> <e\\u00e9>}",
			"1:7@6 \"http://e/a b\"\n1:22@21 \"urn:x\\\"y\"\n1:32@31 \"/a b\"\n1:39@38 \"#c d\"\n1:46@45 \"eé\" " +
				"raw=\"e\\\\u00e9\"\n"},
		{"relative references that do not conform",
			"ASK {?s <a b>|^<c d> (<e f> <g h>). FILTER(?x=<i j>||?x<k && ?y>l) " +
				"VALUES (?x) {(<m n>)}} \nFILTER ?a < 3 && ?b <= 4 && ?c > 5 ?s ?p <o",
			"1:10@9 \"a b\"\n1:17@16 \"c d\"\n1:24@23 \"e f\"\n1:30@29 \"g h\"\n1:48@47 \"i j\"\n1:83@82 \"m n\"\n" +
				"2:42@132 sparql-syntax 2:42 [41,43) no \">\" ends the IRI that starts here\n"},
		{"strings and comments", head + "# <http://e/no>\nASK {?s ?p \"<http://e/no>\", '''\n'<x:>''', \"a\"@en-GB, " +
			"'b'^^e:t, \"\\\"e:no\" FILTER(str(?s) = \"e:x\")}\n\"x\"",
			declared + "4:27@96 \"http://e/t\" raw=\"e:t\" role=\"datatype\"\n"},
		{"literals that are references", head +
			"PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\nASK {?s ?p \"a b\"^^xsd:anyURI}",
			declared + "2:14@35 \"http://www.w3.org/2001/XMLSchema#\" role=\"prefix\"\n3:13@82 \"a b\" " +
				"role=\"literal\"\n3:19@88 \"http://www.w3.org/2001/XMLSchema#anyURI\" raw=\"xsd:anyURI\" " +
				"role=\"datatype\"\n"},
		{"blank nodes, variables and triple terms", head + "ASK {_:e ?e:x $é <<e:a e:b <<( e:c e:d 1 )>> >>}",
			declared + "2:12@33 prefix-undeclared 2:12 [11,12) the prefix : is not declared: write PREFIX : <…> " +
				"before it\n2:20@42 \"http://e/a\" raw=\"e:a\"\n2:24@46 \"http://e/b\" raw=\"e:b\"\n2:32@54 " +
				"\"http://e/c\" raw=\"e:c\"\n2:36@58 \"http://e/d\" raw=\"e:d\"\n"},
		{"a prefix that is not declared", "ASK {foaf:a foaf:b\\~c%20 <x:y>}",
			"1:6@5 prefix-undeclared 1:6 [5,10) the prefix foaf: is not declared: write PREFIX foaf: " +
				"<http://xmlns.com/foaf/0.1/> before it\n" +
				"1:13@12 prefix-undeclared 1:13 [12,17) the prefix foaf: is not declared: write PREFIX foaf: " +
				"<http://xmlns.com/foaf/0.1/> before it\n1:27@26 \"x:y\"\n"},
		{"a string that does not end", "ASK {?s ?p \"a }\n<x:y> 'b\n<x:z>",
			"1:12@11 sparql-syntax 1:12 [11,15) no quote ends the string that starts here: one that holds line ends " +
				"is written in three quotes\n2:2@17 \"x:y\"\n" +
				"2:7@22 sparql-syntax 2:7 [6,8) no quote ends the string that starts here: one that holds line ends " +
				"is written in three quotes\n3:2@26 \"x:z\"\n"},
		{"a declaration that is not one", "PREFIX <x:y>\nASK {<x:z>}",
			"1:8@7 sparql-syntax 1:8 [7,12) \"<x:y>\" cannot stand here: the name of the prefix, with a colon at its " +
				"end, follows\n1:9@8 \"x:y\"\n2:7@19 \"x:z\"\n"},
		{"an update", head + "INSERT DATA {GRAPH <g> {e:a e:b <c>}};\nPREFIX e: <http://f/>\nLOAD <x:y> INTO GRAPH e:g",
			declared + "2:21@42 \"g\"\n2:25@46 \"http://e/a\" raw=\"e:a\"\n2:29@50 \"http://e/b\" raw=\"e:b\"\n" +
				"2:34@55 \"c\"\n3:12@72 \"http://f/\" role=\"prefix\"\n4:7@89 \"x:y\"\n4:23@105 \"http://f/g\" " +
				"raw=\"e:g\"\n"},
		{"nothing", "", ""},
	} {
		if got := show(t, "a.rq", tt.text, input.Options{}); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
	// A query of several blocks.
	long := head + "ASK {" + strings.Repeat("?s e:p <x:y> FILTER(?a < ?b) 'a\\'b'^^e:t .\n", 20000) + "}"
	if got := strings.Count(show(t, "a.rq", long, input.Options{}), "\n"); got != 60001 {
		t.Errorf("%d records, want 60001", got)
	}
}
