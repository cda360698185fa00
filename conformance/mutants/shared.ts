import type { OperationId } from '../../src/contract/contract.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { at, type Json, type Path, withAt } from '../../src/json/json.ts';
import { operationOf } from '../interface/operation-of.ts';
import { changeReply } from './reply.ts';
import { jsonOfCall } from './request.ts';

/** What was sent is kept where all requests that are being handled share it: the last one overwrites it. */
export const keptInOnePlace =
  (operation: OperationId, sentAt: Path, shownAt: Path): Mutant =>
  (next, contract) => {
    let kept: Json | undefined;
    const reply = changeReply(operation, (json) =>
      at(json, ...shownAt) === undefined || kept === undefined ? undefined : withAt(json, shownAt, kept),
    )(next, contract);
    return (call) => {
      if (operationOf(call) === operation) kept = at(jsonOfCall(call), ...sentAt) as Json | undefined;
      return reply(call);
    };
  };
