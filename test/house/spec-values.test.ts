import { expect, test } from 'vitest';
import type { ListStructure } from '../../src/contract/list.ts';
import { filterFields } from '../../src/contract/list-filters.ts';
import { shipped } from '../shipped.ts';
import { sourceFiles } from './source-files.ts';

const { operations, constraints } = shipped.contract;
const lists = Object.values(operations).flatMap(({ list }) => list ?? []);

/** Lines of the product that may name a value of the contract, as often as they do, and why. Rows only go. */
const allowed: Readonly<Record<string, readonly [lines: number, reason: string]>> = {
  'conformance/create/claims.ts': [1, 'the length of a usual column'],
  'src/contract/list-filters.ts': [1, 'a length that fits every address, ours'],
  'src/contract/kind-choices.ts': [
    3,
    'page sizes and a length of addresses that servers of any interface have',
  ],
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Names of parameters that cut pages, and an operator of a filter before one of its attributes. */
const ofList = (list: ListStructure): RegExp[] => [
  ...Object.values(list.names).map((name) => new RegExp(escaped(name))),
  ...filterFields(list).map(
    ({ operator, attribute }) => new RegExp(`\\b${escaped(operator)}\\(${attribute}\\b`),
  ),
];

/** Bounds of the contract that no other number happens to be. */
const bounds = [
  ...new Set(constraints.flatMap(({ value }) => (typeof value === 'number' && value >= 100 ? value : []))),
].map(
  (bound) =>
    new RegExp(`(?<![\\w.'{-])(?:${bound}|${bound.toLocaleString('en').replaceAll(',', '_')})(?![\\w.'}-])`),
);

/** What knows the interface; elsewhere such a number is another. */
const ofInterface =
  /^(conformance\/(core|fields|create|list|read|keys|subscriptions|products)|src\/stub\/(application-key|subscription|node-products|catalog|load-catalog)|src\/contract)(\/|\.)/;

const withoutComments = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^\s*\/\/.*$/gm, '');

test('parameters, operators and bounds of the contract are named in spec/, and nowhere else', async () => {
  const files = await sourceFiles();
  expect(files.length).toBeGreaterThan(250);
  const patterns = lists.flatMap(ofList);
  expect(patterns.length).toBeGreaterThan(3);
  const naming = files.flatMap(({ path, text }) => {
    const sought = ofInterface.test(path) ? [...patterns, ...bounds] : patterns;
    const lines = withoutComments(text)
      .split('\n')
      .filter((line) => sought.some((pattern) => pattern.test(line)));
    return lines.length === 0 ? [] : [[path, lines.length] as const];
  });
  expect(Object.fromEntries(naming)).toEqual(
    Object.fromEntries(Object.entries(allowed).map(([path, [lines]]) => [path, lines])),
  );
});
