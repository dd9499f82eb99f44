// Package page makes the models of pages: what a page shows of a position, a
// snapshot or a history, in one language. It knows neither requests nor
// templates; package web puts the models into them.
//
// A model is a plain value with one maker, a function of what it is given.
package page
