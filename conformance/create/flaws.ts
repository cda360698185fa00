import type { Constraint, Contract } from '../../src/contract/contract.ts';
import { fitText, sampleOf, textOfLength } from '../../src/contract/fitting.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { matches } from '../../src/json/matching.ts';
import { textOf } from '../core/calls.ts';

/** The place of a field in a value: the first entry of each list on the way. */
export const placeIn = (path: readonly string[]): Path => path.map((step) => (step === '[]' ? 0 : step));

/** The first place that a constraint is about. */
export const pathOf = ({ paths: [path = []] }: Constraint): readonly string[] => path;

/** Texts that loose validators accept for a format, made from one that has it. */
export function misshapen(format: Json, sound: string): string[] {
  if (format === 'email') return [`${sound} and others`, '@@@'];
  return [`${sound}-x`, `${sound.slice(0, -1)}g`, sound.replaceAll('-', ''), `${sound}\n`];
}

/** Whether a text is certainly not in a format; a UUID in braces or as a URN is not certain. */
export function isMisshapen(format: Json, text: string): boolean {
  if (format === 'email')
    return !/[^@\s].*@[^@]*[^@\s]/s.test(text) || /@[^@"(]*[^@"(\s]\s+[^@"(\s][^@]*$/.test(text);
  const bare = text.replaceAll(/^(urn:uuid:)?\{?|\}$/gi, '');
  return format === 'uuid' && !/^[0-9a-f]{1,8}(-[0-9a-f]{1,12}){4}$/i.test(bare);
}

/**
 * Values that are not allowed: one begins like the first, one has other letter case, unless that is allowed too
 * (READINGS 36).
 */
export function foreign(allowed: readonly Json[]): string[] {
  const first = String(allowed[0]);
  let longer = `${first}_or_else`;
  while (allowed.includes(longer)) longer += '_or_else';
  const inOtherCase = [first.toUpperCase(), first.toLowerCase()].find((text) => !allowed.includes(text));
  return [longer, ...(inOtherCase === undefined ? [] : [inOtherCase])];
}

/** A value of each JSON type, the likeliest mistake first; null has rules of its own (READINGS 3). */
const kinds: readonly (readonly [type: string, value: Json])[] = [
  ['number', 7],
  ['string', 'text'],
  ['boolean', true],
  ['array', ['text']],
  ['object', {}],
];

export function otherKinds(type: Json): Json[] {
  if (type === 'integer') return ['5', 5.5, true, [5], {}];
  return kinds.flatMap(([name, value]) => (name === type ? [] : [value]));
}

/** Text of a length for the field of a constraint that breaks nothing else. */
export const textFor = (contract: Contract, constraint: Constraint, length: number): string =>
  isAddress(contract, constraint) && length >= 20 ? addressOf(length) : textOf(length);

export const isAddress = ({ constraints }: Contract, { pointer }: Constraint): boolean =>
  constraints.some(
    (other) => other.pointer === pointer && other.keyword === 'format' && other.value === 'email',
  );

function addressOf(length: number): string {
  const domain = `${'example.'.repeat(Math.ceil(length / 8))}com`;
  return `a@${domain.slice(-(length - 2)).replace(/^\./, 'e')}`;
}

function schemaOf({ operations }: Contract, constraint: Constraint): JsonObject {
  const { parameters } = operationIn({ operations }, constraint.operation);
  if (constraint.side === 'parameter')
    return parameters.find(({ name }) => name === pathOf(constraint)[0])?.schema ?? {};
  const path = pathOf(constraint).flatMap((step) => (step === '[]' ? ['items'] : ['properties', step]));
  const schema = at(operationIn({ operations }, constraint.operation).request, ...path);
  return isObject(schema) ? schema : {};
}

const signs = ['!', ' ', 'é', '\u00df', '_', '/', '0', 'A', 'a'];

/** Values that break only one constraint of a field: beyond a bound, the first. */
export function breakingOnly(contract: Contract, constraint: Constraint): Json[] {
  const { keyword, value } = constraint;
  const schema = schemaOf(contract, constraint);
  switch (keyword) {
    case 'minimum':
      return [Number(value) - 1];
    case 'maximum':
      return [Number(value) + 1];
    case 'minItems':
    case 'maxItems':
      return listsOf(contract, schema, keyword === 'minItems' ? Number(value) - 1 : Number(value) + 1);
    case 'pattern':
      return misfits(contract, schema, String(value)).slice(0, 2);
    case 'const':
    case 'enum':
      return foreign([value].flat());
    case 'minLength':
      return textsOf(contract, schema, Number(value) - 1);
    case 'maxLength':
      return textsOf(contract, schema, Number(value) + 1);
    default:
      return [];
  }
}

const textsOf = ({ texts }: Contract, schema: JsonObject, length: number): string[] =>
  [textOfLength(schema, textOf(length), length, texts)].filter((text) => text !== undefined);

const listsOf = ({ texts }: Contract, { items }: JsonObject, length: number): Json[] =>
  length < 0 ? [] : [Array.from({ length }, () => sampleOf(items, texts))];

function misfits({ texts }: Contract, schema: JsonObject, pattern: string): string[] {
  const sound = fitText(schema, 'text', texts);
  const { pattern: _pattern, ...others } = schema;
  const candidates = signs.flatMap((sign) => [
    sound.slice(0, -1) + sign,
    sound + sign,
    sign + sound.slice(1),
  ]);
  return [
    ...new Set([...candidates, sound.toUpperCase(), sound.toLowerCase()].map((one) => fitText(others, one))),
  ].filter((one) => !matches(pattern, one));
}

export function atBound(contract: Contract, constraint: Constraint): Json[] {
  const { keyword, value } = constraint;
  const schema = schemaOf(contract, constraint);
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return [Number(value)];
    case 'minItems':
    case 'maxItems':
      return listsOf(contract, schema, Number(value));
    case 'minLength':
    case 'maxLength':
      return textsOf(contract, schema, Number(value));
    case 'const':
    case 'enum':
      return [value].flat();
    default:
      return [];
  }
}
