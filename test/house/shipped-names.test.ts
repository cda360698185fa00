import { expect, test } from 'vitest';
import { shipped } from '../../conformance/proof/fixtures.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { sourceFiles } from './source-files.ts';

const { operations, document } = shipped.contract;

/** The names of fields, and the values that schemas list, in a document. */
function namesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  const { properties, const: only, enum: listed } = value;
  return [
    ...Object.keys(isObject(properties) ? properties : {}),
    ...[only ?? [], listed ?? []].flat().map(String),
    ...Object.values(value).flatMap(namesIn),
  ];
}

/** Names of several words: those of one, such as `name`, are in every interface. */
const compound = [...new Set(namesIn(document))].filter(
  (name) => /^[a-z]+(?:[_-][a-z]+)+$/.test(name) && !['created_at', 'updated_at'].includes(name),
);

const paths = Object.values(operations).flatMap(({ path }) =>
  path.split('/').filter((step) => /^[a-z-]{6,}$/.test(step)),
);

/** What only that interface is about, in one word. */
const nouns = [
  'products?',
  '\\w*[Cc]urat\\w+',
  'hierarch\\w+',
  '\\w*[Ss]ubscription\\w*',
  'offerings?',
  'bundles?',
];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const names = new RegExp(
  `(?<![\\w-])(?:${[...[...Object.keys(operations), ...compound, ...paths].map(escaped), ...nouns].join('|')})(?![\\w-])`,
);

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** In how many lines of code a text names something of the shipped contract. */
const linesNaming = (text: string): number =>
  withoutComments(text)
    .split('\n')
    .filter((line) => names.test(line)).length;

/**
 * The files that still name something of the shipped contract, and in how many lines. Numbers and rows only go: what such a
 * line is about belongs into `spec/`, or is read from the contract.
 */
const left: Readonly<Record<string, number>> = {
  'conformance/list/filters/mutants.ts': 1,
  'conformance/list/live/rules.ts': 4,
  'conformance/list/mutants.ts': 2,
  'conformance/list/read-page.ts': 7,
  'src/secrets/names.ts': 4,
};

test('what only the shipped contract has is named in spec/, and less and less elsewhere', async () => {
  const files = await sourceFiles();
  expect(files.length).toBeGreaterThan(250);
  expect(compound.length).toBeGreaterThan(20);
  const naming = files.flatMap(({ path, text }) => {
    const count = linesNaming(text);
    return count === 0 ? [] : [[path, count] as const];
  });
  expect(Object.fromEntries(naming)).toEqual(left);
});

test('a name is seen in code, and not in comments', () => {
  expect(linesNaming("const id = 'application-key';\nconst place = ['external_ref'];")).toBe(2);
  expect(linesNaming('/** The products of a subscription. */\n// isCurated\nconst records = [];')).toBe(0);
  expect(linesNaming('const isCurated = true;')).toBe(1);
});
