import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../../src/contract/contract.ts';
import { keyOfId } from '../../src/contract/record.ts';
import type { Claim } from '../core/claim.ts';
import { createdIn } from '../core/created.ts';
import type { ReadExchange } from '../core/evidence.ts';
import { pathValuesOf } from '../core/operation-of.ts';
import { isUnknown } from '../core/redacted-values.ts';

/** A check creates a hundred records, and a recording may contain millions. */
const mostRemembered = 8192;

/** Whether two requests ask for the same, so that a server may show the first record again. */
const areIdentical = (one: ReadExchange, other: ReadExchange): boolean =>
  isDeepStrictEqual(one.requestContent.json, other.requestContent.json);

/** The claim that no two records have the same id at the same time, unless they were asked for the same. */
export const idsDistinct = (creation: OperationId, deletion: OperationId): Claim => ({
  on: 'responses',
  reads: [creation, deletion],
  open: () => {
    const known = new Map<string, ReadExchange>();
    return (exchange, judge) => {
      if (!exchange.accepted) return;
      if (exchange.operation === deletion) {
        known.delete(keyOfId(pathValuesOf(judge.contract, exchange.request).at(-1) ?? ''));
        return;
      }
      const id = exchange.shape ? createdIn(judge.contract, exchange)?.id : undefined;
      if (id === undefined || isUnknown(exchange, id)) return;
      const before = known.get(keyOfId(id));
      // One record alone proves nothing.
      if (known.size > 0)
        judge.claim(before === undefined || areIdentical(before, exchange), () => ({
          expected: `the id ${id} differs from that of every other created record`,
          saw: 'the same in two',
          shown: before ? [before, exchange] : [exchange],
        }));
      if (known.size < mostRemembered) known.set(keyOfId(id), exchange);
    };
  },
});
