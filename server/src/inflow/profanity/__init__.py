"""Finds offensive words in names and texts, also behind leetspeak, look-alike letters and spaced letters.

Short words count only as whole words, so that Scunthorpe, Hancock and Cassandra are allowed. The check of full names is
milder still, because people are called Dick Van Dyke. The lists are English. Operators add words of any language.
"""

from inflow.profanity.profanity import Profanity
from inflow.profanity.word_lists import BadWordList

__all__ = ["BadWordList", "Profanity"]
