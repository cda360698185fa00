import { listOf } from '../../../../src/contract/list.ts';
import { type Call, isLost, type Mutant } from '../../../../src/http/exchange.ts';
import { operationOf } from '../../../interface/operation-of.ts';
import { asking } from '../../mutants/listing.ts';
import { rawFilters } from '../raw-filters.ts';

/** Rejects a filter in which a sign is percent-encoded. */
export const rejectEncoded =
  (sign: string): Mutant =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    return isEncoded(call, sign) && !isLost(reply) ? { ...reply, status: 400 } : reply;
  };

/** Takes a filter in which a sign is percent-encoded for an absent one. */
export const ignoreEncoded =
  (sign: string): Mutant =>
  (next, contract) =>
  (call) =>
    next(isEncoded(call, sign) ? asking(call, { filter: undefined }, listOf(contract)) : call);

const isEncoded = (call: Call, sign: string): boolean =>
  operationOf(call) === 'node-products' &&
  rawFilters(call.target).some((filter) => filter.toUpperCase().includes(sign));
