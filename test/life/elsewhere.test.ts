import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadFiles } from '../contract/own-contract.ts';
import { contract } from './checked.ts';

const name = 'createBook/not-listed-elsewhere';
const shelf = await readFile(new URL('shelf.yaml', import.meta.url), 'utf8');

/** The level of the clause if books have these fields, too. */
async function levelWith(fields: string): Promise<string | undefined> {
  const openapi = shelf.replace(/( {4}Book:\n(?:.*\n){3})/, `$1        ${fields}\n`);
  return (await loadFiles({ 'openapi.yaml': openapi })).clauses.get(name)?.level;
}

it('what is listed below another record is surely wrong only of records that name theirs, and are not shared', async () => {
  expect(contract.clauses.get('createAuthor/not-listed-elsewhere')).toBeUndefined();
  expect(contract.clauses.get(name)?.level).toBe('should');
  const authorId = 'authorId: { type: integer, readOnly: true }';
  expect(await levelWith(authorId)).toBe('must');
  expect(await levelWith(`${authorId}\n        is_shared: { type: boolean }`)).toBe('should');
});
