package view

import (
	"strconv"

	"ruhr/rules"
)

// Section is the rulebook's section a rule comes from, "6.4"; "" for an id that
// is none. Where a rule draws on several the first is given.
func Section(rule rules.Rule) string {
	if rule == rules.NoRule || int(rule) >= len(rules.RuleIDs) {
		return ""
	}
	if s, ok := sections[rule]; ok {
		return s
	}
	for _, c := range chapters {
		if rule >= c.from && rule <= c.to {
			return c.section
		}
	}
	return ""
}

// chapters give the section of a range of rules.
var chapters = []struct {
	from, to rules.Rule
	section  string
}{
	{rules.SET1, rules.SET6, "4"},
	{rules.ORDER1, rules.ORDER1, "6.0"},
	{rules.EVENT1, rules.EVENTR, "6.1"},
	{rules.WATER1, rules.WATER4, "6.2"},
	{rules.START1, rules.START4, "6.3"},
	{rules.START5, rules.START12, "5.2"},
	{rules.SAIL1, rules.SAIL7, "6.4"},
	{rules.TRACK1, rules.TRACK4, "5.1"},
	{rules.PROG1, rules.PROG1, "6.5"},
	{rules.BUY1, rules.BUY12, "6.6"},
	{rules.DEBT1, rules.DEBT4, "5.3"},
	{rules.EXP1, rules.EXP2, "6.7"},
	{rules.END1, rules.END6, "7"},
}

// sections are those that differ from their chapter's.
var sections = map[rules.Rule]string{
	rules.SET7: "8.1", rules.SET8: "2", rules.SET9: "2.3.6",
	rules.ORDER2: "6.3", rules.ORDER3: "6.4",
	rules.EVENTC:  "5.1",
	rules.START7:  "5.1",
	rules.START10: "6.5.2", rules.START11: "6.5.2",
	rules.SAIL4: "6.2", rules.SAIL6: "6.6",
	rules.PROG2: "6.5.1", rules.PROG3: "6.5.2",
	rules.BUY3: "8.1", rules.BUY8: "6.5.2", rules.BUY9: "6.2", rules.BUY11: "6.5.2",
}

// phaseSection is the section of the rulebook on a phase.
func phaseSection(p rules.Phase) string { return "6." + strconv.Itoa(int(p)) }
