import { Fault } from '../fault.ts';
import { at, isObject, type Json, type JsonObject, withAt, withoutAt } from '../wire/json.ts';
import { buildContract } from './build.ts';
import type { Contract } from './contract.ts';
import { stepsOf } from './pointer.ts';

/** The contract with one constraint changed, named by its id; without a value, it is dropped. */
export function amend(
  contract: Contract,
  change: { readonly constraint: string; readonly value?: Json },
): Contract {
  const constraint = contract.constraints.find(({ id }) => id === change.constraint);
  if (!constraint) throw new Fault(`no constraint of the contract has the id "${change.constraint}".`);
  const place = [...numbered(contract.document, stepsOf(constraint.pointer)), constraint.keyword];
  const value =
    constraint.keyword === 'required' ? without(contract.document, place, constraint.value) : change.value;
  const document =
    value === undefined ? withoutAt(contract.document, place) : withAt(contract.document, place, value);
  return { ...buildContract(document as JsonObject, contract.clauses), amended: contract.amended };
}

const without = (document: JsonObject, place: (string | number)[], member: Json): Json =>
  (at(document, ...place) as Json[]).filter((name) => name !== member);

/** JSON pointers write array positions as text. */
function numbered(document: JsonObject, path: readonly string[]): (string | number)[] {
  return path.map((step, index) => (isObject(at(document, ...path.slice(0, index))) ? step : Number(step)));
}
