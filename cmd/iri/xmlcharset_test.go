package main

import (
	"strings"
	"testing"
)

// TestXMLCharsets holds that only ASCII is written into XML and pages that are not in a charset of Unicode: what is not
// ASCII as character references (RFC 3987 §6.3), which are read back.
func TestXMLCharsets(t *testing.T) {
	const encoded, want = "http://e/%C3%A9/%E2%82%AC/%E5%95%8A", "http://e/&#xE9;/&#x20AC;/&#x554A;"
	documents := []struct{ from, start, before, after string }{
		{"xml", "<?xml version='1.0' encoding='CHARSET'?>\n", "<r><p href='", "'/></r>"},
		{"xml", "<?xml version='1.0' encoding='CHARSET'?>\n", "<r><loc> ", "</loc></r>"},
		{"xml", "<?xml version='1.0' encoding='CHARSET'?>\n", "<r><loc><!-- --> ", "<?p?></loc></r>"},
		{"rdfxml", "<?xml version='1.0' encoding='CHARSET'?>\n",
			"<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description r:about='", "'/></r:RDF>"},
		{"rdfxml", "<?xml version='1.0' encoding='CHARSET'?>\n",
			"<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description xmlns:x='", "'/></r:RDF>"},
		{"html", "<meta charset='CHARSET'>\n", "<a href='", "'>x</a>"},
	}
	for _, charset := range []string{"us-ascii", "iso-8859-1", "windows-1252", "TIS-620", "GB2312", "gb18030", "big5",
		"koi8-u", "iso-2022-jp"} {
		for _, doc := range documents {
			start := strings.Replace(doc.start, "CHARSET", charset, 1)
			got, errs, exit := runOn(start+doc.before+encoded+doc.after, "to-iri", "--from", doc.from)
			if got != start+doc.before+want+doc.after || exit != 0 {
				t.Errorf("%s, %s: got %q, exit status %d: %s", charset, doc.from, got, exit, errs)
			}
			if out, errs, exit := runOn(got, "check", "--from", doc.from); exit != 0 {
				t.Errorf("%s, %s: what was written is not accepted: exit status %d: %s%s", charset, doc.from, exit, out, errs)
			}
			if back, _, _ := runOn(got, "to-uri", "--from", doc.from); back != start+doc.before+encoded+doc.after {
				t.Errorf("%s, %s: %q goes back to %q", charset, doc.from, got, back)
			}
		}
	}
}

// TestXMLCharsetsRead holds that XML is read in the charset of IANA, and that what is not ASCII is percent-encoded in
// CDATA, which has no references.
func TestXMLCharsetsRead(t *testing.T) {
	for _, tt := range []struct{ name, args, in, want string }{
		{"iso-8859-1", "check", "<?xml version='1.0' encoding='iso-8859-1'?><r><loc>http://e/\x80</loc></r>", "U+0080"},
		{"latin1 by an option", "check --charset latin1", "<r><loc>http://e/\x80</loc></r>", "U+0080"},
		{"iso-8859-9", "check", "<?xml version='1.0' encoding='iso-8859-9'?><r><loc>http://e/\x80\xfd</loc></r>",
			"U+0080"},
		{"windows-1252", "to-uri --list",
			"<?xml version='1.0' encoding='windows-1252'?><r><loc>http://e/\x80</loc></r>", "http://e/%E2%82%AC\n"},
		{"GBK in GB 2312", "to-uri --list",
			"<?xml version='1.0' encoding='gb2312'?><r><loc>http://e/\x81\x40</loc></r>", "http://e/%E4%B8%82\n"},
		{"GBK in GB 2312 stays", "fix", "<?xml version='1.0' " +
			"encoding='gb2312'?><r><p>\x81\x40</p><loc>http://e/\x81\x40 x</loc></r>",
			"<?xml version='1.0' encoding='gb2312'?><r><p>\x81\x40</p><loc>http://e/\x81\x40%20x</loc></r>"},
		{"CDATA", "to-iri", "<?xml version='1.0' encoding='us-ascii'?><r><loc><![CDATA[http://e/%C3%A9]]></loc></r>",
			"<?xml version='1.0' encoding='us-ascii'?><r><loc><![CDATA[http://e/%C3%A9]]></loc></r>"},
		{"CDATA beside text", "to-iri", "<?xml version='1.0' " +
			"encoding='us-ascii'?><r><loc>http://<![CDATA[e/%C3%A9]]>x</loc></r>",
			"<?xml version='1.0' encoding='us-ascii'?><r><loc>http://<![CDATA[e/%C3%A9]]>x</loc></r>"},
		{"text beside CDATA", "to-iri", "<?xml version='1.0' " +
			"encoding='us-ascii'?><r><loc><![CDATA[http://e/]]>%C3%A9</loc></r>",
			"<?xml version='1.0' encoding='us-ascii'?><r><loc><![CDATA[http://e/]]>&#xE9;</loc></r>"},
	} {
		got, errs, _ := runOn(tt.in, append(strings.Fields(tt.args), "--from", "xml")...)
		if got != tt.want && !(tt.args != "to-iri" && strings.Contains(got, tt.want)) {
			t.Errorf("%s: got %q, %s, want %q", tt.name, got, errs, tt.want)
		}
	}
}
