#!/bin/sh
# The figures that are too long for every run of the tests: by hand, from the root of the project.
# A figure may be named instead of running all: soak.sh garbled | good | slow
set -e
run() {
  npm exec -c "vitest run --no-file-parallelism --testTimeout 7200000 $*"
}

garbled() { SOAK_REQUESTS=${SOAK_REQUESTS:-100000} run test/hostile/hostile-requests.test.ts -t "'at random'"; }
good() { SOAK_REQUESTS=${SOAK_REQUESTS:-1000000} run test/hostile/hostile-requests.test.ts -t "'in order'"; }
slow() { SOAK_REPLY_MS=${SOAK_REPLY_MS:-2000} run test/hostile/unusual-but-conforming.test.ts -t "'takes its time'"; }

if [ $# -eq 0 ]; then
  garbled
  good
  slow
else
  "$1"
fi
