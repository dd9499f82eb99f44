package cli

import (
	"os"
	"os/exec"
	"runtime"
)

// openBrowser opens the page if there is a desktop; otherwise the printed
// address must do.
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
