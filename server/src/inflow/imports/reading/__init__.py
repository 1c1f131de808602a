"""Reads an archive in a process of its own: it comes from strangers, and would otherwise take memory and time from all
members.
"""
