// Package shop tests a client against the stub, and checks a server. Run it with: go test -count=1 ./...
package shop

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// The image, as it was built or pulled.
var image = cmp.Or(os.Getenv("ASSAY_IMAGE"), "localhost/assay")

func TestClientReadsAListing(t *testing.T) {
	ctx := context.Background()
	stub, err := testcontainers.Run(ctx, image,
		testcontainers.WithExposedPorts("4010/tcp"),
		testcontainers.WithWaitStrategy(wait.ForListeningPort("4010/tcp")))
	testcontainers.CleanupContainer(t, stub)
	if err != nil {
		t.Fatal(err)
	}
	base, err := stub.PortEndpoint(ctx, "4010/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(base + "/pcm/hierarchies/74d5cd0e-2e0b-4558-a666-a53c2ee1f644/nodes/aa22def5-0ffc-4a8c-88a5-b590a731785e/products")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var page struct {
		Meta struct{ Results struct{ Total int } }
	}
	if err := json.NewDecoder(response.Body).Decode(&page); err != nil || page.Meta.Results.Total != 100 {
		t.Errorf("%d products, %v", page.Meta.Results.Total, err)
	}
}

// The server listens on this machine, on the port that SERVER_PORT names.
func TestServerKeepsTheContract(t *testing.T) {
	port, err := strconv.Atoi(cmp.Or(os.Getenv("SERVER_PORT"), "8080"))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	check, err := testcontainers.Run(ctx, image,
		testcontainers.WithHostPortAccess(port),
		testcontainers.WithFiles(testcontainers.ContainerFile{
			HostFilePath: "../assay.target.yaml", ContainerFilePath: "/work/assay.target.yaml", FileMode: 0o644,
		}),
		testcontainers.WithCmd("check", "http://"+testcontainers.HostInternal+":"+strconv.Itoa(port),
			"--target", "assay.target.yaml", "--allow-writes"),
		testcontainers.WithWaitStrategy(wait.ForExit().WithExitTimeout(5*time.Minute)))
	testcontainers.CleanupContainer(t, check)
	if err != nil {
		t.Fatal(err)
	}
	state, err := check.State(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if logs, err := check.Logs(ctx); err == nil {
		io.Copy(os.Stdout, logs)
	}
	if state.ExitCode != 0 {
		t.Errorf("assay ended with %d", state.ExitCode)
	}
}
