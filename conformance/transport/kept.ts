/** The most that is kept of a body, in bytes: far more than any report shows of it. */
export const keptOfBody = 256 * 1024;
