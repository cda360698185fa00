import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../conformance/cli/main.ts';
import { contract, ruleSet } from '../../conformance/proof/fixtures.ts';
import { choices } from '../../src/contract/choices.ts';
import { createIo } from '../cli/assay-in-process.ts';
import { sourceFiles } from '../house/source-files.ts';
import { proseOf, readPages } from './pages.ts';
import { findIn, type WordName, words } from './words.ts';

/** A text without code and addresses of links. */
const sentencesOf = (text: string): string =>
  text.replaceAll(/`[^`]+`/g, '`').replaceAll(/\]\([^)]*\)/g, ']');

/** The descriptions of a command, its options and its arguments, and of all its commands. */
const helpOf = (command: Command): string[] => [
  command.description(),
  ...command.options.map(({ description }) => description),
  ...command.registeredArguments.map(({ description }) => description),
  ...command.commands.flatMap(helpOf),
];

/** The texts of more than one word in a program; values in them are left out. */
const textsIn = (code: string): string[] =>
  [
    ...code
      .replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
      .matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g),
  ]
    .map(([, quoted, template]) => (quoted ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((text) => /[a-z…)] [a-z]/.test(text));

const program = await createProgram(createIo().io, () => {});
const files = await sourceFiles();

/** What else than the documentation a user reads, and the words that are still in it. */
const texts: Readonly<Record<string, readonly [texts: readonly string[], still: readonly WordName[]]>> = {
  'the texts of the clauses': [
    [...contract.clauses.values()].map(({ text }) => text),
    [],
  ],
  'the questions and options of the choices': [
    [...choices.values()].flatMap(({ asks, words = {} }) => [asks, ...Object.values(words)]),
    [],
  ],
  'the titles of the rules': [
    ruleSet.rules.map(({ title }) => title),
    [],
  ],
  'the names of the mutants': [
    ruleSet.rules.flatMap(({ mutants }) => mutants.map(({ name }) => name)),
    [],
  ],
  'the help of the commands': [
    helpOf(program),
    [],
  ],
  'the messages': [
    files.flatMap(({ text }) => textsIn(text)),
    [],
  ],
}; // biome-ignore format: one line a list

describe('plain words', async () => {
  // Written from spec/choices.ts, whose words are read below.
  const pages = (await readPages()).filter(({ path }) => path !== 'docs/choices.md');

  test.each(pages)('are used in $path', (page) => {
    expect(findIn(sentencesOf(proseOf(page)))).toEqual([]);
  });

  test.each(Object.entries(texts))('are used in %s', (_, [all, still]) => {
    expect(all.length).toBeGreaterThan(60);
    expect(all.flatMap((text) => findIn(sentencesOf(text), still))).toEqual([]);
  });

  test('would be told from others', () => {
    const others = [
      'holds every reply against every clause', 'the members of a rejection', 'what would make this stronger',
      'a limit that is no integer', 'goes the way of the stub', '30 records left behind', 'an honest server is accused',
    ]; // biome-ignore format: one glance
    for (const text of others) expect(findIn(text), text).not.toEqual([]);
    expect(findIn('`page[limit]` is not an integer, so the request is rejected')).toEqual([]);
    expect(textsIn("const found = 'the first reply'; // 'a comment'")).toEqual(['the first reply']);
    expect(Object.keys(words).length).toBeGreaterThan(30);
  });
});
