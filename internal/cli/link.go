package cli

import (
	"fmt"
	"strings"

	"ruhr/board"
	"ruhr/record"
)

// linkCmd turns records into links and links into records.
type linkCmd struct {
	boardFlag
	Files  []string `arg:"" name:"file" help:"cli.link_file"`
	Server string   `placeholder:"URL" default:"http://127.0.0.1:1769" help:"cli.link_server"`
}

// Run prints the link of every record, and the record of every link.
func (c *linkCmd) Run(w *env) error {
	return c.each(w, c.Files, func(b *board.Board, name string) error {
		r, played, err := readGame(w.in, b, name)
		if err != nil {
			return err
		}
		if record.IsLink(name) {
			data, err := r.Write()
			if err == nil {
				_, err = w.out.Write(data)
			}
			return err
		}
		link, err := played.Link()
		if err == nil {
			fmt.Fprintln(w.out, strings.TrimSuffix(c.Server, "/")+"/open"+record.LinkMark+link)
		}
		return err
	})
}
