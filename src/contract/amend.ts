import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, withAt, withoutAt } from '../json/json.ts';
import { stepsOf } from '../json/pointer.ts';
import { buildContract } from './build.ts';
import type { Contract } from './contract.ts';

/** The contract with one constraint changed, given by its id: to a value, or a number by so much; else it is removed. */
export function amend(
  contract: Contract,
  change: { readonly constraint: string; readonly value?: Json; readonly by?: number },
): Contract {
  const constraint = contract.constraints.find(({ id }) => id === change.constraint);
  if (!constraint) throw new UserError(`the contract has no constraint with the id "${change.constraint}".`);
  const path = [
    ...withArrayIndexes(contract.document, stepsOf(constraint.pointer)),
    constraint.written ?? constraint.keyword,
  ];
  const changed = change.by === undefined ? change.value : Number(constraint.value) + change.by;
  const value =
    constraint.keyword === 'required' ? without(contract.document, path, constraint.value) : changed;
  const document =
    value === undefined ? withoutAt(contract.document, path) : withAt(contract.document, path, value);
  const { amended, lost, gone, texts } = contract;
  return {
    ...buildContract(document as JsonObject, contract.clauses),
    amended,
    lost,
    gone,
    ...(texts ? { texts } : {}),
  };
}

const without = (document: JsonObject, path: (string | number)[], member: Json): Json =>
  (at(document, ...path) as Json[]).filter((name) => name !== member);

/** A JSON pointer has array positions as strings. */
function withArrayIndexes(document: JsonObject, path: readonly string[]): (string | number)[] {
  return path.map((step, index) => (isObject(at(document, ...path.slice(0, index))) ? step : Number(step)));
}
