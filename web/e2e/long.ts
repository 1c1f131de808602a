/**
 * Tests with "@long" in their titles are left out by `make test`, and played by `make test-long`: sweeps of every screen,
 * second sizes of a journey, and what takes more than ten seconds without being the heart of a feature.
 */
export const LONG = "@long";

/** The end of a title. A journey that is played at two sizes is played by `make test` at the one that is `first`. */
export const longUnless = (first: boolean) => (first ? "" : ` ${LONG}`);
