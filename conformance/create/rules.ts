import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../../src/contract/contract.ts';
import { deleterOf } from '../../src/contract/lives.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { keyOfId } from '../../src/contract/record.ts';
import { attempts } from '../core/attempt.ts';
import type { Claim } from '../core/claim.ts';
import { distinct } from '../core/claims.ts';
import { createdIn } from '../core/created.ts';
import type { ReadExchange } from '../core/evidence.ts';
import { pathValuesOf } from '../core/operation-of.ts';
import { isUnknown } from '../core/redacted-values.ts';
import { rules } from '../core/rule.ts';
import { changeStatus, crashOn, rejectWhere, renumbered, uuidOf } from '../mutants/edits.ts';
import { returnsStatus } from './claims.ts';

// What is true of every operation that creates; an operation with a rule of the same name replaces it.

export default rules('create', ['operations'], {
  accepted: (operation) => ({
    title: 'a request with the required fields is accepted',
    claims: [attempts],
    mutants: {
      // What was not accepted is known to be good only if the target file says so (READINGS P2).
      'every request is rejected': {
        wireFor: ({ known }) => rejectWhere(operation, () => known[operation] !== undefined),
      },
      'every valid request crashes the server': crashOn(operation, (_, status) => status <= 299),
    },
  }),
  created: (operation, contract) => {
    const { success } = operationIn(contract, operation);
    return returnsStatus(operation, `a created record is returned with the status ${success}`, [success]);
  },
  'unknown-parent': (operation) => ({
    topic: ['rejections'],
    title: 'a creation below a record that is not there is rejected',
    claims: [attempts],
    mutants: {
      'a record is created below what is not there': changeStatus(operation, (status) =>
        status === 404 ? 201 : status,
      ),
    },
  }),
  'id-distinct': (operation, contract) => {
    const { record, idPlace } = operationIn(contract, operation);
    const deleter = deleterOf(contract, operationIn(contract, operation));
    return {
      topic: ['fields'],
      title: 'each created record has an id of its own',
      // The id of a deleted record may be used again.
      claims: [deleter ? idsDistinct(operation, deleter.id) : distinct({ shownAt: [...record, ...idPlace] })],
      mutants: { 'every record has the same id': renumbered(operation, () => uuidOf('one')) },
    };
  },
});

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
