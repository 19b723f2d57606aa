package testkit

import "testing"

func TestAsked(t *testing.T) {
	for _, tt := range []struct{ name, env, word, want string }{
		{"nothing", "", "long", ""},
		{"a word", "long", "long", "1"},
		{"a value", "long,attack=100", "attack", "100"},
		{"a value with a sign", "suites=/a=b", "suites", "/a=b"},
		{"another word", "attack=1", "long", ""},
		{"an empty word", ",long", "long", "1"},
		{"a word that no test knows", "lnog", "long", "panic"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv(Environment, tt.env)
			defer func() {
				if recover() != nil && tt.want != "panic" {
					t.Errorf("it panics")
				}
			}()
			if got := Asked(tt.word); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
