# To be sourced: sets java to that of a JDK 25 or later, JAVA_HOME's if it will do, otherwise the first that is found.

java_feature() { # a JDK's directory: prints its feature number, 0 if that is none
  local version=""
  if [ -x "$1/bin/java" ] && [ -r "$1/release" ]; then
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  fi
  echo "${version:-0}"
}

java=""
for home in "${JAVA_HOME:-}" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/*; do
  if [ "$(java_feature "$home")" -ge 25 ]; then
    java=$home/bin/java
    break
  fi
done
if [ -z "$java" ]; then
  echo "Needs a JDK 25 or later: set JAVA_HOME" >&2
  exit 1
fi
