"""The pure core: facts, how they meet, and what every torch operation does to them; standard library only."""
