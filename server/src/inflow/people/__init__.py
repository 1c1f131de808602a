"""Finding members: by name, by chance, among curators. Nobody finds whom they do not see."""
