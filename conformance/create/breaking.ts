import type { Constraint, Contract } from '../../src/contract/contract.ts';
import { fitText, sampleOf, textOfLength } from '../../src/contract/fitting.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import { textOf } from '../core/nonce.ts';
import { pathOf } from './flaws.ts';

/** The schema of the field of a request that a constraint is on. */
function schemaOf({ operations }: Contract, constraint: Constraint): JsonObject {
  const path = pathOf(constraint).flatMap((step) => (step === '[]' ? ['items'] : ['properties', step]));
  const schema = at(operations[constraint.operation].request, ...path);
  return isObject(schema) ? schema : {};
}

/** Signs that patterns rarely allow. */
const signs = ['!', ' ', 'é', '\u00df', '_', '/', '0', 'A', 'a'];

/** Values for a field that break a constraint of its own, and none that is beside it: of a bound, the first beyond it. */
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
    default:
      return [];
  }
}

/** A list of so many values; none where the schema allows no other list. */
const listsOf = ({ texts }: Contract, { items }: JsonObject, length: number): Json[] =>
  length < 0 ? [] : [Array.from({ length }, () => sampleOf(items, texts))];

/** Texts that are as long as a schema allows, and that its pattern does not match. */
function misfits({ texts }: Contract, schema: JsonObject, pattern: string): string[] {
  const sound = fitText(schema, 'text', texts);
  const matches = new RegExp(pattern, 'u');
  const { pattern: _pattern, ...others } = schema;
  const candidates = signs.flatMap((sign) => [
    sound.slice(0, -1) + sign,
    sound + sign,
    sign + sound.slice(1),
  ]);
  return [
    ...new Set([...candidates, sound.toUpperCase(), sound.toLowerCase()].map((one) => fitText(others, one))),
  ].filter((one) => !matches.test(one));
}

/** Values for a field that are just within a constraint of its own, and keep all that is beside it. */
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
    case 'maxLength': {
      const text = textOfLength(schema, textOf(Number(value)), Number(value), contract.texts);
      return text === undefined ? [] : [text];
    }
    case 'enum':
      return Array.isArray(value) ? value : [];
    default:
      return [];
  }
}
