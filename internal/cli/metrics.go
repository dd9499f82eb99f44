package cli

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"ruhr/internal/metrics"
)

// serveMetrics serves metrics and profiles at their own address until the user
// ends the program.
func serveMetrics(w *env, addr string, m *metrics.Metrics, log *slog.Logger) error {
	var listening net.ListenConfig
	l, err := listening.Listen(w.ctx, "tcp", addr)
	if err != nil {
		return w.failing(err, "cli.listen", "addr", addr, "why", err.Error())
	}
	server := &http.Server{Handler: m.Handler(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the metrics are not served any more", "error", err)
		}
	}()
	go func() {
		<-w.ctx.Done()
		server.Close()
	}()
	log.Info("metrics", "url", "http://"+l.Addr().String()+"/metrics")
	return nil
}
