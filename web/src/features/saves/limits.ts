/** As `NAME_MAX` in `inflow/saves/rules.py`. */
export const NAME_MAX = 40;
