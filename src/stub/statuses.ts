import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { at, isObject } from '../json/json.ts';

/** The status that the contract names; where it leaves it open, the usual one of the kind. */
export const successStatus = ({ success, kind }: Operation): number =>
  /^\d+$/.test(success) ? Number(success) : kind === 'create' ? 201 : 200;

/** What an operation may be rejected with: the chosen status, or one of those that the contract names instead. */
export function refusalStatus({ document }: Contract, { path, method }: Operation, chosen: number): number {
  const responses = at(document, 'paths', path, method.toLowerCase(), 'responses');
  const named = Object.keys(isObject(responses) ? responses : {});
  const others = [422, 400].filter((status) => named.includes(String(status)));
  return named.includes(String(chosen)) ? chosen : (others[0] ?? chosen);
}
