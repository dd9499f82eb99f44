package notice

import (
	"testing"

	"ruhr/internal/require"
)

// No name at a table mentions the people of a channel.
func TestHooksMentionNobody(t *testing.T) {
	require.Equal(t, slackText.Replace("@all & <!here>"), "@\u2060all &amp; &lt;!here&gt;", "the text")
}
