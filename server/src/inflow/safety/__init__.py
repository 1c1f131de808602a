"""Safety: what members choose for themselves, such as who may comment on their fotos.

A member without a row of choices has the defaults, which limit nothing. Other members learn of a choice only by the
refusal that it causes.
"""
