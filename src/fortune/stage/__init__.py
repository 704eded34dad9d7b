"""The stage: interactive apps that run in a notebook's kernel, in the browser's own Python, and in tests."""
