"""`@checked` on classes: what an instance holds is verified when it is made, when it is assigned to, and on demand."""
