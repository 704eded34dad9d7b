"""Make the golden transcripts again: ``python -m tests.transcripts``."""

from tests.transcripts import FOLDER, write_all

for file in write_all():
    print(f"{file.relative_to(FOLDER)}: {file.stat().st_size} bytes")
