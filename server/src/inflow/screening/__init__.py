"""The content check: a classifier scores a photograph, and the specification's thresholds decide.

Always true: if the classifier returns no complete, usable scores, the photograph is rejected. That includes time-outs,
crashes, and missing or impossible scores. This file imports nothing: a worker starts with it.
"""
