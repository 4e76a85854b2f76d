# Sourced by ./mooring and ./check: finds the JDK to build and run with. Reads files only, because starting a JVM is slow.

oldest_jdk=25

# is_jdk FOLDER: whether the folder has a JDK that is new enough. Sets $jdk and $jdk_version if so.
is_jdk() {
  local line version
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*)
        version=${line#JAVA_VERSION=\"}
        version=${version%\"*}
        [ "${version%%[!0-9]*}" -ge "$oldest_jdk" ] || return 1
        jdk=$1
        jdk_version=$version
        return 0
        ;;
    esac
  done < "$1/release"
  return 1
}

# find_jdk: sets $jdk and $jdk_version, or fails and explains what to install.
find_jdk() {
  local java home
  if [ -n "${MOORING_JAVA_HOME:-}" ]; then
    is_jdk "$MOORING_JAVA_HOME" && return
    echo "mooring: MOORING_JAVA_HOME is '$MOORING_JAVA_HOME', which is not a JDK $oldest_jdk or newer." >&2
    return 1
  fi

  [ -n "${JAVA_HOME:-}" ] && is_jdk "$JAVA_HOME" && return
  if java=$(command -v java) && java=$(readlink -f "$java" 2> /dev/null); then
    is_jdk "${java%/bin/java}" && return
  fi
  for home in \
    /usr/lib/jvm/* \
    /opt/* /opt/*/* \
    "$HOME"/.sdkman/candidates/java/* \
    "$HOME"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    is_jdk "$home" && return
  done
  if home=$(/usr/libexec/java_home -v "$oldest_jdk+" 2> /dev/null); then
    is_jdk "$home" && return
  fi

  cat >&2 << EOF
mooring: No JDK $oldest_jdk or newer found. Install one, for example
  Debian, Ubuntu   apt-get install openjdk-$oldest_jdk-jdk (or Eclipse Temurin's temurin-$oldest_jdk-jdk)
  macOS            brew install --cask temurin@$oldest_jdk
  SDKMAN!          sdk install java $oldest_jdk-tem
or set MOORING_JAVA_HOME=/path/to/the/jdk
EOF
  return 1
}
