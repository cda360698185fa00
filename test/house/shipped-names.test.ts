import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isKindChoice } from '../../src/contract/choices.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import { shipped } from '../shipped.ts';
import { sourceFiles } from './source-files.ts';

const { operations, document, choices = {} } = shipped.contract;

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

/** Words that OpenAPI, JSON:API or assay have of themselves, or that any English sentence may have. */
const everyday = new Set(
  `action active attributes canceled cards child closed components created_at current data default description email
  exclude filter first id included inactive last links live max meta min name next node options owner parent pause paused
  prev quantity quota required results resume self standard state status store tags timestamps total type updated_at
  variations products nodes`.split(/\s+/),
);

/** What only that interface is about. */
const nouns = [
  'products?',
  '\\w*[Cc]urat\\w+',
  'hierarch\\w+',
  '\\w*[Ss]ubscription\\w*',
  'offerings?',
  'bundles?',
];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const operationsOfContract = Object.values(operations);

const words = [
  ...Object.keys(operations),
  ...namesIn(document),
  ...operationsOfContract.flatMap(({ path }) => path.split('/').filter((step) => /^[a-z-]{3,}$/.test(step))),
  ...operationsOfContract.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
  ...operationsOfContract.flatMap(({ list }) => list?.filter?.fields.map(({ attribute }) => attribute) ?? []),
  ...Object.keys(choices).filter((id) => !isKindChoice(id)),
  ...Object.values(document['x-sections'] ?? {})
    .map(String)
    .filter((title) => title.includes(' ')),
].filter((word) => !everyday.has(word));

const names = new RegExp(
  `(?<![\\w-])(?:${[...[...new Set(words)].map(escaped), ...nouns].join('|')})(?![\\w-])`,
);

const withoutComments = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/https:\/\/json-schema\.org\/\S+/g, '');

/** The lines of code of a text that name something of the shipped contract. */
const linesNaming = (text: string): string[] =>
  withoutComments(text)
    .split('\n')
    .filter((line) => names.test(line));

/** The words of any interface, by which proposals are made. */
const isOfProposals = (path: string): boolean => path.startsWith('src/contract/propose/');

test('what only the shipped contract has is named in spec/ alone', async () => {
  const files = (await sourceFiles()).filter(({ path }) => !isOfProposals(path));
  expect(files.length).toBeGreaterThan(250);
  expect(words.length).toBeGreaterThan(60);
  const naming = files.flatMap(({ path, text }) =>
    linesNaming(text).map((line) => `${path}: ${line.trim()}`),
  );
  expect(naming).toEqual([]);
});

test('no rule, experiment or observation of a kind is named by a clause that names something of it', async () => {
  const { value } = await readYaml(join(import.meta.dirname, '../../spec/clauses.yaml'));
  const ids = (value as { readonly id: string }[]).map(({ id }) => id.split('/')[1] ?? '');
  const own = ids.filter((id) => id.split('-').some((part) => names.test(part)));
  expect(own.length).toBeGreaterThan(20);
  const naming = (await sourceFiles()).flatMap(({ path, text }) =>
    own.flatMap((id) => (text.includes(`'${id}'`) ? [`${path}: ${id}`] : [])),
  );
  expect(naming).toEqual([]);
});

test('a name is seen in code, and not in comments', () => {
  expect(linesNaming("const id = 'application-key';\nconst place = ['external_ref'];")).toHaveLength(2);
  expect(linesNaming('/** The products of a subscription. */\n// isCurated\nconst records = [];')).toEqual(
    [],
  );
  expect(linesNaming('const isCurated = true;')).toHaveLength(1);
  expect(linesNaming("at(record, 'slug')")).toHaveLength(1);
});
