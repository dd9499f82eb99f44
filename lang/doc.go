// Package lang says things: the catalogues of all texts in German, English,
// French and Spanish, and the printer that makes sentences of keys and
// arguments, of the log's events, of choices and refusals.
//
//	p := lang.For("de").Seated([]string{"Anna", "Bert"})
//	p.T("view.and")                            // a plain text
//	p.Text("view.seat", "n", 2)                // plain and as HTML
//	p.Line(event)                              // a line of the log
//	p.Choice(choice)                           // a button and its effects
//
// # The catalogue
//
// catalogue/<language>/<part>.json holds the texts whose keys begin with
// "<part>.", one for each of [Parts]; the texts of pages are in page. An entry is a
// text, or an object of forms.
//
// A text may hold
//
//	{name}             an argument: a number, a text, a seat, a thing, a list
//	{place:in}         a thing in one of its forms ("in Werden")
//	{n:+}              a number with its sign
//	{n|# pip|# pips}   by number: one or many; # is the number
//	[Werden]           a German name inside another language; HTML marks it
//
// A whole sentence is one entry: none is put together from parts. Things carry
// the forms that sentences need, so that no language has to bend another's
// grammar. A number of forms and plurals in one sentence is why the catalogue
// is our own: go-i18n knows one plural in a text and no forms.
//
// # Keys made up at run time
//
// A test looks for the keys in the program's sources: a key used must exist, a
// key that exists must be used. A literal that ends in a dot, or to which the source
// adds something, stands for every key that begins with it.
package lang
