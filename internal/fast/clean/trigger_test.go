package clean

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// TestTriggers has one trigger beside a property: what has all that it names is not clean, as a string and as a line,
// and all else is.
func TestTriggers(t *testing.T) {
	all := strings.Fields("http://h https://h/ http://h/a+b http://h/a?b+c http://h/?a#b+ http://h#f http://h:80/g " +
		"http://[::1]/+ http://é.example/ü?ü#ß http://h/日本 http://h/?日本 http://[::1]:8/ https://h:1?+ " +
		"http://h//?x/?#y?/")
	is := func(r rune) func(rune) bool { return func(c rune) bool { return c == r } }
	type trigger = textparts.Trigger
	const query, fragment = 1 << component.Query, 1 << component.Fragment
	for _, tt := range []struct {
		name    string
		trigger trigger
		odd     string // what is not clean
	}{
		{"always", trigger{}, strings.Join(all, " ")},
		{"another scheme", trigger{Schemes: []string{"urn"}}, ""},
		{"a scheme", trigger{Schemes: []string{"https", "wss"}}, strings.Join(all, " ")},
		{"a host that is not plain", trigger{Host: true}, ""},
		{"disorder", trigger{Disorder: true}, ""},
		{"a property", trigger{Flags: chars.Width}, ""},
		{"a plus", trigger{Chars: is('+')}, "http://h/a+b http://h/a?b+c http://h/?a#b+ http://[::1]/+ https://h:1?+"},
		{"a plus in a query", trigger{In: query, Chars: is('+')}, "http://h/a?b+c https://h:1?+"},
		{"a plus in a path", trigger{In: component.Paths, Chars: is('+')}, "http://h/a+b http://[::1]/+"},
		{"a slash in a query", trigger{In: query, Chars: is('/')}, "http://h//?x/?#y?/"},
		{"a letter in a host", trigger{In: 1 << component.RegName, Chars: is('é')}, "http://é.example/ü?ü#ß"},
		{"a letter in a path", trigger{In: component.Paths, Chars: is('本')}, "http://h/日本"},
		{"a letter after a path", trigger{In: query | fragment, Chars: is('本')}, "http://h/?日本"},
		{"a query", trigger{In: query},
			"http://h/a?b+c http://h/?a#b+ http://é.example/ü?ü#ß http://h/?日本 https://h:1?+ http://h//?x/?#y?/"},
		{"a fragment", trigger{In: fragment}, "http://h/?a#b+ http://h#f http://é.example/ü?ü#ß http://h//?x/?#y?/"},
		{"a port", trigger{In: 1 << component.Port}, "http://h:80/g http://[::1]:8/ https://h:1?+"},
		{"an address", trigger{In: 1<<component.IPv6 | 1<<component.PathNoscheme}, "http://[::1]/+ http://[::1]:8/"},
		{"a userinfo", trigger{In: 1 << component.Userinfo}, ""},
		{"a scheme that is not known", trigger{Schemes: []string{}}, ""},
		{"words", trigger{Words: []string{"/a+", "#b", "b+"}}, "http://h/a+b http://h/a?b+c http://h/?a#b+"},
		{"words of a host", trigger{Words: []string{"h", "80", "/h"}}, ""},
		{"a word after a host", trigger{Words: []string{"#f", "/?#", "/?"}},
			"http://h#f http://h/?a#b+ http://h/?日本 http://h//?x/?#y?/"},
		{"a host", trigger{In: 1 << component.Host}, strings.Join(all, " ")},
	} {
		l := New([]trigger{{Flags: chars.Odd}, tt.trigger})
		auto := l.Automaton()
		for _, s := range all {
			want := !slices.Contains(strings.Fields(tt.odd), s)
			if has, accepted := l.Has(s), accepts(auto, s); has != want || accepted != want {
				t.Errorf("%s: %q: as a string %v, as a line %v, want %v", tt.name, s, has, accepted, want)
			}
		}
		classesHold(t, auto)
		stepAllHolds(t, auto, "http://h/?")
	}
}

// TestTriggersTakeProperties holds that no character with a property that a rule asks for is clean.
func TestTriggersTakeProperties(t *testing.T) {
	const more = chars.Width | chars.Mark
	l := New(append(rules.Triggers(), textparts.Trigger{Flags: more}))
	auto, avoided := l.Automaton(), 0
	for c := rune(0x80); c < 0x20000; c++ {
		if chars.Of(c).Flags()&more == 0 {
			continue
		}
		for _, place := range []string{"http://h/%c", "http://h/a%c", "http://a%c.example/"} {
			s := fmt.Sprintf(place, c)
			if l.Has(s) || accepts(auto, s) {
				t.Errorf("%+q is clean", s)
			}
			if language.Has(s) {
				avoided++
			}
		}
	}
	if avoided < 500 {
		t.Errorf("without the properties %d strings are clean, want 500: the test says nothing", avoided)
	}
}
