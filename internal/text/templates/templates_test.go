package templates

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAll finds the marks of texts: each stands in the place of the text with its kind before it.
func TestAll(t *testing.T) {
	tests := []struct {
		text string
		want string // the marks, each with the letter of its kind
	}{
		{"{{ page.url | relative_url }}", "P{{ page.url | relative_url }}"},
		{`{{ "css/a.css" | relative_url }}/ü`, `P{{ "css/a.css" | relative_url }}`},
		{"{{{ x }}}/{{ y", "P{{{ x }}} P{{ y"},
		{"{% url 'x' %}", "P{% url 'x' %}"},
		{"{% static ", "P{% static "},
		{"{# a #}b", "P{# a #}"},
		{"{# {% a %} {{ b }} #}c{#}", "P{# {% a %} {{ b }} #} P{#}"},
		{"${{ steps.d.outputs.url }}/a", "P${{ steps.d.outputs.url }}"},
		{"http://h/${x y}/#{bean.x y}", "P${x y} P#{bean.x y}"},
		{"<%= x %>/<?= $x ?>", "P<%= x %> P<?= $x ?>"},
		{"<%=", "P<%="},
		{"<?php echo", "P<?php echo"},
		{"[% x %]/[%- y", "P[% x %] P[%- y"},
		{"http://e/<id>/<your-name>/<your name>", "P<id> P<your-name> P<your name>"},
		{"<c:url value='/x'/>", "P<c:url value='/x'/>"},
		{"<c:url value=", "P<c:url value="},
		{"<@spring.url '/x'/><$MTLink$>", "P<@spring.url '/x'/> P<$MTLink$>"},
		{"<TMPL_VAR x>", "P<TMPL_VAR x>"},
		{"{a b}{}{f('a')}", "P{a b} P{} P{f('a')}"},
		{`{$x|escape:"html"}`, `P{$x|escape:"html"}`},
		{"{id}{?a,b*}{x:3}{x:0}{a-b}{%41.b}", "V{id} V{?a,b*} V{x:3} P{x:0} P{a-b} V{%41.b}"},
		{"%{host}/%<path>s", "P%{host} P%<path>"},
		{"$(HOST):$(PORT)/$(cmd a)", "P$(HOST) P$(PORT) P$(cmd a)"},
		{"http://@HOST@/*|LINK|*/###URL###", "P@HOST@ P*|LINK|* P###URL###"},
		{"@AZ@/@Z9_@/@A[@", "P@AZ@ P@Z9_@"},
		{"{a{b}c}", "V{b} P{a{b}c}"},
		{"mailto:<##contact##>", "P<##contact##>"},
		{"<TMPL_VAR NAME=", "P<TMPL_VAR NAME="},
		{"{{ '/a.css?v=' | append: b }}", "P{{ '/a.css?v=' | append: b }}"},
		{"{{ ('?id=' ~ x) }}", "P{{ ('?id=' ~ x) }}"},
		{"[[url]]/[[ $a.b ]]/[_1]/[_12]", "P[[url]] P[[ $a.b ]] P[_1] P[_12]"},
		{"$url$/$if(x)$a", "P$url$ P$if(x)$"}, {"$a.b$?$c$", "P$a.b$ P$c$"},

		// Code, and what a quotation mark has cut off.
		{"' . $x . '", "P' . $x . '"},
		{"' . esc_url( $x ) . '/é", "P' . esc_url( $x ) . '"},
		{"' ~ url('/a', b) ~ '", "P' ~ url('/a', b) ~ '"}, {"/a/' ~ b ~ '/c", "P' ~ b ~ '"}, {"/'~a'~b'", ""},
		{"/a/'+id+'/b/' + f(x) + '?c='+d+'", "P'+id+' P' + f(x) + ' P'+d+'"},
		{"' . RT->Config->Get('X') . '/a", "P' . RT->Config->Get('X') . '"},
		{"/a'.", ""}, {`"+u+"`, `P"+u+"`}, {"/a/' . $x", "P' . $x"},
		{"/a?b={$x|escape:", "P{$x|escape:"}, {"{url x=", "P{url x="}, {"/a/{a b/", ""}, {"?a={x: 1", ""},

		{"%s/%d/%q/%v/%1$s/%(n)s/%(n)/%[1]d/%@/%x", "P%s P%d P%q P%v P%1$s P%(n)s P%[1]d P%@ P%x"},
		{"%VERSION%/%BASE%/x/%my-dir%", "P%VERSION% P%BASE% P%my-dir%"},
		{"%dx%d.png", "P%d P%d"},
		{"%02d.png?%Y-%m&%.2d&%-10s&%lu&%5s", "P%02d P%Y P%m P%.2d P%-10s P%lu P%5s"},

		// What is not filled in.
		{"http://e/?q={\"a\": {\"b\": 1}}", ""},
		{`http://e/{"a"}`, ""},
		{"?query=SELECT * WHERE {?s ?p ?o}", ""},
		{"?query={{?s ?p ?o} UNION {?a ?b ?c}}", ""},
		{"#SELECT%20*%20{%20?s%20?p%20?o%20}", ""},
		{"?query={me{name}}", ""},
		{"urn:uuid:{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", ""},
		{"http://e/{x", ""}, {"http://e/x}", ""}, {"http://e/a{#b", ""},
		{"<URL: http://e/a> <http://e/> <urn:x> <a@b.example> <a/b>", ""},
		{"10.1002/(SICI)1097(199603)16:4<34::AID-JOB>3.0.CO;2-X", ""},
		{`data:image/svg+xml,<svg xmlns="a"><b>c</b></svg>`, ""}, {"a<br/>b", ""},
		{"a<b", ""}, {"a[%20]", ""}, {"a<%20b", ""},
		{"http://e/%C3%A9%20d%dd%C3%A9", ""}, {"100%/x%", ""}, {"%zz%GG%u00e9%4", ""}, {"a%20size%20short", ""},
		{"/@user@host $metadata $batch(1) @a@", ""},
		{"x%0Ad", ""}, {"x%09date", ""}, {"%20$top", ""},
		{"#a##b", ""},
		{"?q='+OR+'1'='1", ""}, {"?q=it's + more", ""}, {"See the 'a'. Then b", ""}, {"http://e/it's.html", ""}, {"http://e/'a'+'b'", ""},
		{"http://[::1]/[[1]](b)[[]][_a]", ""}, {"a/Outer$Inner$Name.html", ""}, {"/$metadata/$batch", ""},
		{"?query={ FILTER(?x > 1) ?s ?p ?o }", ""}, {"?query={{ BIND(?x AS ?y) }}", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			for m := range All(tt.text) {
				got = append(got, string("PV"[m.Kind])+tt.text[m.Start:m.End])
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
			if Has(tt.text) != (tt.want != "") {
				t.Errorf("Has is %v", !(tt.want != ""))
			}
		})
	}
}

