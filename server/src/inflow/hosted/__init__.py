"""Signing in through a hosted OpenID Connect provider, beside the app's own passwords or instead of them.

The provider says who somebody is; from then on they have a session of ours like everybody else. A person is issuer and
subject together, never an e-mail address: two issuers cannot meet in one account, nor can a provider take over one
that has a password. What the provider tells about its members is a suggestion for the form, and nothing more.
"""
