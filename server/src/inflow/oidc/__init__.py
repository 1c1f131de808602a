"""Signing in through an OpenID Connect provider, beside the app's own passwords or instead of them.

The provider proves an identity; from then on the member has one of our sessions, like every other member. An identity
is issuer and subject together, never an email address: two issuers cannot share an account, and a provider cannot take
over one that has a password. The provider's other claims only prefill the sign-up form.
"""
