import type { OperationId } from '../../src/contract/contract.ts';
import { descriptorOf, isOfKind } from '../../src/contract/operations/operations.ts';
import type { ExperimentContext } from '../core/context.ts';
import { attempt } from '../creations/attempts.ts';
import { type Control, creationsOf } from '../creations/creations.ts';
import { validBody } from '../creations/valid-body.ts';
import type { WritingOperation } from '../interface/calls.ts';
import { listingCall } from '../node-products/calls.ts';
import type { House } from './house-rule.ts';

/** The most calls of one house rule in a run. */
const mostCalls = 200;

/** What a house rule may do in a run: bounded in number, and, where it writes, as all writes of the run are. */
export function openHouse(context: ExperimentContext, operation: OperationId, clause: string): House {
  const { target, seed, orUntested } = context;
  let calls = 0;
  const counted = (more: number): void => {
    calls += more;
    if (calls > mostCalls) throw new Error(`it sends more than ${mostCalls} requests`);
  };
  const writing = (): WritingOperation => {
    if (!isOfKind(operation, 'create'))
      throw new Error(`a rule of ${operation} creates nothing; it can only ${descriptorOf(operation).kind}`);
    return operation;
  };
  const least: Control = (declared) => validBody(context, writing(), [], declared);
  return {
    target,
    seed,
    orUntested,
    list: async (node, query = {}) => {
      counted(1);
      return context.send(listingCall(context, node, query));
    },
    create: async (edit = (body) => body) => {
      counted(1);
      const { inTurn, send } = creationsOf(context, writing());
      return inTurn(() => send(least, { edit }));
    },
    attempt: async ({ what, expects, edit }) => {
      counted(3);
      await attempt(context, writing(), [{ clause, what, expects, control: least, edit }]);
    },
  };
}
