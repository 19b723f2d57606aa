package main

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/encodings"
)

// runOn runs a command with a text on standard input.
func runOn(in string, args ...string) (out, errs string, exit int) {
	var o, e bytes.Buffer
	a := testApp(&o, &e)
	a.stdin = strings.NewReader(in)
	exit = execute(a, args)
	return o.String(), e.String(), exit
}

func inUTF16(t *testing.T, order unicode.Endianness, bom unicode.BOMPolicy, s string) string {
	t.Helper()
	out, err := unicode.UTF16(order, bom).NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestCharsets holds that what is not UTF-8 is decoded by what it declares (RFC 3987 §6.3,
// HTML §13.2.3.2, XML 1.0 Appendix F), and by --charset if it declares nothing.
func TestCharsets(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	const xml, page = "<r><loc>http://e/\xea\xec</loc></r>", "<a href=\"http://e/\xea\xec\">"
	le := func(s string) string { return inUTF16(t, unicode.LittleEndian, unicode.IgnoreBOM, s) }
	be := func(s string) string { return inUTF16(t, unicode.BigEndian, unicode.IgnoreBOM, s) }
	marked := func(s string) string { return inUTF16(t, unicode.BigEndian, unicode.UseBOM, s) }
	jis := func(s string) string {
		out, err := japanese.ISO2022JP.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	utf32 := func(big bool, s string) string {
		var b []byte
		for _, r := range s {
			if big {
				b = binary.BigEndian.AppendUint32(b, uint32(r))
			} else {
				b = binary.LittleEndian.AppendUint32(b, uint32(r))
			}
		}
		return string(b)
	}
	const wide32 = "<?xml version='1.0' encoding='utf-32'?><r><loc>http://e/é日</loc></r>"
	const wide = "<?xml version='1.0' encoding='utf-16'?><r><loc>http://e/é日</loc></r>"
	tests := []struct {
		name, args, in string
		want           string // of standard output, or of standard error with the exit status 2
		exit           int
	}{
		{"meta charset", "to-uri --list --from html", "<meta charset=windows-1251><a href='http://e/\xe0\xe1'>",
			"http://e/%D0%B0%D0%B1\n", 0},
		{"meta http-equiv", "to-uri --list --from html",
			"<META content='text/html; charset=koi8-r' HTTP-EQUIV=Content-Type><a href='http://e/\xc1'>",
			"http://e/%D0%B0\n", 0},
		{"meta in a comment", "to-uri --list --from html",
			"<!-- <meta charset=koi8-r> --><meta charset=iso-8859-5><a href='http://e/\xd0'>", "http://e/%D0%B0\n", 0},
		{"meta with bytes beyond ASCII before it", "to-uri --list --from html",
			"<title>\xe9\xe9</title><meta charset=koi8-r><a href='http://e/\xc1'>", "http://e/%D0%B0\n", 0},
		{"meta that says utf-16", "to-uri --list --from html", "<meta charset=utf-16><a href='http://e/é'>",
			"http://e/%C3%A9\n", 0},
		{"meta that says x-user-defined", "to-uri --list --from html",
			"<meta charset=x-user-defined><a href='http://e/\xe9'>", "http://e/%C3%A9\n", 0},
		{"a page with an XML declaration", "to-uri --list --from html",
			"<?xml version='1.0' encoding='iso-8859-2'?><a href='http://e/\xb1'>", "http://e/%C4%85\n", 0},
		{"a byte order mark before meta", "to-uri --list --from html",
			"\xef\xbb\xbf<meta charset=koi8-r><a href='http://e/é'>", "http://e/%C3%A9\n", 0},
		{"a page in UTF-16", "to-uri --list --from html", marked("<a href='http://e/é'>"), "http://e/%C3%A9\n", 0},
		{"a page with no declaration", "to-uri --list --from html", "<a href='http://e/é'>", "http://e/%C3%A9\n", 0},
		{"a page in a charset that is not decoded", "to-uri --list --from html",
			"<meta charset=iso-2022-kr><a href='http://e/'>", `declares the charset "replacement"`, 2},

		{"NFC in a page", "to-uri --list --from html", "<meta charset=windows-1258>" + page, "http://e/%E1%BA%BF\n", 0},
		{"NFC in XML", "to-uri --list --from xml", "<?xml version='1.0' encoding='windows-1258'?>" + xml,
			"http://e/%E1%BA%BF\n", 0},
		{"NFC in RDF/XML", "to-uri --list --from rdfxml", "<?xml version='1.0' encoding='windows-1258'?><rdf:RDF " +
			"xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description " +
			"rdf:about='http://e/\xea\xec'/></rdf:RDF>", "http://www.w3.org/1999/02/22-rdf-syntax-ns#\n" +
			"http://e/%E1%BA%BF\n", 0},
		{"NFC of each image candidate", "to-uri --list --from html",
			"<meta charset=windows-1258><img srcset='a\xec 1x, \xea\xec 2x'>", "%C3%A1\n%E1%BA%BF\n", 0},
		{"no NFC in UTF-8", "to-uri --list --from xml", "<r><loc>http://e/e\u0301</loc></r>", "http://e/e%CC%81\n", 0},
		{"no NFC in UTF-16", "to-uri --list --from xml", marked("<r><loc>http://e/e\u0301</loc></r>"),
			"http://e/e%CC%81\n", 0},
		{"references are Unicode", "to-uri --list --from xml",
			"<?xml version='1.0' encoding='iso-8859-1'?><r><loc>http://e/e&#x301;</loc></r>", "http://e/e%CC%81\n", 0},
		{"what is composed is mended at its place", "fix --from html",
			"<meta charset=windows-1258><p>\xea\xec<a href='http://e/\xea\xec x/a\xec'>",
			"<meta charset=windows-1258><p>\xea\xec<a href='http://e/\xea\xec%20x/a\xec'>", 0},

		{"XML in UTF-16, a mark", "to-uri --list --from xml", marked(wide), "http://e/%C3%A9%E6%97%A5\n", 0},
		{"XML in UTF-16, big-endian", "to-uri --list --from xml", be(wide), "http://e/%C3%A9%E6%97%A5\n", 0},
		{"XML in UTF-16, little-endian", "to-uri --list --from xml", le(wide), "http://e/%C3%A9%E6%97%A5\n", 0},
		{"XML in UTF-16 stays in it", "to-uri --from xml", marked(wide),
			marked(strings.Replace(wide, "é日", "%C3%A9%E6%97%A5", 1)), 0},
		{"XML that cannot be in UTF-16", "to-uri --list --from xml", wide,
			"declares the encoding utf-16 and has one byte for each letter", 2},
		{"XML in UTF-32, little-endian", "to-uri --list --from xml", utf32(false, wide32), "http://e/%C3%A9%E6%97%A5\n",
			0},
		{"XML in UTF-32, big-endian", "to-uri --list --from xml", utf32(true, wide32), "http://e/%C3%A9%E6%97%A5\n", 0},
		{"XML in UTF-32, a mark", "to-uri --list --from xml", utf32(true, "\ufeff"+wide32),
			"http://e/%C3%A9%E6%97%A5\n", 0},
		{"XML in UTF-32, the other mark", "to-uri --list --from xml", utf32(false, "\ufeff"+wide32),
			"http://e/%C3%A9%E6%97%A5\n", 0},
		{"XML in UTF-32 stays in it", "to-uri --from xml", utf32(true, wide32),
			utf32(true, strings.Replace(wide32, "é日", "%C3%A9%E6%97%A5", 1)), 0},
		{"XML in UTF-32 that says UTF-16", "to-uri --list --from xml", utf32(true, wide),
			"declares the encoding utf-16 and is in UTF-32BE", 2},
		{"XML in UTF-16 that says UTF-32", "to-uri --list --from xml", be(wide32),
			"declares the encoding utf-32 and is in UTF-16BE", 2},
		{"XML that cannot be in UTF-32", "to-uri --list --from xml", wide32,
			"declares the encoding utf-32 and has one byte for each letter", 2},
		{"a page has no UTF-32", "to-uri --list --from html",
			"<?xml version='1.0' encoding='utf-32'?><a href='http://e/é'>", "http://e/%C3%A9\n", 0},
		{"a page in UTF-32 that says nothing", "prepare --charset utf-32le --list --from html",
			utf32(false, "<a href='http://e/é'>"), "http://e/é\n", 0},
		{"lines in UTF-32", "prepare --charset utf-32le --from lines", utf32(false, " http://e/é\nhttp://e/\u0a0a\n"),
			"http://e/é\nhttp://e/\u0a0a\n", 0},
		{"lines in UTF-32, big-endian", "prepare --charset UTF-32BE --from lines", utf32(true, "http://e/é\n"),
			"http://e/é\n", 0},
		{"lines in UTF-32 with a mark", "prepare --charset utf-32 --from lines", utf32(true, "\ufeffhttp://e/é\n"),
			"http://e/é\n", 0},
		{"text in UTF-32", "prepare --charset utf-32le --list --from text", utf32(false, "see http://e/é.\n"),
			"http://e/é\n", 0},
		{"JSON in UTF-32", "prepare --charset utf-32le --from json", utf32(false, `"a"`), "always in UTF-8", 2},
		{"XML in a charset that is not known", "to-uri --list --from xml",
			"<?xml version='1.0' encoding='ebcdic'?><r/>", `declares the charset "ebcdic"`, 2},

		{"--charset against meta", "prepare --charset koi8-r --from html", "<meta charset=windows-1251><a href=x>",
			"declares the charset windows-1251, and --charset says koi8-r", 2},
		{"--charset against an XML declaration", "prepare --charset koi8-r --from xml",
			"<?xml version='1.0' encoding='windows-1251'?><r/>", "declares the charset windows-1251", 2},
		{"--charset against a byte order mark", "prepare --charset koi8-r --from lines", "\xff\xfea\x00",
			"declares the charset utf-16le", 2},
		{"--charset utf-8 against meta", "prepare --charset utf-8 --from html", "<meta charset=windows-1251><a href=x>",
			"declares the charset windows-1251", 2},
		{"to-uri --charset against meta", "to-uri --charset koi8-r --query-charset koi8-r --from html",
			"<meta charset=windows-1251><a href=x>", "declares the charset windows-1251", 2},
		{"--charset as declared, decoded once", "prepare --charset cp1251 --list --from html",
			"<meta charset=windows-1251><a href='http://e/\xe0'>", "http://e/а\n", 0},
		{"--charset of a page that declares none", "prepare --charset windows-1251 --list --from html",
			"<a href='http://e/\xe0'>", "http://e/а\n", 0},
		{"to-uri --charset of a page that declares none", "to-uri --charset windows-1251 --query-charset windows-1251 --list --from html",
			"<a href='http://e/\xe0?\xe0'>", "http://e/%D0%B0?%E0\n", 0},
		{"to-uri --charset of XML, whose xml:base says which links are of the Web",
			"to-uri --charset windows-1251 --query-charset windows-1251 --list --from xml",
			"<r xml:base='http://e/'><a href='?\xe0'/><b xml:base='d/'><link>?\xe0</link></b><c xml:base='ftp://e/' " +
				"href='?\xe0'/></r>",
			"http://e/\n?%E0\nd/\n?%E0\nftp://e/\n?%D0%B0\n", 0},
		{"--charset and JSON", "prepare --charset windows-1251 --from json", `"a"`, "always in UTF-8", 2},
		{"--charset and Turtle", "encode --charset windows-1251 --from turtle", "<a:b> a <c:d> .", "always in UTF-8",
			2},
		{"to-uri --charset and JSON", "to-uri --query-charset shift_jis --list --from json", `"http://e/?日"`,
			"http://e/?%93%FA\n", 0},

		{"lines in UTF-16", "prepare --charset utf-16 --from lines", le("http://e/é\nhttp://e/\u0a0a\n"),
			"http://e/é\nhttp://e/\u0a0a\n", 0},
		{"lines in UTF-16 with a mark", "prepare --charset utf-16 --from lines", marked("http://e/é\n"), "http://e/é\n",
			0},
		{"lines in UTF-16BE", "prepare --charset UTF-16BE", be("http://e/é\n"), "http://e/é\n", 0},
		{"lines in UTF-16 with the other mark", "prepare --charset utf-16le", marked("http://e/é\n"),
			"declares the charset utf-16be", 2},
		{"texts with NUL in UTF-16", "prepare --list --from null --charset utf-16",
			le("http://e/é\x00http://e/\u0100\x00"), "http://e/é\x00http://e/Ā\x00", 0},
		{"encode lines in UTF-16", "encode --charset utf-16", le("http://e/é\n"), "http://e/%C3%A9\n", 0},
		{"a table in UTF-16", "prepare --charset utf-16 --from csv --list", marked("iri\nhttp://e/é\n"), "http://e/é\n",
			0},
		{"a table is rewritten in its charset", "encode --charset windows-1258 --from csv",
			"iri,n\nhttp://e/\xea\xec o\xf2,\xea\xec\n", "iri,n\nhttp://e/%E1%BA%BF%20%E1%BB%8D,\xea\xec\n", 0},
		{"a table in UTF-16 is rewritten in it", "prepare --charset utf-16 --from tsv --spaces encode",
			marked("iri\tn\nhttp://e/é b\té\n"), marked("iri\tn\nhttp://e/é%20b\té\n"), 0},
		{"text is rewritten in its charset", "prepare --to uri --charset koi8-r --query-charset koi8-r --from text",
			"\xc1 <http://e/\xc1> \xc1\n", "\xc1 <http://e/%D0%B0> \xc1\n", 0},
		{"a table has no character references", "prepare --charset koi8-r --from csv --entities", "a:&#xE9;,\xc1\n",
			"a:%C3%A9,\xc1\n", 0},
		{"a table that cannot be copied exactly", "encode --charset shift_jis --from tsv", "a:\x81\t\x81\n",
			"the file cannot be copied exactly", 2},
		{"NFC in lines", "prepare --charset windows-1258", "http://e/\xea\xec\n", "http://e/ế\n", 0},

		{"a reference in Latin 1", "to-iri --from html", "<meta charset=iso-8859-1><a href='http://e/%C3%A9%E6%97%A5'>",
			"<meta charset=iso-8859-1><a href='http://e/&#xE9;&#x65E5;'>", 0},
		{"a reference in XML", "to-iri --from xml",
			"<?xml version='1.0' encoding='koi8-r'?><r><loc>http://e/%D0%B0/%C3%A9</loc></r>",
			"<?xml version='1.0' encoding='koi8-r'?><r><loc>http://e/&#x430;/&#xE9;</loc></r>", 0},
		{"what stands there stays in its charset", "to-iri --from html",
			"<meta charset=shift_jis><a href='http://e/\x93\xfa/%C3%A9/\x93\xfa'>",
			"<meta charset=shift_jis><a href='http://e/\x93\xfa/&#xE9;/\x93\xfa'>", 0},
		{"a place that has no references", "to-iri --from html --list",
			"<meta charset=koi8-r><style>a{background:url(http://e/%D0%B0)}</style>", "http://e/а\n", 0},
		{"a reference where --charset is the charset", "prepare --charset koi8-r --entities --from html",
			"<a href='http://e/&amp;#xE9;'>", "<a href='http://e/&#xE9;'>", 0},
		{"a page in ISO-2022-JP", "to-uri --from html",
			jis("<meta charset=iso-2022-jp><p>日本<a href='http://e/日本/a'>日</a>本<a href=http://e/日>日"),
			jis("<meta charset=iso-2022-jp><p>日本<a href='http://e/%E6%97%A5%E6%9C%AC/a'>日</a>本<a " +
				"href=http://e/%E6%97%A5>日"), 0},
		{"an edit within text of ISO-2022-JP", "fix --fix pct-unreserved --severity pct-unreserved=warning --from html",
			jis("<meta charset=iso-2022-jp><a href='http://e/日%E6%9C%AC日/日%E2%82%AC'>日</a>"),
			jis("<meta charset=iso-2022-jp><a href='http://e/日&#x672C;&#x65E5;/&#x65E5;&#x20AC;'>日</a>"), 0},
		{"a byte that stands for nothing", "fix --from html",
			"<meta charset=iso-8859-2><p>\x80\x9f<a href='http://e/ \xb1'>", "the file cannot be copied exactly", 2},
		{"JIS X 0212, which is only read", "fix --from html",
			"<meta charset=euc-jp><p>\x8f\xab\xb1<a href='http://e/ \x8f\xab\xb1'>",
			"<meta charset=euc-jp><p>\x8f\xab\xb1<a href='http://e/%20\x8f\xab\xb1'>", 0},
		{"XML in ISO-2022-JP", "to-iri --from xml",
			jis("<?xml version='1.0' encoding='iso-2022-jp'?><r>日<loc>http://e/%E6%97%A5%C2%A5</loc></r>"),
			jis("<?xml version='1.0' encoding='iso-2022-jp'?><r>日<loc>http://e/&#x65E5;&#xA5;</loc></r>"), 0},
		{"ISO-2022-JP that does not end in ASCII", "to-uri --from html",
			"<meta charset=iso-2022-jp><a href='http://e/'>\x1b$BF|", "the file cannot be copied exactly", 2},
		{"ISO-2022-JP with another set", "to-uri --from html",
			"<meta charset=iso-2022-jp><a href='http://e/'>\x1b(J~\x1b(B", "the file cannot be copied exactly", 2},
		{"CDATA has no references", "to-iri --from xml",
			"<?xml version='1.0' encoding='koi8-r'?><r><loc><![CDATA[http://e/%C3%A9]]></loc></r>",
			"<?xml version='1.0' encoding='koi8-r'?><r><loc><![CDATA[http://e/%C3%A9]]></loc></r>", 0},
		{"decode UTF-16", "decode --octets utf-16", "a", "a URI has octets of ASCII", 2},
		{"3987bis §3.5: a query, and no other component", "to-uri --query-charset shift_jis http://e/日?日#日 ftp://e/?日 ?日", "",
			"http://e/%E6%97%A5?%93%FA#%E6%97%A5\nftp://e/?%E6%97%A5\n?%E6%97%A5\n", 0},
		{"a relative link of a page", "to-uri --charset shift_jis --query-charset shift_jis --list --from html",
			"<a href='?\x93\xfa'><a href='/\x93\xfa?\x93\xfa'><a href='ftp:?\x93\xfa'>",
			"?%93%FA\n/%E6%97%A5?%93%FA\nftp:?%E6%97%A5\n", 0},
		{"one with a base of another scheme", "to-uri --charset shift_jis --query-charset shift_jis --list --from html",
			"<base href='ftp://e/'><a href='?\x93\xfa'>", "ftp://e/\n?%E6%97%A5\n", 0},
		{"one with a base that is relative itself", "to-uri --charset shift_jis --query-charset shift_jis --list --from html",
			"<base href='/a/'><a href='?\x93\xfa'>", "/a/\n?%93%FA\n", 0},
		{"a record with a base", "to-uri --query-charset shift_jis --from json --list",
			"{\"iri\":\"?日\",\"base\":\"https://e/\"}\n{\"iri\":\"?日\",\"base\":\"x:/\"}\n{\"iri\":\"?日\"}\n",
			"?%93%FA\n?%E6%97%A5\n?%E6%97%A5\n", 0},
		{"prepare to a URI", "prepare --charset shift_jis --query-charset shift_jis --to uri", "http://e/\x93\xfa?\x93\xfa\n?\x93\xfa\n",
			"http://e/%E6%97%A5?%93%FA\n?%E6%97%A5\n", 0},
		{"prepare a page to URIs", "prepare --charset shift_jis --query-charset shift_jis --to uri --from html", "<a href='?\x93\xfa'>",
			"<a href='?%93%FA'>", 0},
		{"a query whose charset lacks a character", "prepare --charset iso-8859-1 --query-charset iso-8859-1 --to uri --from html",
			"<a href='?&#x65E5;'>", "<a href='?&#x65E5;'>", 1},
		{"check a table in UTF-16", "check --from csv --no-summary --format github", marked("iri;n\nhttp://h/é|;1\n"),
			"::error line=2,col=11,endColumn=12,title=ipath-abempty::\"|\" is not allowed in a path: expected \"/\", " +
				"ipchar, \"?\", \"#\" or end (RFC 3987 §2.2)%0Ahttp://h/é|%0Ahint: a list has nothing after its last " +
				"item: take the separator away, or write %257C if it is meant\n", 1},
		{"check a table in Latin 1", "check --from csv --charset iso-8859-1 --format github --no-summary",
			"http://h/\xe9|\n", "::error line=1,col=11,endColumn=12,title=ipath-abempty::\"|\" is not allowed in a " +
				"path: expected \"/\", ipchar, \"?\", \"#\" or end (RFC 3987 §2.2)%0Ahttp://h/é|%0Ahint: a list has " +
				"nothing after its last item: take the separator away, or write %257C if it is meant\n", 1},
		{"fix a table in UTF-16", "fix --from tsv", le("\ufeffiri\tn\nhttp://e/é b\té\n"),
			le("\ufeffiri\tn\nhttp://e/é%20b\té\n"), 0},
		{"fix a table in UTF-16 that says no byte order", "fix --from tsv --charset utf-16",
			le("iri\tn\nhttp://e/é b\té\n"), le("iri\tn\nhttp://e/é%20b\té\n"), 0},
		{"fix a table in Shift_JIS", "fix --from csv --charset shift_jis", "iri,n\nhttp://e/\x93\xfa b,\x93\xfa\n",
			"iri,n\nhttp://e/\x93\xfa%20b,\x93\xfa\n", 0},
		{"filter a table in UTF-16", "filter --from csv", marked("iri,n\nhttp://e/é,é\nhttp://h:8a/,日\nhttp://e/日,日"),
			marked("iri,n\nhttp://e/é,é\nhttp://e/日,日"), 1},
		{"filter a table in UTF-16LE", "filter --from csv", le("\ufeffiri,n\nhttp://e/é,é\nhttp://h:8a/,日\n"),
			le("\ufeffiri,n\nhttp://e/é,é\n"), 1},
		{"filter a table in Shift_JIS", "filter --from csv --charset shift_jis",
			"\"http://e/\x93\xfa\",\x93\xfa\nhttp://e/ y,1\n", "\"http://e/\x93\xfa\",\x93\xfa\n", 1},
		{"filter a table that cannot be copied exactly", "filter --from tsv --charset shift_jis", "a:\x81\t\x81\n",
			"the file cannot be copied exactly", 2},
		{"normalize a table in KOI8-R", "normalize --from csv --charset koi8-r", "HTTP://e/\xc1,\xc1\n",
			"http://e/\xc1,\xc1\n", 0},
		{"only ASCII is written into a table that is not Unicode", "to-iri --from csv --charset koi8-r",
			"http://e/%D0%B0,\xc1\nhttp://e/%C3%A9,\xc1\n", "http://e/%D0%B0,\xc1\nhttp://e/%C3%A9,\xc1\n", 0},
		{"beside what is not ASCII", "fix --from csv --charset koi8-r", "\"http://e/\xc1 x\",\xc1\n",
			"\"http://e/\xc1%20x\",\xc1\n", 0},
		{"resolve a table in UTF-16", "resolve --list --from csv --column 1 http://e/", marked("é,1\n"), "http://e/é\n", 0},
		{"uniq of a table in UTF-16", "uniq --from tsv", marked("http://e/é\t1\nHTTP://e/%C3%A9\t2\n"), "http://e/é\n",
			0},
		{"parse --components of a table in Latin 1", "parse --components --format json --from csv --charset latin1",
			"x:\xe9\n", "{\"input\":\"x:é\",\"components\":{\"scheme\":\"x\",\"path\":\"é\"},\"source\":\"<stdin>\"," +
				"\"line\":1,\"column\":1}\n", 0},
		{"to-uri --charset of a table", "to-uri --charset shift_jis --query-charset shift_jis --from csv --list",
			"http://e/\x93\xfa?\x93\xfa,1\n", "http://e/%E6%97%A5?%93%FA\n", 0},
		{"a table with a mark, and --charset", "check --charset koi8-r --from csv", marked("a:b\n"),
			"declares the charset utf-16be, and --charset says koi8-r", 2},
		{"--charset and lines", "check --charset koi8-r --no-summary --format short", "http://e/\xd0\xd2 \xc9\n",
			"<stdin>:1:12: error[ipath-abempty]: U+0020 SPACE is not allowed in a path (fix: write \"%20\" for \" \")\n", 1},
		{"--charset and lines in UTF-16, with and without a mark", "uniq --charset utf-16",
			"\xff\xfea\x00:\x00\xe9\x00\n\x00", "a:é\n", 0},
		{"to-uri of lines in KOI8-R", "to-uri --charset koi8-r", "http://e/\xd0\xd2\nhttp://e/ \xd2\n",
			"http://e/%D0%BF%D1%80\nhttp://e/ \xd2\n", 1},
		{"fix of text in KOI8-R", "fix --charset koi8-r --from text", "\xd0\xd2 <http://e/%zz> \xd2\n",
			"\xd0\xd2 <http://e/%25zz> \xd2\n", 0},
		{"text in UTF-32 without a mark", "check --charset utf-32 --from text --no-summary --format short",
			string(utf32le("see <http://a b/>\n")), "<stdin>:1:14: error[ireg-name]: U+0020 SPACE is not allowed in a host name\n", 1},
		{"a table in UTF-32 with a mark", "to-uri --from csv", string(utf32le("\uFEFFhttp://e/é,1\n")),
			string(utf32le("\uFEFFhttp://e/%C3%A9,1\n")), 0},
		{"HTML in UTF-32 with a mark", "to-uri --from html", string(utf32le("\uFEFF<a href=http://e/é>")),
			string(utf32le("\uFEFF<a href=http://e/%C3%A9>")), 0},
		{"YAML in UTF-32 with a mark", "to-uri --from yaml", string(utf32le("\uFEFFurl: http://e/é\n")),
			string(utf32le("\uFEFFurl: http://e/%C3%A9\n")), 0},
		{"Markdown in UTF-32 without a mark", "to-uri --from markdown --charset utf-32le", string(utf32le("<http://e/é>\n")),
			string(utf32le("<http://e/%C3%A9>\n")), 0},
		{"--charset and words", "check --charset koi8-r http://e/", "", "what is read is words of the command line", 2},
		{"a charset that is not known", "filter --charset koi9", "", "--charset: unknown charset \"koi9\"", 2},
		{"words in UTF-16", "prepare --charset utf-16 http://e/", "", "words on the command line", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, errs, exit := runOn(tt.in, strings.Fields(tt.args)...)
			if exit != tt.exit {
				t.Fatalf("exit status %d, want %d: %s%s", exit, tt.exit, out, errs)
			}
			if exit == 2 {
				if !strings.Contains(errs, tt.want) {
					t.Errorf("got the error %q, want one with %q", errs, tt.want)
				}
			} else if out != tt.want {
				t.Errorf("got %q, want %q", out, tt.want)
			}
		})
	}
}

// TestCharsetRoundTrip holds that a page in any charset of the Encoding Standard gives the
// characters that its bytes stand for, in NFC, and that fix writes the same bytes back.
func TestCharsetRoundTrip(t *testing.T) {
	for _, name := range []string{
		"ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
		"iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
		"windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
		"windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp",
		"iso-2022-jp", "shift_jis", "euc-kr",
	} {
		t.Run(name, func(t *testing.T) {
			e, err := encodings.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			var page, want strings.Builder
			page.WriteString("<meta charset=" + name + ">")
			for r := rune(0xA1); r < 0xD800; r++ {
				octets, err := e.NewEncoder().String(string(r))
				if back, _ := e.NewDecoder().String(octets); err != nil || back != string(r) ||
					norm.NFC.PropertiesString(string(r)).CCC() != 0 {
					continue
				}
				page.WriteString("<a href='http://e/a" + octets + "' title=x>\n")
				want.WriteString("http://e/a" + norm.NFC.String(string(r)) + "\n")
			}
			out, errs, exit := runOn(page.String(), "normalize", "--to", "string", "--list", "--from", "html", "--spec", "leiri")
			if out != want.String() || exit != 0 {
				t.Errorf("exit status %d, %s", exit, errs)
				differ(t, name, out, want.String())
			}
			if out, _, _ := runOn(page.String(), "normalize", "--to", "string", "--from", "html", "--spec", "leiri"); out != page.String() {
				differ(t, name+" in place", out, page.String())
			}
		})
	}
}

// utf32le returns a text in UTF-32, little-endian.
func utf32le(text string) (b []byte) {
	for _, c := range text {
		b = binary.LittleEndian.AppendUint32(b, uint32(c))
	}
	return b
}
