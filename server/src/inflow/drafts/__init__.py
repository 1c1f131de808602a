"""Drafts: fotos that a member goes on with on another device, and fotos that are posted at a time that they chose.

Only that member learns of a draft. A draft becomes a post in one transaction that also deletes the draft, and the post
has the draft's id: so it is posted once, by a call or by the job, and never before its time.
"""
