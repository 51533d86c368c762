{{fn}}(@cutoff)
