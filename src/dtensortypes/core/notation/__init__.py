"""Text into facts: shape strings in jaxtyping's grammar; errors point at the character."""
