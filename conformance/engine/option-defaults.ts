// What options of a run are by default, and at most: for the command line, for programs, and for remedies that name an option.

export const defaultSeed = 20261121;

/** How many cases are tried at once, over as many connections. */
export const defaultConcurrency = 8;

/** How long one exchange may take, in milliseconds. */
export const defaultTimeout = 10_000;
export const longestTimeout = 600_000;

/** In seconds, so that a job in CI never hangs. */
export const defaultBudget = 600;
export const longestBudget = 86_400;

export const mostWrites = 1_000_000;
