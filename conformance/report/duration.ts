import type { Finding } from './report.ts';

/**
 * How long the exchanges that show a finding took together, in milliseconds; undefined where none is shown. No rule
 * has a share of the run's time of its own: every response is judged by every rule.
 */
export const durationOf = ({ exchanges }: Pick<Finding, 'exchanges'>): number | undefined =>
  exchanges.length === 0 ? undefined : exchanges.reduce((sum, { reply }) => sum + reply.ms, 0);
