// Package legal reads the texts of an operator: an imprint and a privacy notice.
package legal

import (
	"bytes"
	"fmt"
	"html/template"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown knows headings, lists, quotations, emphasis and links. HTML in a text
// is shown as it is written, and lines end where they end in the text, as in an
// address. Headings are one level lower, below that of the page.
var markdown = goldmark.New(
	goldmark.WithParser(parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
		parser.WithASTTransformers(util.Prioritized(lowerHeadings{}, 100)),
	)),
	goldmark.WithRendererOptions(html.WithHardWraps()),
)

// lowerHeadings makes headings one level lower.
type lowerHeadings struct{}

// Transform implements [parser.ASTTransformer].
func (lowerHeadings) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			h.Level = min(h.Level+1, 6)
		}
	}
}

// Max is how many bytes such a text may have.
const Max = 256 << 10

// HTML renders a text, which is plain or Markdown.
func HTML(source []byte) (template.HTML, error) {
	if len(source) > Max || !utf8.Valid(source) {
		return "", fmt.Errorf("%d bytes, expected UTF-8 of at most %d", len(source), Max)
	}
	var out bytes.Buffer
	if err := markdown.Convert(source, &out); err != nil {
		return "", err
	}
	return template.HTML(out.String()), nil
}
