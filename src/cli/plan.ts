import type { Catalogue } from '../../conformance/engine/catalogue.ts';
import { type Check, runCheck } from '../../conformance/engine/check.ts';
import type { Report } from '../../conformance/report/report.ts';
import { type OperationId, operationIds } from '../contract/contract.ts';
import type { Transport } from '../wire/exchange.ts';
import type { StandIn } from './stand-in.ts';

/** How many requests of an operation would be sent, and how many of them write. */
export type Share = { readonly requests: number; readonly writes: number };

/** What a check would send. */
export type Plan = {
  readonly shares: ReadonlyMap<OperationId, Share>;
  /** The check of the stand-in from which this was counted. */
  readonly report: Report;
};

/** Finds out what a check would send, by running it against the stand-in; the target is sent nothing. */
export async function planOf(
  { contract, target, transport }: StandIn,
  catalogue: Catalogue,
  options: Pick<Check, 'selection' | 'seed' | 'runs' | 'conduct' | 'shard'>,
): Promise<Plan> {
  const shares = new Map<OperationId, Share>();
  const counting: Transport = (call) => {
    const path = call.target.split('?')[0];
    const id = operationIds.find((one) => contract.operations[one].path === path) ?? 'node-products';
    const { requests, writes } = shares.get(id) ?? { requests: 0, writes: 0 };
    shares.set(id, { requests: requests + 1, writes: writes + Number(call.method === 'POST') });
    return transport(call);
  };
  const report = await runCheck({ contract, catalogue, target, transport: counting, ...options });
  return { shares, report };
}
