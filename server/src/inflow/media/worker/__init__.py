"""Worker processes: the pool and its queue, and the program that they run.

This file imports nothing, so that a worker starts fast.
"""
