#!/usr/bin/env bash
# What idle connections cost: see IdleConnections.
#
#   idle.sh [connections] [rounds] [requests per round]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/jdk.sh"

if [ ! -d "$here/target/libraries" ]; then
  echo "Build first: mvn -Pbenchmarks -pl benchmarks -am -DskipTests package" >&2
  exit 1
fi
# The server's descriptors, and the client's, are each limited for their process.
needed=$((${1:-15000} + 200))
if [ "$(ulimit -n)" -lt "$needed" ] && ! ulimit -n "$needed"; then
  echo "Needs $needed descriptors for each process (ulimit -n)" >&2
  exit 1
fi
uptime
exec "$java" -cp "$here/target/classes:$here/target/libraries/*" io.netpoll.benchmarks.IdleConnections "$@"
