"""Who may have changed what a variable or attribute holds, and what it holds after that."""
