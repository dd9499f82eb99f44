//go:build !js

package table

import _ "time/tzdata" // for systems without a time zone database; a browser shows only finished games
