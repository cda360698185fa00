import { type Contract, type OperationId, operationIds } from '../../contract/contract.ts';
import type { Call } from '../../http/exchange.ts';
import { match } from './route.ts';

/** Finds the operation of a call by its path, and by its method if several share the path; undefined if there is none. */
export type OperationOf = (call: Call) => OperationId | undefined;

/** Creates the function that finds operations of a contract below a path prefix. */
export function createOperationOf({ operations }: Contract, prefix: string): OperationOf {
  const templates = operationIds.map((id) => {
    const { method, path } = operations[id];
    return { id, method, steps: `${prefix}${path}`.split('/') };
  });
  return ({ method, target }) => {
    const steps = (target.split('?')[0] ?? '').split('/');
    const found = templates.filter((template) => match(template.steps, steps));
    return (found.find((template) => template.method === method) ?? found[0])?.id;
  };
}
