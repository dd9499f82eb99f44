// Package lang holds the catalogues of all texts in English, German, French and
// Spanish, and the printer that turns keys with arguments, events of the log,
// choices and refusals into sentences.
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
// A whole sentence is one entry; none is assembled from parts. Things carry
// the forms that sentences need, so that no language has to follow another's
// grammar. The format is our own because a sentence may have several plurals
// and forms: go-i18n knows one plural per text and no forms.
//
// # Keys made up at run time
//
// A test looks for the keys in the program's sources: a key used must exist, a
// key that exists must be used. A literal that ends in a dot, or to which the source
// adds something, stands for every key that begins with it.
package lang
