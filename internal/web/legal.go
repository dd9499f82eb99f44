package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Legal are texts of the operator, in plain text or Markdown; empty for none.
type Legal struct{ Imprint, Privacy []byte }

// MaxLegal is how many bytes such a text may have.
const MaxLegal = 256 << 10

// legal are these texts as HTML.
type legal struct{ imprint, privacy template.HTML }

func readLegal(l Legal) (out legal, err error) {
	if out.imprint, err = fromMarkdown(l.Imprint); err != nil {
		return out, fmt.Errorf("imprint: %w", err)
	}
	if out.privacy, err = fromMarkdown(l.Privacy); err != nil {
		return out, fmt.Errorf("privacy: %w", err)
	}
	return out, nil
}

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

func fromMarkdown(source []byte) (template.HTML, error) {
	if len(source) > MaxLegal || !utf8.Valid(source) {
		return "", fmt.Errorf("%d bytes, expected UTF-8 of at most %d", len(source), MaxLegal)
	}
	var out bytes.Buffer
	if err := markdown.Convert(source, &out); err != nil {
		return "", err
	}
	return template.HTML(out.String()), nil
}

// Imprint reports whether the operator has an imprint, for the foot of every page.
func (b *base) Imprint() bool { return b.legal.imprint != "" }

// Privacy reports whether the operator has a privacy notice.
func (b *base) Privacy() bool { return b.legal.privacy != "" }

// showLegal shows a text of the operator, if there is one.
func (s *server) showLegal(title string, text template.HTML) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if text == "" {
			s.fail(w, r, http.StatusNotFound, "page.error.missing")
			return
		}
		p := &legalPage{base: s.newBase(r, "", title), Head: title, Text: text}
		s.show(w, r, http.StatusOK, "legal", p)
	}
}

// legalPage is a text of the operator.
type legalPage struct {
	base
	Head string // a key
	Text template.HTML
}
