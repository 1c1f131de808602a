"""Exports: the archives that members have made of all their data.

A member has at most one at a time. A job makes it in segments, and only its own member sees it or downloads it.
"""
