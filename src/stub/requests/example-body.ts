import type { Contract, OperationId } from '../../contract/contract.ts';
import { at, isObject, type Json } from '../../json/json.ts';
import { placeOf } from './contract-pointers.ts';

/** Returns the first example of a request body of an operation in the contract. */
export function exampleBody(contract: Contract, id: OperationId): Json {
  const place = [...placeOf(contract, id), 'requestBody', 'content', 'application/json', 'examples'];
  const examples = at(contract.document, ...place);
  const [first] = isObject(examples) ? Object.values(examples) : [];
  return (at(first, 'value') as Json | undefined) ?? { data: {} };
}
