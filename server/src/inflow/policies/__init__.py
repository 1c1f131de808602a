"""Policies: the operator's own documents, in numbered versions, and which version each member accepted.

A version is never changed. Publishing again adds the next version of the same kind, and the audit log records its hash.
Members accept the terms and the community rules when they sign up. When an owner asks for it, members accept a new
version before they write again.
"""
