"""Make the virtual environment in ``.venv``: ``python3 tools/make_venv.py``.

It runs with whatever Python 3 the machine has, so it uses nothing newer than 3.6.
"""

import shutil
import subprocess
import sys

OLDEST = (3, 11)
FOLDER = ".venv"


def main() -> int:
    """Make the environment, or say in a sentence why it cannot be made."""
    found = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if sys.version_info < OLDEST:
        print(
            f"The House of Fortune needs Python {OLDEST[0]}.{OLDEST[1]} or newer, and {sys.executable} is {found}. "
            "Name a newer one: make site PYTHON=python3.12",
            file=sys.stderr,
        )
        return 1
    print(f"Making {FOLDER} with Python {found} …", flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    if subprocess.call([sys.executable, "-m", "venv", FOLDER]) != 0:
        shutil.rmtree(FOLDER, ignore_errors=True)
        print(
            "This Python cannot make a virtual environment. On Debian and Ubuntu the package python3-venv is missing: "
            "apt-get install python3-venv",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
