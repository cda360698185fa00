"""Tests a client against the stub, and checks a server. Run it with: pytest"""

import json
import os
from pathlib import Path
from urllib.request import Request, urlopen

from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import PortWaitStrategy

# The image, as it was built or pulled.
IMAGE = os.environ.get("ASSAY_IMAGE", "localhost/assay")
# The server listens on this machine, on this port.
SERVER_PORT = os.environ.get("SERVER_PORT", "8080")
NODE = "/pcm/hierarchies/74d5cd0e-2e0b-4558-a666-a53c2ee1f644/nodes/aa22def5-0ffc-4a8c-88a5-b590a731785e/products"


def test_client_reads_a_listing() -> None:
    stub = DockerContainer(IMAGE).with_exposed_ports(4010).waiting_for(PortWaitStrategy(4010))
    with stub:
        base = f"http://{stub.get_container_host_ip()}:{stub.get_exposed_port(4010)}"
        with urlopen(Request(base + NODE, headers={"Authorization": "Bearer any"})) as response:
            assert json.load(response)["meta"]["results"]["total"] == 100


def test_server_keeps_the_contract() -> None:
    folder = str(Path(__file__).parent.parent)
    check = (
        DockerContainer(IMAGE)
        .with_volume_mapping(folder, "/work", "ro")
        .with_kwargs(extra_hosts={"host.docker.internal": "host-gateway"})
        .with_command(
            f"check http://host.docker.internal:{SERVER_PORT} --target assay.target.yaml --allow-writes"
        )
    )
    with check:
        code = check.get_wrapped_container().wait(timeout=300)["StatusCode"]
        print(check.get_logs()[0].decode())
        assert code == 0
