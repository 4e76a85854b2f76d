# Sourced by ./mooring and ./check, with $root and $jdk set: runs Maven with its output in a log, one build at a time.

# lock_build: waits until no other build runs in this checkout. unlock_build, or the end of the process, releases the lock.
lock_build() {
  mkdir -p "$root/target"
  lock=$root/target/build.lock
  if command -v flock > /dev/null; then
    exec 9> "$lock"
    flock 9
    return
  fi
  until mkdir "$lock.d" 2> /dev/null; do
    kill -0 "$(cat "$lock.d/pid" 2> /dev/null || echo $$)" 2> /dev/null || rm -rf "$lock.d" # the process that held the lock was killed
    sleep 0.2
  done
  echo $$ > "$lock.d/pid"
}

unlock_build() {
  exec 9>&-
  rm -rf "$lock.d"
}

# maven LOG ARGUMENT...: runs Maven. All output goes to the log.
maven() {
  local log=$1
  shift
  if ! command -v mvn > /dev/null; then
    echo "mooring: The build needs Maven, but mvn is not on the PATH. Install it (Debian: apt-get install maven)." | tee "$log" >&2
    return 1
  fi
  (
    cd "$root" || exit
    export JAVA_HOME=$jdk
    # JDK 25 warns about calls in Maven's own libraries.
    export MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
    exec mvn --batch-mode "$@"
  ) < /dev/null > "$log" 2>&1
}

# maven_errors LOG: prints the errors of a failed build, without Maven's hints about itself.
maven_errors() {
  grep -E '^\[ERROR\]|^\[WARNING\] .*\.java:\[' "$1" |
    grep -vE '^\[ERROR\] *$|\[Help [0-9]\]|full stack trace|Re-run Maven|please read|you can resume|  mvn <args>' |
    awk '!seen[$0]++' |
    head -n 60
}
