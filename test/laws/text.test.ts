import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { choicesOf } from '../../src/contract/choices.ts';
import { at, isObject, type Json } from '../../src/json/json.ts';
import { contract, ruleSet } from '../shipped.ts';

const clauses = [...contract.clauses.values()];
const held = new Set(ruleSet.rules.map(({ id }) => id));
const all = [...choicesOf(contract)];
const visible = all.filter(([, { seen }]) => seen === undefined);
const looked = new Set(visible.flatMap(([, choice]) => choice.clauses));
const observations = ruleSet.observations.map(({ id }) => id);
const addresses = (await readFile(new URL('../../spec/addresses.txt', import.meta.url), 'utf8'))
  .trim()
  .split('\n');

/** Every clause id that any x-clause of the document names. */
function named(value: Json | undefined, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) named(item, found);
  if (!isObject(value)) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'x-clause') {
      for (const id of Object.values(isObject(inner) ? inner : {}).flatMap((one) =>
        isObject(one) ? Object.values(one) : [one],
      ))
        found.add(String(id));
    } else named(inner, found);
  }
  return found;
}

describe('text: every clause is held, or looked at, or says why not', () => {
  test('what is stated has a rule or cannot be observed', () => {
    const stated = clauses.filter(
      ({ level, unobservable }) => level !== 'unspecified' && unobservable === undefined,
    );
    expect(stated.filter(({ id }) => !held.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test('what is left open is a choice that is looked at, or is of no use to look at', () => {
    const open = clauses.filter(({ level, silent }) => level === 'unspecified' && silent === undefined);
    expect(open.filter(({ id }) => !looked.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test('a choice has an observation for each operation it is about, or says why it cannot be seen', () => {
    const wanted = visible.flatMap(([id, { operations }]) =>
      operations.map((operation) => `${operation}/${id}`),
    );
    expect(observations.toSorted()).toEqual(wanted.sort());
  });

  test('no observation has the id of a rule', () => {
    expect(observations.filter((id) => held.has(id))).toEqual([]);
  });

  test('nothing is held or looked at that is no clause, or says that it cannot be', () => {
    const named = all.flatMap(([, choice]) => choice.clauses);
    for (const id of [...held, ...named]) expect(contract.clauses.get(id), id).toBeDefined();
    expect(
      clauses.filter(({ id, unobservable }) => unobservable && held.has(id)).map(({ id }) => id),
    ).toEqual([]);
    expect(clauses.filter(({ id, silent }) => silent && looked.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test('a rule never holds a silence, and an observation never looks at what is stated', () => {
    const level = (id: string) => contract.clauses.get(id)?.level;
    expect([...held].filter((id) => level(id) === 'unspecified')).toEqual([]);
    expect([...looked].filter((id) => level(id) !== 'unspecified')).toEqual([]);
  });
});

describe('addresses: every place of the document is covered', () => {
  test('none is missing, none is made up', () => {
    const written = clauses.filter(({ derived }) => !derived);
    const covered = new Set(written.flatMap((clause) => clause.at));
    expect(addresses.filter((address) => !covered.has(address))).toEqual([]);
    expect([...covered].filter((address) => !addresses.includes(address))).toEqual([]);
  });

  test('every x-clause names a clause', () => {
    const unknown = [...named(at(contract.document) as Json)].filter((id) => !contract.clauses.has(id));
    expect(unknown).toEqual([]);
  });
});
