#!/bin/sh
# Opens The House of Fortune in your browser. Nothing is installed, and no network is needed.
cd "$(dirname "$0")" || exit 1
for python in python3 /usr/local/bin/python3 /opt/homebrew/bin/python3; do
  found="$(command -v "$python")" || continue
  # this one stands in for a Python that Apple's developer tools would bring, and offers to install them
  if [ "$found" = /usr/bin/python3 ] && ! xcode-select -p >/dev/null 2>&1; then
    continue
  fi
  if "$found" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
    exec "$found" start/serve.py . --open
  fi
done
echo "There is no Python 3.8 or newer on this Mac, and the games need it to run."
echo "Install it from python.org, then double-click this again."
echo "Texts, boards, replays and the sheets to print work without it."
open READ-ME-FIRST.html
exit 1
