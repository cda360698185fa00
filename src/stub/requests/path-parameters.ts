import type { OperationId } from '../../contract/contract.ts';
import { compile } from '../../contract/validate.ts';
import { lazy } from '../../lazy.ts';
import type { Problem } from '../replies/rejection.ts';
import type { Setup } from './handler.ts';

/** Returns what is wrong with the path parameters of a request. */
type PathCheck = (values: ReadonlyMap<string, string>) => Problem[];

/** Creates the check of the path parameters of an operation from the contract. */
export function createPathCheck({ contract, pointers }: Setup, id: OperationId): PathCheck {
  const checks = contract.operations[id].parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => ({ name, validate: lazy(() => compile(schema)) }));
  return (values) =>
    checks.flatMap(({ name, validate }) =>
      validate()(values.get(name)).map((violation) => ({
        detail: `${name} ${violation.message}`,
        source: { parameter: name },
        reason: pointers.violation(id, violation, [name]),
      })),
    );
}
