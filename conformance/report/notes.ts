import type { Report } from './report.ts';

/** What a reader has to know before the findings, in full: what was changed, and what may fail for now. */
export const notesOf = ({ amended = [], waivers = [], shard, sampled = [] }: Report): string[] => [
  ...(shard ? [`shard ${shard.index} of ${shard.count}: only a part of the run`] : []),
  ...(amended.length > 0 ? [`contract amended: ${amended.join(', ')}`] : []),
  ...sampled.map((what) => `sampled: ${what}`),
  ...waivers.map(
    ({ rule, reason, until, state }) => `waiver of ${rule} until ${until} (${state}): ${reason}`,
  ),
];
