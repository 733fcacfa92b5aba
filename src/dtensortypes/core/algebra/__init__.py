"""How facts meet: promote, colocate, broadcast, contract, reshape, unify; torch's arithmetic on facts."""
