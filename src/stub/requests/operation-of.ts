import { type Contract, type OperationId, operationIds } from '../../contract/contract.ts';
import type { Call } from '../../http/exchange.ts';
import { match } from './route.ts';

/** Finds the operation of a call by its path alone; undefined if there is none. */
export type OperationOf = (call: Call) => OperationId | undefined;

/** Creates the function that finds operations of a contract below a path prefix. */
export function createOperationOf({ operations }: Contract, prefix: string): OperationOf {
  const templates = operationIds.map((id) => ({ id, steps: `${prefix}${operations[id].path}`.split('/') }));
  return ({ target }) => {
    const steps = (target.split('?')[0] ?? '').split('/');
    return templates.find((template) => match(template.steps, steps))?.id;
  };
}
