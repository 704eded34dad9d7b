"""Speed, memory and weight, measured beside peers in one run: ``python -m benchmarks``."""
