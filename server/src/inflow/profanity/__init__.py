"""Words that nobody should have to read in a name: found also behind leetspeak, look-alike letters and spaced letters.

Short words count only as whole words, so that Scunthorpe, Hancock and Cassandra are let in; full names are judged still
more mildly, because people are called Dick Van Dyke. The lists are English. Operators add words of any language.
"""

from inflow.profanity.profanity import Profanity
from inflow.profanity.word_lists import BadWordList

__all__ = ["BadWordList", "Profanity"]
