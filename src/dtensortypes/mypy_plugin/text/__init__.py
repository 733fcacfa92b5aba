"""What the text of a program tells by itself, and copies of it with other words in their places."""
