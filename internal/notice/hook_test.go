package notice

import "testing"

// No name at a table mentions the people of a channel.
func TestHooksMentionNobody(t *testing.T) {
	if got := slackText.Replace("@all & <!here>"); got != "@\u2060all &amp; &lt;!here&gt;" {
		t.Errorf("the text is %q", got)
	}
}
