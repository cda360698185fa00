import type { Target } from '../../conformance/engine/target.ts';
import { counted } from '../../conformance/report/words.ts';
import { type Contract, operationIds } from '../contract/contract.ts';
import type { Plan } from './plan.ts';

/** What a check would send, for whoever has to agree to it. */
export function planSheet(
  { shares, report }: Plan,
  contract: Contract,
  { baseUrl, nodes, writes }: Target,
  maxWrites: number,
): string {
  const all = [...shares.values()];
  const total = (key: 'requests' | 'writes'): number => all.reduce((sum, share) => sum + share[key], 0);
  const rows = operationIds.flatMap((id) => {
    const share = shares.get(id);
    const { method, path } = contract.operations[id];
    if (!share) return [];
    const written = share.writes > 0 ? `, ${share.writes} of them writes` : '';
    return [`  ${method.padEnd(5)} ${path.padEnd(60)} ${counted(share.requests, 'request')}${written}`];
  });
  const skipped = report.counts.skipped;
  return [
    `A check of ${baseUrl} would send about this. Nothing was sent: the stub stood in for the target, filling`,
    `${counted(nodes.length, 'node')} with the products of its shop; a longer listing takes more pages.`,
    '',
    ...rows,
    '',
    `  ${counted(report.results.length - skipped, 'rule')}, ${counted(report.observations.length, 'observation')}, ${counted(total('requests'), 'request')}, ${counted(total('writes'), 'write')}`,
    ...(writes
      ? [
          `  ${counted(report.created.length, 'record')} left behind by a server that refuses what it should, never more than ${maxWrites} (--max-writes)`,
        ]
      : [
          `  writing is not allowed here, so ${counted(skipped, 'rule')} would be skipped; consent with writes: allow or --allow-writes`,
          `  with consent, never more than ${counted(maxWrites, 'record')} would be left behind (--max-writes)`,
        ]),
  ].join('\n');
}
