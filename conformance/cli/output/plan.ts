import type { Contract } from '../../../src/contract/contract.ts';
import { idsOf, operationIn } from '../../../src/contract/operations.ts';
import { counted } from '../../../src/words.ts';
import type { Target } from '../../core/target.ts';
import type { Report } from '../../report/report.ts';
import type { planOf } from '../target/stand-in.ts';

/** What a check would send, for someone who has to consent to it. */
export function planText(
  { shares, report }: Awaited<ReturnType<typeof planOf>>,
  contract: Contract,
  { baseUrl, collections, writes }: Target,
  maxWrites: number,
): string {
  const all = [...shares.values()];
  const total = (key: 'requests' | 'writes'): number => all.reduce((sum, share) => sum + share[key], 0);
  const pathWidth = Math.max(...idsOf(contract).map((id) => operationIn(contract, id).path.length)) + 6;
  const rows = [...idsOf(contract), 'other' as const].flatMap((id) => {
    const share = shares.get(id);
    const { method, path } = id === 'other' ? { method: '', path: 'other paths' } : operationIn(contract, id);
    if (!share) return [];
    const written = share.writes > 0 ? `, ${share.writes} of them writes` : '';
    return [
      `  ${method.padEnd(5)} ${path.padEnd(pathWidth)} ${counted(share.requests, 'request')}${written}`,
    ];
  });
  const { sampled = [] } = report;
  const skipped = report.results.filter(({ verdict }) => verdict === 'skipped').length;
  return [
    `A check of ${baseUrl} would send about this.`,
    `Nothing was sent: the stub responded instead, with the sample catalog in ${counted(collections.length, 'collection')};`,
    'a longer listing takes more pages.',
    '',
    ...rows,
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
  const width = Math.max(...some.map(({ id }) => id.length));
  return some.map(
    ({ id, cases, requests, shows }) =>
      `  ${id.padEnd(width)}  ${counted(cases, 'case').padEnd(9)} ${counted(requests, 'request').padEnd(13)} ${shows}`,
  );
}
