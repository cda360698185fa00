import type { OperationId } from '../../../src/contract/contract.ts';
import type { Transport } from '../../../src/http/exchange.ts';
import { createCheck, type Parts, type Terms } from '../../check.ts';
import { operationOf } from '../../interface/operation-of.ts';
import type { Report } from '../../report/report.ts';
import { isWrite } from '../../transport/max-writes.ts';
import type { StandIn } from './stand-in.ts';

/** How many requests of an operation would be sent, and how many of them write. */
type RequestShare = { readonly requests: number; readonly writes: number };

/** What a check would send. */
export type Plan = {
  readonly shares: ReadonlyMap<OperationId | 'other', RequestShare>;
  /** The check of the stand-in from which this was counted. */
  readonly report: Report;
};

/** Finds out what a check would send, by running it against the stand-in; the target is sent nothing. */
export async function planOf({ transport, ...parts }: StandIn & Parts, terms: Terms): Promise<Plan> {
  const shares = new Map<OperationId | 'other', RequestShare>();
  const counting: Transport = (call) => {
    const id = operationOf(call) ?? 'other';
    const { requests, writes } = shares.get(id) ?? { requests: 0, writes: 0 };
    shares.set(id, { requests: requests + 1, writes: writes + Number(isWrite(call)) });
    return transport(call);
  };
  const { run } = await createCheck(parts, terms);
  return { shares, report: await run(counting) };
}
