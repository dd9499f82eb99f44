// Command ruhr is the digital edition of Ruhrschifffahrt 1769–1890: the table
// in the browser, and commands for game records and for operators.
package main

import (
	"os"

	"ruhr/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
