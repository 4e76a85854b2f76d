# Sourced by ./mooring and by the mooring of a release: starts the program whose jars are in a folder's lib.

# rehearse JAVA_HOME FOLDER: lets the JVM keep what it loads and links at every start. Without it everything works, more
# slowly.
rehearse() {
  list_jars "$2"
  rm -f "$2/mooring.aot"
  "$1/bin/java" -XX:AOTCacheOutput="$2/mooring.aot" -cp "$class_path" dev.mooring.app.Rehearsal \
    < /dev/null > "$2/rehearsal.log" 2>&1
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
  [ ! -e "$folder/mooring.aot" ] || options+=(-XX:AOTCache="$folder/mooring.aot")
  case ${1:-} in
    serve) options+=(-XX:+UseSerialGC) ;; # an index lives long: G1 would hold twice the memory for it
    chat | demo | gateway | review | run) ;;
    *) options+=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData) ;; # over before more would pay
  esac

  # Without a locale the JVM could not name files beyond ASCII.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    '' | C | POSIX) export LC_ALL=C.UTF-8 ;;
  esac

  list_jars "$folder"
  exec "$java" "${options[@]}" -cp "$class_path" dev.mooring.app.Main "$@"
}
