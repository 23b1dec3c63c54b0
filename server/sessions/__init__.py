"""Sessions, and the store that keeps them: versioned documents, whatever the game."""
