// Package octets reads and writes percent-encodings by blocks of 64 bytes. In comes text, out comes text with its
// percent-encodings decoded, or made. What it does not do, and does on no processor without AVX-512, package percent does. It must
// not know references and their components.
//
// The assembly is in vector_amd64.s; internal/fast/asm/octets writes it.
package octets

import (
	"unsafe"

	"github.com/rfc3987/iri/internal/text/chars"
)

// AppendDecoded appends s, in which each "%" begins a percent-encoding, with their octets, but for those of ASCII that is not
// unreserved. ok is false if there is no room for s, or it cannot be done here; then dst stays as it is.
func AppendDecoded(dst []byte, s string) (out []byte, ok bool) {
	n := len(dst)
	if !hasVector || cap(dst)-n < len(s) || s == "" {
		return dst, false
	}
	n += vectorDecode(unsafe.SliceData(dst[n:cap(dst)]), s)
	return dst[:n], true
}

// Encoded returns s with what is not ASCII percent-encoded, in n bytes, which is as many as that takes. ok is false if it cannot be done here.
func Encoded(s string, n int) (text string, ok bool) {
	if !hasVector || s == "" {
		return "", false
	}
	b := make([]byte, n)
	return chars.View(b[:vectorEncode(&b[0], s)]), true
}
