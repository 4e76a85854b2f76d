# Sourced by ./mooring and by the mooring of a release: starts the program whose jars are in a folder's lib.

# prepare JDK_HOME JAVA_HOME FOLDER: lets the JVM at JAVA_HOME keep what it loads and links at every start. Without it
# everything works, more slowly. There is a small cache for commands that only print, because a cache is loaded as a whole.
prepare() {
  "$1/bin/java" "${BASH_SOURCE[0]%/*}/CurrentClassFiles.java" "$3"/lib/picocli-*.jar > "$3/rehearsal.log" 2>&1
  list_jars "$3"
  rehearse "$2/bin/java" "$3" print
  rehearse "$2/bin/java" "$3" work
}

# Without the profiles of the rehearsal: with those in place of its own the JVM compiles sooner, but to slower code.
rehearse() {
  rm -f "$2/$3.aot"
  "$1" -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining -XX:AOTCacheOutput="$2/$3.aot" \
    -cp "$class_path" dev.mooring.app.AotTraining "$3" < /dev/null >> "$2/rehearsal.log" 2>&1
}

# Sets $class_path: always in the same order, which the cache depends on, with the jars of every command in front.
list_jars() {
  local jar first='' rest=''
  for jar in "$1"/lib/*.jar; do
    case ${jar##*/} in
      mooring-* | picocli-*) first+=$jar: ;;
      *) rest+=$jar: ;;
    esac
  done
  class_path=$first${rest%:}
}

# launch JAVA_HOME FOLDER ARGUMENT...: becomes the program.
launch() {
  local java=$1/bin/java folder=$2
  shift 2
  # Warnings of the JVM belong on the error stream, and a cache that does not fit is no reason for one.
  local options=(-Xlog:disable '-Xlog:all=warning,aot*=off,cds*=off:stderr')
  local command=${1:-} cache=work argument
  for argument; do
    case $argument in
      -h | --help) command=help ;;
    esac
  done
  case $command in
    serve) options+=(-XX:+UseSerialGC) ;; # an index lives long: G1 would hold twice the memory for it
    chat | demo | gateway | review | run) ;;
    *) options+=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData) ;; # over before more would pay
  esac
  case $command in
    '' | completion | help | version | -*) cache=print ;;
  esac
  [ ! -e "$folder/$cache.aot" ] || options+=(-XX:AOTCache="$folder/$cache.aot")

  # Without a locale the JVM could not name files beyond ASCII.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    '' | C | POSIX) export LC_ALL=C.UTF-8 ;;
  esac

  list_jars "$folder"
  exec "$java" "${options[@]}" -cp "$class_path" dev.mooring.app.Main "$@"
}
