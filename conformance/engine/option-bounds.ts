// Bounds of options of the command line, which remedies of the engine keep to.

/** Upper bounds of options, in milliseconds, seconds and requests; no remedy names more. */
export const longestTimeout = 600_000;

export const longestBudget = 86_400;

export const mostWrites = 1_000_000;

/** In seconds, so that a job in CI never hangs. */
export const defaultBudget = 600;
