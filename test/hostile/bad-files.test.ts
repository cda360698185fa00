import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { ContractFiles } from '../../src/contract/read-contract.ts';
import { type Complaint, complaint, complaintOf, lay } from './command.ts';
import { senseless, unreadable } from './rubbish.ts';
import { expectSentence } from './sentence.ts';

const folder = process.cwd();
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  await lay(
    folder,
    Object.fromEntries(Object.entries(unreadable).map(([name, [content]]) => [name, content])),
  );
  await lay(folder, senseless);
  await symlink(at('nowhere.yaml'), at('dangling.yaml'));
  await symlink(at('round.yaml'), at('round.yaml'));
  await symlink('/dev/zero', at('endless.yaml'));
  execFileSync('mkfifo', [at('pipe.yaml')]);
});

const nowhere = 'http://127.0.0.1:9';

/** What reads a file that an operator names, or a program that uses the library. */
type Reader = (file: string) => Promise<Complaint | undefined>;

const command =
  (...words: string[]): Reader =>
  (file) =>
    complaint([...words, file]);

const contractOf =
  (files: (file: string) => ContractFiles): Reader =>
  (file) =>
    complaintOf(() => loadContract(files(file)));

const readers: readonly (readonly [string, Reader])[] = [
  ['a target', command('check', nowhere, '--target')],
  ['an overlay', command('clauses', '--overlay')],
  ['fixtures', command('stub', '--port', '0', '--quiet', '--fixtures')],
  ['choices', command('stub', '--port', '0', '--quiet', '--choices')],
  ['a contract', contractOf((openapi) => ({ openapi }))],
];

/** All of them are read in one place: one reader tries every file, the others a few. */
const few = ['unclosed.yaml', 'latin.yaml', 'circle.yaml', 'bomb.yaml', 'ladder.yaml', 'long.yaml'];

describe('a file that holds no plain data', () => {
  it.each(readers)('as %s gets a sentence that says where', async (as, read) => {
    for (const [name, [, said]] of Object.entries(unreadable)) {
      if (as !== 'a contract' && !few.includes(name)) continue;
      const told = await read(at(name));
      expectSentence(told, name);
      expect(told?.message).toContain(name);
      expect(told?.message).toMatch(said);
    }
  });

  it.each(readers)('as %s, or is none, gets a sentence that names it', async (_, read) => {
    for (const name of [
      'folder',
      'pipe.yaml',
      'endless.yaml',
      'round.yaml',
      'empty.yaml/in.yaml',
      'nowhere/in.yaml',
    ]) {
      const told = await read(at(name));
      expectSentence(told, name);
      expect(told?.message).toContain(name.split('/')[0]);
    }
  });
});

describe('a file of no sense', () => {
  const strict = readers.filter(([name]) => name !== 'a file for waivers');

  it.each(strict)('as %s gets a sentence that names it', async (_, read) => {
    for (const name of [...Object.keys(senseless), 'nowhere.yaml', 'dangling.yaml']) {
      const told = await read(at(name));
      expectSentence(told, name);
      expect(told?.message, name).toContain(name.split('/')[0]);
    }
  });
});

describe.each<[string, (file: string) => string[]]>([
  ['as a report to compare', (file) => ['compare', file, file]],
])('%s', (_, wordsFor) => {
  it('every such file gets a sentence that names it', async () => {
    const names = [
      ...Object.keys(unreadable),
      ...Object.keys(senseless),
      'folder',
      'dangling.yaml',
      'round.yaml',
      'endless.yaml',
    ];
    for (const name of names) {
      const told = await complaint(wordsFor(at(name)));
      expectSentence(told, name);
      expect(told?.message, name).toContain(name.split('/')[0]);
    }
  });
});
