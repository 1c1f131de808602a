"""What products need beside the engine: jobs after a commit, and a description of the calls for other tools."""
