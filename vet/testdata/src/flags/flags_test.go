package flags

import "net/http"

func inTest() {
	http.Get("http://example.org/a b") // want `U\+0020 SPACE`
}
