"""The archive of a member's data: what it holds, its pages, the ZIP format, and the job that makes it.

docs/archive-format.md describes it for those who write importers.
"""
