"""Safety: what members choose for themselves, such as who may comment on their fotos, and which words they filter.

A member without a row of choices has the defaults, which limit nothing. Other members learn of a choice only by the
refusal that it causes.

The server only stores filtered words. The web app covers what has one, so lists and counts stay as they are.
"""
