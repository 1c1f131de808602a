"""A community of people who do not exist, to look at Inflow with.

It comes into being through the product's own calls, the same each time. Only two things are done by hand, in one place:
what takes a badge months to earn, and that everything seems to have happened over some days.
"""
