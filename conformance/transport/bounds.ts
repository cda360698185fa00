/** What may be asked of one run at the most, so that no remedy names more: milliseconds, seconds, and requests. */
export const longestTimeout = 600_000;
export const longestBudget = 86_400;
export const mostWrites = 1_000_000;

/** How long a run may take by default, in seconds, so that a job in CI never hangs. */
export const defaultBudget = 600;
