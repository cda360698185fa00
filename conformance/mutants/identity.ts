import { createHash } from 'node:crypto';
import type { OperationId } from '../../src/contract/contract.ts';
import type { Call, Mutant } from '../../src/http/exchange.ts';
import { at, type JsonObject } from '../../src/json/json.ts';
import { changeReply } from './reply.ts';

/** Gives what is created another id, in its address too; told how many were created before it. */
export const renumbered =
  (
    operation: OperationId,
    renumber: (shown: JsonObject, call: Call, count: number) => string | undefined,
  ): Mutant =>
  (next, contract) => {
    let count = 0;
    return changeReply(operation, (json, call) => {
      const id = at(json, 'data', 'id');
      const other = renumber(json, call, count);
      count += 1;
      return typeof id === 'string' && other !== undefined
        ? JSON.parse(JSON.stringify(json).replaceAll(id, other))
        : undefined;
    })(next, contract);
  };

/** A UUID made from a text. */
export function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
