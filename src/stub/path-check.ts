import { compile } from '../contract/validate.ts';
import { lazy } from './lazy.ts';
import type { Setup } from './operation.ts';
import type { Problem } from './refusal.ts';

/** Tells what is wrong with the values a path gives to the parameters of its template. */
export type PathCheck = (values: ReadonlyMap<string, string>) => Problem[];

/** Builds the check of the listing's path parameters from the contract. */
export function createPathCheck({ contract, lenient, locate }: Setup): PathCheck {
  const checks = contract.operations['node-products'].parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => ({ name, validate: lazy(() => compile(schema, { without: lenient })) }));
  return (values) =>
    checks.flatMap(({ name, validate }) =>
      validate()(values.get(name)).map((violation) => ({
        detail: `${name} ${violation.message}`,
        source: { parameter: name },
        why: locate.violation('node-products', violation, [name]),
      })),
    );
}
