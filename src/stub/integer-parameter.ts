import { compile } from '../contract/validate.ts';
import type { ChoiceId } from './choices.ts';
import { lazy } from './lazy.ts';
import type { Setup } from './operation.ts';
import type { Problem } from './refusal.ts';
import { chosen, type Why } from './why.ts';

/** A number out of a query, and what is wrong with it. */
export type ReadInteger = { readonly value: number; readonly problems: readonly Problem[] };

/** Gives the value to go by, or says what is wrong with the one given, and whose choice that is. */
export type Settle = (given: number) => number | { readonly what: string; readonly choice: ChoiceId };

/** Builds what reads one integer parameter of the listing, `absent` where there is none. */
export function createIntegerReader({ contract, lenient, locate }: Setup, name: string, settle: Settle) {
  const { parameters } = contract.operations['node-products'];
  const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
  const validate = lazy(() => compile(schema, { without: lenient }));
  const pointer = locate.parameter('node-products', name);
  const problem = (what: string, why: Why): Problem => ({
    detail: `${name} ${what}`,
    source: { parameter: name },
    why: { pointer, ...why },
  });

  return (query: ReadonlyMap<string, string>, absent: number): ReadInteger => {
    const text = query.get(name);
    if (text === undefined) return { value: absent, problems: [] };
    const given = coerce(text);
    const problems = validate()(given).map((violation) =>
      problem(violation.message, locate.violation('node-products', violation, [name])),
    );
    if (problems.length > 0 || typeof given === 'string') return { value: absent, problems };
    const settled = settle(given);
    if (typeof settled === 'number') return { value: settled, problems: [] };
    return { value: absent, problems: [problem(settled.what, chosen(settled.choice))] };
  };
}

const bound = 2n ** 63n;

/** A text that is a 64-bit integer as a number; any other as it stands, for the contract to refuse. */
function coerce(text: string): number | string {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (!/^[+-]?0*\d{1,19}$/.test(text)) return text;
  const integer = BigInt(text.replace('+', ''));
  return integer >= -bound && integer < bound ? Number(integer) : text;
}
