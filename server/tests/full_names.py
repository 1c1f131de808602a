"""Full names for tests: some that speak for the product, also in look-alike letters, and some that people have."""

from __future__ import annotations

SPEAKING_FOR_THE_PRODUCT = (
    "Inflow Support", "Ｉｎｆｌｏｗ Ｓｕｐｐｏｒｔ", "Іnflоw Ѕuрроrt",
    "Inflow Anna", "Ｉｎｆｌｏｗ Anna", "Іnflоw Anna",
)  # fmt: skip
"""Three of them only by the product's name."""

REAL = ("Amanda Root", "José Núñez", "Иван Петров", "Αθηνά Παπά", "李 小龍", "محمد عبدالله")
