//go:build !man

package main

import "os"

func main() { os.Exit(execute(systemApp(), os.Args[1:])) }
