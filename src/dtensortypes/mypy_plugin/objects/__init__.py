"""What objects hold, modules among them: their attributes, by what their constructors and methods put there."""
