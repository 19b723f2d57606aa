package main

import (
	"strings"
	"testing"
)

// TestJoined has bodies as peg writes them, and what is made of them.
func TestJoined(t *testing.T) {
	// one is an alternative that is a character, after which the choice n goes on, or fails.
	one := func(c, fails, n string) string {
		s := "if buffer[position] != rune('" + c + "') {\ngoto l" + fails + "\n}\nposition++\n"
		if n != "" {
			s += "goto l" + n + "\nl" + fails + ":\nposition, tokenIndex = position" + n + ", tokenIndex" + n + "\n"
		}
		return s
	}
	for _, tt := range []struct{ name, body, want string }{
		{"one character", one("a", "0", ""), "if c := buffer[position]; c != rune('a') {\ngoto l0\n}\nposition++\n"},
		{"a class", "{\nposition5, tokenIndex5 := position, tokenIndex\n" + one("a", "6", "5") +
			"if c := buffer[position]; c < rune('0') || c > rune('9') {\ngoto l7\n}\nposition++\ngoto l5\nl7:\n" +
			"position, tokenIndex = position5, tokenIndex5\n" +
			one("b", "0", "") + "}\nl5:\n",
			"if c := buffer[position]; c != rune('a') && (c < rune('0') || c > rune('9')) && c != rune('b') {\ngoto " +
				"l0\n}\nposition++\n"},
		{"a class and more", "{\nposition5, tokenIndex5 := position, tokenIndex\n" + one("a", "6", "5") +
			one("b", "7", "5") + one("%", "0", "") + one("x", "0", "") + "}\nl5:\n",
			"{\nposition5, tokenIndex5 := position, tokenIndex\nif c := buffer[position]; c != rune('a') && c != " +
				"rune('b') {\ngoto l7\n}\nposition++\n" +
				"goto l5\nl7:\nposition, tokenIndex = position5, tokenIndex5\n" +
				"if c := buffer[position]; c != rune('%') {\ngoto l0\n}\nposition++\nif c := buffer[position]; c != " +
				"rune('x') {\ngoto l0\n}\nposition++\n}\nl5:\n"},
	} {
		if got := strings.Join(joined(linesOf(tt.body)), "\n"); got+"\n" != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestNumbered holds that numbers depend on the blocks around and on what came before in them, and on nothing else.
func TestNumbered(t *testing.T) {
	body := "{\nposition7, tokenIndex7 := position, tokenIndex\nl8:\n{\nposition9 := position\ngoto l8\n}\n{\ngoto " +
		"l11\nl11:\nadd(ruleA, position7)\n}\n}"
	want := "{\nposition1, tokenIndex1 := position, tokenIndex\nl2:\n{\nposition3_1 := position\ngoto l2\n}\n{\ngoto " +
		"l4_1\nl4_1:\nadd(ruleA, position1)\n}\n}"
	if got := numbered(linesOf(body)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// More in the first inner block changes nothing in the second.
	longer := strings.Replace(body, "goto l8\n", "l10:\ngoto l8\n", 1)
	if got := numbered(linesOf(longer)); got != strings.Replace(want, "goto l2\n", "l3_2:\ngoto l2\n", 1) {
		t.Errorf("got\n%s", got)
	}
}
