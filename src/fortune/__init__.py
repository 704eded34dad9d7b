"""The House of Fortune: the rules and the odds of three historical dice games."""

__version__ = "0.1.0"
