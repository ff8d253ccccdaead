# Read by bin/millrace and by the launcher of a checkout, with the arguments of the command: what
# both know of how it is started.

fail() {
  echo "millrace: $*" >&2
  exit 1
}

# Whether a folder has a Java that is new enough, with that program.
is_java_25() {
  [ -x "$1/bin/$2" ] && [ -r "$1/release" ] || return 1
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [ "${version:-0}" -ge 25 ]
}

# Sets JAVA_HOME to the first Java that has that program: javac for a JDK, java for any.
find_java() {
  on_path=$(command -v java || true)
  [ -z "$on_path" ] || on_path=$(readlink -f "$on_path" || true)
  for home in "${JAVA_HOME:-}" "${on_path%/bin/java}" /usr/lib/jvm/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if is_java_25 "$home" "$1"; then
      export JAVA_HOME="$home"
      return
    fi
  done
  [ "$1" = javac ] && kind="a JDK" || kind=Java
  fail "needs $kind 25 or newer; install Temurin 25 (adoptium.net) or set JAVA_HOME"
}

# A collector of one thread starts sooner, and `get` makes little garbage.
collector_of() {
  [ "$1" != get ] || echo -XX:+UseSerialGC
}

# The JDK cannot tell whether stderr is a terminal, and how wide it is.
columns() {
  columns=0
  if [ -t 2 ]; then
    size=$(stty size <&2 2>/dev/null || true)
    columns=${COLUMNS:-${size#* }}
    case $columns in '' | 0 | *[!0-9]*) columns=80 ;; esac
  fi
  echo "$columns"
}

main=dev.millrace.gateway/dev.millrace.gateway.command.Millrace
command=
for argument; do
  case $argument in -*) ;; *) command=$argument && break ;; esac
done
case $command in get | seal | open | keyring) start=get ;; *) start=serve ;; esac
# Names of files are read and written in the encoding of the locale, and keys are UTF-8.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in C | POSIX) export LC_ALL=C.UTF-8 ;; esac
