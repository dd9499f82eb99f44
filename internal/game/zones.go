//go:build !js

package game

import _ "time/tzdata" // for systems without a time zone database; a browser shows only finished games
