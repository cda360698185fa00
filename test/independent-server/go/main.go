// Command server offers application keys, subscriptions and hierarchy node products over HTTP.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// FAULT and VARIANT each switch on at most one deviation; see faults.json and variants.json.
var (
	activeFault   = os.Getenv("FAULT")
	activeVariant = os.Getenv("VARIANT")
)

func fault(id string) bool   { return activeFault == id }
func variant(id string) bool { return activeVariant == id }

func main() {
	printFacts := flag.Bool("facts", false, "print the operator's facts as JSON and exit")
	flag.Parse()

	shop := newShop()
	if *printFacts {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		if err := enc.Encode(shop.facts()); err != nil {
			log.Fatal(err)
		}
		return
	}

	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	ln, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		log.Fatal(err)
	}
	srv := &http.Server{Handler: newServer(shop).routes(), ReadHeaderTimeout: 5 * time.Second}

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_ = srv.Shutdown(grace)
	}()

	fmt.Println("listening")
	if err := srv.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}
