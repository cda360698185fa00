import { curl, type HiddenValue } from '../../../src/http/curl.ts';
import type { Call } from '../../../src/http/exchange.ts';
import { isObject } from '../../../src/json/json.ts';
import { shortest } from '../../../src/secrets/names.ts';
import type { Target } from '../../core/target.ts';

/** Stands in a repeat line for a token until its variable does; no command line holds such a mark. */
const tokenPlace = (variable: string): string => `{${variable}}`;

/** The tokens of a target, each once, with the shell variable that stands for it. */
function tokensOf({ tokens }: Target): HiddenValue[] {
  const values = Object.entries(tokens);
  const isOne = new Set(values.map(([, value]) => value)).size === 1;
  const named = values.map(([operation, value]) => ({
    value,
    variable: isOne ? 'ASSAY_TOKEN' : variableOf(`token_${operation}`),
  }));
  return [...new Map(named.map((one) => [one.value, one])).values()];
}

/** What the operator vouched for and nobody else is to read, with the shell variables that stand for it. */
export function vouchedIn(target: Target): HiddenValue[] {
  const members = target.subscriptions.flatMap(({ payment }) =>
    isObject(payment) ? Object.entries(payment).filter(([name]) => name !== 'type') : [],
  );
  const all = [
    ...tokensOf(target),
    ...target.headers.map(([name, value]) => ({ value, variable: variableOf(`header_${name}`) })),
    ...members.map(([name, value]) => ({ value, variable: variableOf(name) })),
  ];
  return all
    .flatMap(({ value, variable }) =>
      typeof value === 'string' && value.length >= shortest ? [{ value, variable }] : [],
    )
    .sort((one, other) => other.value.length - one.value.length);
}

/** The values a report must not hold: those vouched for. */
export const secretsOf = (target: Target): string[] => vouchedIn(target).map(({ value }) => value);

/** The shell line that repeats a call to a target. */
export function repeatLine(target: Target, call: Call): string {
  const tokens = tokensOf(target);
  const headers = call.headers.map(([name, value]) => {
    const token = name === 'authorization' && tokens.find((one) => value === `Bearer ${one.value}`);
    return token ? ([name, `Bearer ${tokenPlace(token.variable)}`] as const) : ([name, value] as const);
  });
  const places = tokens.map(({ variable }) => ({ value: tokenPlace(variable), variable }));
  return curl(target.baseUrl, { ...call, headers }, [...places, ...vouchedIn(target)]);
}

/** Returns the shell variable that stands for a value of the target file with that name. */
export const variableOf = (name: string): string =>
  `ASSAY_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
