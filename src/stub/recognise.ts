import { type Contract, type OperationId, operationIds } from '../contract/contract.ts';
import type { Call } from '../wire/exchange.ts';
import { match } from './route.ts';

/** Tells which operation a call is for, by its path alone; undefined where it is for none. */
export type Recognise = (call: Call) => OperationId | undefined;

/** Builds what recognises the operations of a contract below a path prefix. */
export function createRecognise({ operations }: Contract, prefix: string): Recognise {
  const templates = operationIds.map((id) => ({ id, steps: `${prefix}${operations[id].path}`.split('/') }));
  return ({ target }) => {
    const steps = (target.split('?')[0] ?? '').split('/');
    return templates.find((template) => match(template.steps, steps))?.id;
  };
}
