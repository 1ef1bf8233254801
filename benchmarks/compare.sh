#!/usr/bin/env bash
# Compares what one request costs netpoll and Tomcat: CPU time of the whole server process, from /proc, over the number
# of requests that wrk has had answered. Servers run on one core, wrk on another, one server at a time, in turns.
#
#   compare.sh [rounds] [seconds per round] [connections]
set -euo pipefail

rounds=${1:-5}
seconds=${2:-5}
connections=${3:-32}
server_core=${SERVER_CORE:-0}
client_core=${CLIENT_CORE:-1}
port=${PORT:-18080}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/jdk.sh"
flags=(-Xms256m -Xmx256m --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED)
path="$here/target/classes:$here/target/libraries/*"
ticks=$(getconf CLK_TCK)

if [ ! -d "$here/target/libraries" ]; then
  echo "Build first: mvn -Pbenchmarks -pl benchmarks -am -DskipTests package" >&2
  exit 1
fi

declare -A pids results
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT

launch() { # name port class arguments...
  local name=$1 at=$2 class=$3
  shift 3
  taskset -c "$server_core" "$java" "${flags[@]}" -cp "$path" "io.netpoll.benchmarks.$class" "$at" "$@" \
    > /dev/null 2>&1 &
  pids[$name]=$!
  for _ in $(seq 200); do
    if curl -fs -o /dev/null "http://127.0.0.1:$at/plaintext"; then
      return
    fi
    sleep 0.1
  done
  echo "$name does not answer" >&2
  exit 1
}

cpu_ticks() { # pid
  # What follows the command's name, which is in parentheses: utime and stime are fields 14 and 15.
  sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'
}

load() { # port seconds: prints the number of requests
  taskset -c "$client_core" wrk -t1 -c"$connections" -d"$2"s "http://127.0.0.1:$1/plaintext" |
    awk '/requests in/ { n = $1 } /Non-2xx|Socket errors/ { bad = $0 } END { if (bad) print bad > "/dev/stderr"; print n }'
}

names=(netpoll netpoll-loop tomcat-platform tomcat-virtual)
launch netpoll "$port" NetpollMain virtual
launch netpoll-loop $((port + 3)) NetpollMain loop
launch tomcat-platform $((port + 1)) TomcatMain platform
launch tomcat-virtual $((port + 2)) TomcatMain virtual
declare -A ports=([netpoll]=$port [netpoll-loop]=$((port + 3)) [tomcat-platform]=$((port + 1)) [tomcat-virtual]=$((port + 2)))

for name in "${names[@]}"; do
  load "${ports[$name]}" "${WARM_UP:-15}" > /dev/null
done
printf '%-6s %-16s %12s %12s\n' round server 'requests/s' 'CPU us/req'
for round in $(seq "$rounds"); do
  for name in "${names[@]}"; do
    before=$(cpu_ticks "${pids[$name]}")
    requests=$(load "${ports[$name]}" "$seconds")
    after=$(cpu_ticks "${pids[$name]}")
    cost=$(awk -v t=$((after - before)) -v hz="$ticks" -v n="$requests" 'BEGIN { printf "%.2f", t / hz / n * 1e6 }')
    results[$name]+="$cost "
    printf '%-6s %-16s %12d %12s\n' "$round" "$name" $((requests / seconds)) "$cost"
  done
done

median() {
  tr ' ' '\n' <<< "$1" | sed '/^$/d' | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

base=$(median "${results[netpoll]}")
echo
printf '%-16s %18s %18s\n' server 'median CPU us/req' 'netpoll costs'
for name in "${names[@]}"; do
  m=$(median "${results[$name]}")
  printf '%-16s %18s %17.0f%%\n' "$name" "$m" "$(awk -v a="$base" -v b="$m" 'BEGIN { print a / b * 100 }')"
done