// TestIsVariable holds what stands in braces to RFC 6570 §2.3.
func TestIsVariable(t *testing.T) {
	for s := range strings.FieldsSeq("id ?a,b* +path /x.y a:3 #f ;a,b !x 3 a_b %C3%A9") {
		if !IsVariable(s) {
			t.Errorf("%q is one", s)
		}
	}
	for _, s := range append(strings.Fields("a-b $x a: a:0 a:12345 a,,b a. .a..b é %4"), "", "a b") {
		if IsVariable(s) {
			t.Errorf("%q is not one", s)
		}
	}
}

// FuzzAll looks for marks that do not stand in the text, and for time that is not in proportion to it.
func FuzzAll(f *testing.F) {
	for _, s := range []string{"{{a", "{#", "<a", "%(a", "###", "{a{b}", "$(a", "[%", "*|"} {
		f.Add(s, uint16(1))
		f.Add(s, uint16(2000))
	}
	f.Fuzz(func(t *testing.T, s string, n uint16) {
		s = strings.Repeat(s, min(int(n), 1+100_000/max(1, len(s))))
		for m := range All(s) {
			if m.Start < 0 || m.End > len(s) || m.Start >= m.End {
				t.Fatal(fmt.Sprint(m, " in a text of ", len(s)))
			}
		}
		if marks := slices.Collect(All(s)); Has(s) != (len(marks) > 0) {
			t.Fatal("Has does not agree")
		}
	})
}
