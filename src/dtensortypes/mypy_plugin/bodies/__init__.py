"""What the body of a function tells of one call: it is checked again with what that call gives it."""
