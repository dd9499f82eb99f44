package cli

import (
	"os"
	"os/exec"
	"runtime"
)

// openBrowser shows the page where there is a desktop; where there is none,
// the printed address is enough.
func openBrowser(url string) {
	var c *exec.Cmd
	switch {
	case runtime.GOOS == "windows":
		c = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	case runtime.GOOS == "darwin":
		c = exec.Command("open", url)
	case os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "":
		c = exec.Command("xdg-open", url)
	default:
		return
	}
	if c.Start() == nil {
		go func() { _ = c.Wait() }()
	}
}
