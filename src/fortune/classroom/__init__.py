"""What a class needs: the dice lab, the class's own numbers, guesses, and the small boards of the primer."""
