"""Decoding, cutting, filtering and encoding images. Most of it runs in worker processes only.

This file imports nothing, so that a worker starts fast.
"""
