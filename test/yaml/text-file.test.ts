import { expect, it } from 'vitest';
import { readLines, readText } from '../../src/yaml/text-file.ts';
import { withFiles } from '../contract/own-contract.ts';

const readWith =
  <T>(read: (path: string) => Promise<T>) =>
  (text: string | Uint8Array): Promise<T> =>
    withFiles({ 'file.txt': text }, (folder) => read(`${folder}/file.txt`));

const text = readWith(readText);

const lines = readWith(async (path) => {
  const found: string[] = [];
  await readLines(path, (line, number) => found.push(`${number} ${line}`));
  return found;
});

const invalid = Buffer.from([0xff]);

it.each([
  ['first', 1, ''],
  ['after an empty one', 2, '\n'],
  ['last', 3, 'a\n\n'],
])('names the line that is %s and no text', async (_place, line, before) => {
  for (const [bad, words] of [
    [invalid, 'is not UTF-8'],
    ['\0', 'contains a NUL byte'],
  ] as const) {
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(bad), Buffer.from('b')]);
    const expected = new RegExp(`file\\.txt:${line}: ${words}`);
    await expect(text(bytes)).rejects.toThrow(expected);
    await expect(text(Buffer.concat([bytes, Buffer.from('\nc')]))).rejects.toThrow(expected);
  }
});

it('reads a text as it is', async () => {
  expect(await text('\na\n\u00e9')).toBe('\na\n\u00e9');
  expect(await text('')).toBe('');
});

it('reads a file line by line, with or without an end of the last', async () => {
  expect(await lines('')).toEqual([]);
  expect(await lines('\na\n\nb')).toEqual(['1 ', '2 a', '3 ', '4 b']);
  expect(await lines('a\n')).toEqual(['1 a']);
});

it('reads a line that comes in several pieces', async () => {
  const long = 'x'.repeat(2 ** 20 - 2);
  expect(await lines(`a\n${long}\nb`)).toEqual(['1 a', `2 ${long}`, '3 b']);
});

it('names the line that is too long, or no text', async () => {
  const most = 'x'.repeat(2 ** 20);
  expect(await lines(`a\n${most}`)).toEqual(['1 a', `2 ${most}`]);
  await expect(lines(`a\n${most}x\n`)).rejects.toThrow(/:2: is longer than 1 MiB; split it\.$/);
  await expect(lines(`a\n${most}x`)).rejects.toThrow(/:2: is longer than 1 MiB; split it\.$/);
  await expect(lines(Buffer.concat([Buffer.from('a\n\n'), invalid]))).rejects.toThrow(/:3: is not UTF-8/);
});
