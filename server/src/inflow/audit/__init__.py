"""The audit log: what moderators, owners and the command line did, in one chain that only grows.

Every entry contains the code (an HMAC) of the one before it and its own, made with the deployment's secret. So a person
who can write to the database, and has no secret, cannot change, insert or remove an entry without it being found.
Entries name members by keyed hashes, as the log of accounts does.
"""
