// Command rewrite says what the scanner of Go reads in source code, as readers.mjs does for other formats: each line
// of the input is a document, {"data": base64}, and each line of the output {"values": [[text, role], …]}, or
// {"error": …}.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"log"
	"os"
	"regexp"
	"strconv"
)

func main() {
	out := json.NewEncoder(os.Stdout)
	for in := bufio.NewReader(os.Stdin); ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var document struct{ Data []byte }
		if err := json.Unmarshal(line, &document); err != nil {
			log.Fatal("rewrite: ", err)
		}
		values, err := tokens(document.Data)
		answer := map[string]any{"values": values}
		if err != nil {
			answer = map[string]any{"error": err.Error()}
		}
		if err := out.Encode(answer); err != nil {
			log.Fatal("rewrite: ", err)
		}
	}
}

// tokens returns the tokens of a source file: strings as what they stand for, and comments, word for word.
func tokens(src []byte) (values [][2]string, err error) {
	files := token.NewFileSet()
	if _, err := parser.ParseFile(files, "", src, 0); err != nil {
		return nil, err
	}
	var s scanner.Scanner
	s.Init(files.AddFile("", -1, len(src)), src, func(_ token.Position, message string) {
		err = errors.Join(err, errors.New(message))
	}, scanner.ScanComments)
	for {
		_, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return values, err
		case tok == token.STRING:
			if text, err = strconv.Unquote(text); err != nil {
				return nil, fmt.Errorf("a string: %w", err)
			}
			values = append(values, words(text)...)
		case tok == token.COMMENT:
			values = append(values, words(text)...)
		default:
			values = append(values, [2]string{tok.String() + text, "fixed"})
		}
	}
}

var word = regexp.MustCompile(`[^\s"]+|[\s"]+`)

// words returns the words of a text, in which IRIs are, and what stands between them.
func words(text string) (values [][2]string) {
	for _, s := range word.FindAllString(text, -1) {
		role := "bare"
		if s[0] <= ' ' || s[0] == '"' {
			role = "fixed"
		}
		values = append(values, [2]string{s, role})
	}
	return values
}
