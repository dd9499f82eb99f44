// Package page makes the models of pages: what a page shows of a position, a
// snapshot or a history, in one language. It knows neither requests nor
// templates; internal/web/templates renders the models.
//
// A model is a plain value made by one function of its arguments.
package page
