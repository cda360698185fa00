import type { Contract } from '../../../src/contract/contract.ts';
import { idsOf, operationIn } from '../../../src/contract/operations.ts';
import { counted } from '../../../src/words.ts';
import type { Target } from '../../core/target.ts';
import type { Report } from '../../report/report.ts';
import type { planOf } from '../target/stand-in.ts';
import { inColumns } from './columns.ts';

/** What a check would send, for someone who has to consent to it. */
export function planText(
  { shares, report }: Awaited<ReturnType<typeof planOf>>,
  contract: Contract,
  { baseUrl, collections, writes }: Target,
  maxWrites: number,
): string {
  const all = [...shares.values()];
  const total = (key: 'requests' | 'writes'): number => all.reduce((sum, share) => sum + share[key], 0);
  const rows = [...idsOf(contract), 'other' as const].flatMap((id) => {
    const share = shares.get(id);
    const { method, path } = id === 'other' ? { method: '', path: 'other paths' } : operationIn(contract, id);
    if (!share) return [];
    const written = share.writes > 0 ? `, ${share.writes} of them writes` : '';
    return [[`  ${method}`, path, `${counted(share.requests, 'request')}${written}`]];
  });
  const { sampled = [] } = report;
  const skipped = report.results.filter(({ verdict }) => verdict === 'skipped').length;
  return [
    `A check of ${baseUrl} would send about this.`,
    `Nothing was sent: the stub responded instead, with the sample catalog in ${counted(collections.length, 'collection')};`,
    'a longer listing takes more pages.',
    '',
    ...inColumns(rows),
    '',
    ...experimentLines(report),
    '',
    `  ${counted(report.results.length - skipped, 'rule')}, ${counted(report.observations.length, 'observation')}, ${counted(total('requests'), 'request')}, ${counted(total('writes'), 'write')}`,
    ...(sampled.length > 0 ? [`  only a part of what there is: ${sampled.join(', ')}`] : []),
    ...(writes
      ? [
          `  ${counted(report.created.length, 'created record')} on a server that rejects what it should, but never more than ${maxWrites} (--max-writes)`,
        ]
      : [
          `  writing is not allowed here, so ${counted(skipped, 'rule')} would be skipped; to consent, use writes: allow or --allow-writes`,
          `  with consent, at most ${counted(maxWrites, 'record')} would be created (--max-writes)`,
        ]),
  ].join('\n');
}

/** What would be tried, by experiment: in how many cases, with how many requests, and what they would show. */
function experimentLines({ experiments = [] }: Report): string[] {
  const some = experiments.filter(({ requests }) => requests > 0);
  return inColumns(
    some.map(({ id, cases, requests, shows }) => [
      `  ${id}`,
      counted(cases, 'case'),
      counted(requests, 'request'),
      shows,
    ]),
  );
}
