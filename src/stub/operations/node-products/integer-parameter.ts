import { compile } from '../../../contract/validate.ts';
import { lazy } from '../../../lazy.ts';
import type { StubChoiceId } from '../../choices/choices.ts';
import { choiceReason, type Reason } from '../../replies/reason.ts';
import type { Problem } from '../../replies/rejection.ts';
import type { Setup } from '../../requests/handler.ts';

/** A number from a query, and what is wrong with it. */
type ReadInteger = { readonly value: number; readonly problems: readonly Problem[] };

/** Returns the value to use, or what is wrong with the given one and the choice that rejects it. */
export type Decide = (given: number) => number | { readonly what: string; readonly choice: StubChoiceId };

/** Creates the reader of one integer parameter of the listing; `absent` is the value if it is missing. */
export function createIntegerReader({ contract, pointers }: Setup, name: string, decide: Decide) {
  const { parameters } = contract.operations['node-products'];
  const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
  const validate = lazy(() => compile(schema));
  const pointer = pointers.parameter('node-products', name);
  const problem = (what: string, reason: Reason): Problem => ({
    detail: `${name} ${what}`,
    source: { parameter: name },
    reason: { pointer, ...reason },
  });

  return (query: ReadonlyMap<string, string>, absent: number): ReadInteger => {
    const text = query.get(name);
    if (text === undefined) return { value: absent, problems: [] };
    const given = coerce(text);
    const problems = validate()(given).map((violation) =>
      problem(violation.message, pointers.violation('node-products', violation, [name])),
    );
    if (problems.length > 0 || typeof given === 'string') return { value: absent, problems };
    const decision = decide(given);
    if (typeof decision === 'number') return { value: decision, problems: [] };
    return { value: absent, problems: [problem(decision.what, choiceReason(decision.choice))] };
  };
}

const bound = 2n ** 63n;

/** The number if a text is a 64-bit integer; otherwise the text unchanged, for the contract to reject. */
function coerce(text: string): number | string {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (!/^[+-]?0*\d{1,19}$/.test(text)) return text;
  const integer = BigInt(text.replace('+', ''));
  return integer >= -bound && integer < bound ? Number(integer) : text;
}
