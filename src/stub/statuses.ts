import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { at, isObject } from '../json/json.ts';

/** The status that the contract names; where it leaves it open, the usual one of the kind. */
export function successStatus({ success, kind, response }: Operation): number {
  if (/^\d+$/.test(success)) return Number(success);
  if (kind === 'create') return 201;
  return Object.keys(response).length > 0 ? 200 : 204;
}

/** What an operation may be rejected with: the chosen status, or one of those that the contract names instead. */
export function refusalStatus({ document }: Contract, { path, method }: Operation, chosen: number): number {
  const responses = at(document, 'paths', path, method.toLowerCase(), 'responses');
  const named = Object.keys(isObject(responses) ? responses : {});
  const others = [422, 400].filter((status) => named.includes(String(status)));
  return named.includes(String(chosen)) ? chosen : (others[0] ?? chosen);
}
