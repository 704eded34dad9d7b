#!/bin/sh
# Opens The House of Fortune in your browser. Nothing is installed, and no network is needed.
cd "$(dirname "$0")" || exit 1
for python in python3 python; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
    exec "$python" start/serve.py . --open
  fi
done
echo "There is no Python 3.8 or newer on this computer, and the games need it to run."
echo "Install the package python3 with your system's software centre, then start this again."
echo "Texts, boards, replays and the sheets to print work without it: open index.html."
# where no window shows these words, the browser shows those of the page
if [ ! -t 1 ] && command -v xdg-open >/dev/null; then
  xdg-open READ-ME-FIRST.html
fi
exit 1
