import type { Report } from './report.ts';

/** What a reader has to know before the findings, in full: what was changed, and what may fail for now. */
export const notesOf = ({ amended = [], waivers = [], shard }: Report): string[] => [
  ...(shard ? [`shard ${shard.index} of ${shard.count}: only a part of the run`] : []),
  ...(amended.length > 0 ? [`contract amended: ${amended.join(', ')}`] : []),
  ...waivers.map(
    ({ rule, reason, until, state }) => `waiver of ${rule} until ${until} (${state}): ${reason}`,
  ),
];
