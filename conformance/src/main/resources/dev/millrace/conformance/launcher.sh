#!/bin/bash
# The shim that BoGo's runner starts for each test: hands its arguments to the shim server, prints
# what that answers, and exits with the status it says. Everything is separated by NUL bytes.
# MILLRACE_SHIM_PORT is the server's port on this machine. No other program is started.
LC_ALL=C
exec 3<>"/dev/tcp/127.0.0.1/$MILLRACE_SHIM_PORT" || exit 1
printf '%s\0' "$#" "$@" >&3
if IFS= read -r -d '' status <&3 && IFS= read -r -d '' out <&3 && IFS= read -r -d '' err <&3; then
  printf '%s' "$out"
  printf '%s' "$err" >&2
  exit "$status"
fi
echo "the shim server did not answer" >&2
exit 1
