"""What a class does with dice: the lab, its own throws, and guessing first. Standard library alone."""
