// Package lang holds all texts in English, German, French and Spanish, and the
// printer that turns keys with arguments, log events, choices and refusals into
// sentences.
//
//	p := lang.For("de").Seated([]string{"Anna", "Bert"})
//	p.T("view.and")                            // plain text
//	p.Text("view.seat", "n", 2)                // plain text and HTML
//	p.Line(event)                              // a line of the log; LineHTML only as HTML
//	p.Choice(choice)                           // a button and its effects
//
// # The catalogue
//
// catalogue/<language>/<part>.json holds the texts whose keys begin with
// "<part>.", one for each of [Parts]; the texts of pages are in page. An entry is a
// text, or an object of forms.
//
// A text may contain
//
//	{name}             an argument: number, text, seat, thing or list
//	{place:in}         a thing in one of its forms ("in Werden")
//	{n:+}              a signed number
//	{n|# pip|# pips}   singular or plural; # is the number
//	{seat|# pay|# pays}    whether the text speaks to the seat; # is its name
//	[Werden]           a German name in another language; marked in HTML
//
// Each sentence is one entry; none is assembled from fragments. Things have the
// grammatical forms that sentences need, so that no language has to follow
// another's grammar. The format is our own because a sentence may need several
// plurals and forms; go-i18n supports one plural per text and no forms.
//
// # Keys built at run time
//
// A test searches the program's sources for keys: a key used must exist, and a
// key that exists must be used. A literal that ends in a dot, or to which the
// source appends something, stands for every key with that prefix.
package lang
