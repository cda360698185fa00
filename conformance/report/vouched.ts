import { curl, type Vouched } from '../../src/wire/curl.ts';
import type { Call } from '../../src/wire/exchange.ts';
import { isObject } from '../../src/wire/json.ts';
import type { Target } from '../engine/target.ts';

/** Shorter values are no secrets, and hiding them would hide half the text. */
const shortest = 6;

/** Stands in a repeat line for the token until its variable does. */
const tokenPlace = '{the token of the target}';

/** What the operator vouched for and nobody else is to read, with the shell variables that stand for it. */
export function vouchedIn({ token, headers, subscription: { payment } }: Target): Vouched[] {
  const members = isObject(payment) ? Object.entries(payment).filter(([name]) => name !== 'type') : [];
  const all = [
    { value: token, variable: 'ASSAY_TOKEN' },
    ...headers.map(([name, value]) => ({ value, variable: variableOf(`header_${name}`) })),
    ...members.map(([name, value]) => ({ value, variable: variableOf(name) })),
  ];
  return all
    .flatMap(({ value, variable }) =>
      typeof value === 'string' && value.length >= shortest ? [{ value, variable }] : [],
    )
    .sort((one, other) => other.value.length - one.value.length);
}

/** The values a report must not hold: those vouched for, also as a Basic scheme would write them. */
export const secretsOf = (target: Target): string[] =>
  vouchedIn(target).flatMap(({ value }) => [value, Buffer.from(value).toString('base64')]);

/** The shell line that repeats a call to a target. */
export function repeatLine(target: Target, call: Call): string {
  const bearer = `Bearer ${target.token}`;
  const headers = call.headers.map(([name, value]) =>
    name === 'authorization' && value === bearer
      ? ([name, `Bearer ${tokenPlace}`] as const)
      : ([name, value] as const),
  );
  const token = { value: tokenPlace, variable: 'ASSAY_TOKEN' };
  return curl(target.baseUrl, { ...call, headers }, [token, ...vouchedIn(target)]);
}

const variableOf = (name: string): string => `ASSAY_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
