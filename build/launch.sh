# Sourced by ./mooring and by the mooring of a release: starts the program whose jars are in a folder's lib.

# File leases, with which Mooring notices that an editor is saving a document, are system calls.
native_access=--enable-native-access=ALL-UNNAMED

# prepare JAVA_HOME FOLDER: creates the AOT cache, in which the JVM keeps loaded and linked classes. A run of the demo
# trains it, because the demo uses every module. Without a cache everything works, but serve starts in twice the time.
prepare() {
  list_jars "$2"
  rm -f "$2/mooring.aot"
  # Without the profiles of the training run: with them the JVM compiles sooner, but to slower code.
  "$1/bin/java" "$native_access" -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining -XX:AOTCacheOutput="$2/mooring.aot" \
    -cp "$class_path" dev.mooring.app.Main demo < /dev/null > "$2/prepare.log" 2>&1
}

# list_jars FOLDER: sets $class_path. The cache depends on the order, so it is always the same.
list_jars() {
  local jar first='' rest=''
  for jar in "$1"/lib/*.jar; do
    case ${jar##*/} in
      mooring-* | picocli-*) first+=$jar: ;; # every command uses these
      *) rest+=$jar: ;;
    esac
  done
  class_path=$first${rest%:}
}

# launch JAVA_HOME FOLDER ARGUMENT...: replaces the shell with the program.
launch() {
  local java=$1/bin/java folder=$2
  shift 2
  # The JVM's warnings go to standard error. A cache that does not fit this JVM is ignored without a warning.
  local options=("$native_access" -Xlog:disable '-Xlog:all=warning,aot*=off,cds*=off:stderr')
  local command=${1:-} argument
  for argument; do
    case $argument in
      -h | --help) command=help ;;
    esac
  done
  case $command in
    gateway | serve) options+=(-XX:+ExitOnOutOfMemoryError) ;; # exit after an OutOfMemoryError, so that a supervisor restarts the process
  esac
  case $command in
    serve)
      options+=(-XX:+UseSerialGC) # the index lives long: G1 would need twice the memory for it
      options+=(-Xmn96m) # by default a third of the heap, which depends on the machine's memory
      # The compiler competes with the indexing for the CPU. With less inlining it works half as much.
      options+=(-XX:FreqInlineSize=100 -XX:InlineSmallCode=500)
      ;;
    chat | demo | gateway | resume | review | run) ;;
    *) options+=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData) ;; # too short for the full compiler
  esac
  case $command in
    '' | completion | help | version | -*) ;; # use few classes: loading the whole cache would take longer
    *) [ ! -e "$folder/mooring.aot" ] || options+=(-XX:AOTCache="$folder/mooring.aot") ;;
  esac

  # Without a locale the JVM cannot name files with characters beyond ASCII.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    '' | C | POSIX) export LC_ALL=C.UTF-8 ;;
  esac

  list_jars "$folder"
  exec "$java" "${options[@]}" -cp "$class_path" dev.mooring.app.Main "$@"
}
