package a

import "net/url"

func inTest() {
	url.Parse("http://example.org/a b")
}
