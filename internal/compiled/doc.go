// Package compiled executes templates of html/template, several times as fast as
// html/template does. It takes their trees once html/template has made them safe,
// and looks up each field and method once for each type of value instead of at
// each execution. Escaping stays what html/template has decided for each place:
// texts that need none there, as most do, are written as they are or by the
// table of characters, and everything else by html/template itself.
//
// It knows what internal/web/templates uses. A template with anything else
// is refused when it is first used ([ErrNotCompiled]), and is never rendered
// otherwise than by html/template.
package compiled
