import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What each part of the house may import from; a part may always import from itself. */
const allowed: Record<string, readonly string[]> = {
  'src/contract': ['src/wire', 'src/fault.ts'],
  'src/wire': ['src/fault.ts'],
  'src/stub': ['src/contract', 'src/wire', 'src/fault.ts'],
  'src/fault.ts': [],
  'conformance/engine': [
    'src/contract',
    'src/wire',
    'src/fault.ts',
    'conformance/listing',
    'conformance/report',
    'conformance/target',
  ],
  'conformance/listing': ['src/contract', 'src/wire', 'src/fault.ts', 'conformance/engine'],
  'conformance/mutants': [
    'conformance/creation',
    'src/contract',
    'src/wire',
    'src/fault.ts',
    'conformance/engine',
  ],
  'conformance/families': [
    'conformance/creation',
    'src/contract',
    'src/wire',
    'src/fault.ts',
    'conformance/engine',
    'conformance/mutants',
  ],
  'conformance/creation': [
    'src/contract',
    'src/wire',
    'src/fault.ts',
    'conformance/engine',
    'conformance/mutants',
  ],
  'conformance/rules': [
    'conformance/creation',
    'src/contract',
    'src/wire',
    'src/fault.ts',
    'conformance/engine',
    'conformance/listing',
    'conformance/mutants',
  ],
  'conformance/observations': [
    'src/contract',
    'src/wire',
    'src/fault.ts',
    'conformance/engine',
    'conformance/listing',
  ],
  'conformance/report': ['src/contract', 'src/wire', 'src/fault.ts', 'conformance/engine', 'package.json'],
  'conformance/target': ['src/contract', 'src/wire', 'src/fault.ts', 'conformance/engine'],
};

const partOf = (file: string): string | undefined =>
  Object.keys(allowed).find((part) => file === part || file.startsWith(`${part}/`));

test('imports run only the way the house is drawn', async () => {
  const files = (
    await Promise.all(
      ['src', 'conformance'].map(async (top) =>
        (await readdir(join(root, top), { recursive: true })).map((file) => join(top, file)),
      ),
    )
  ).flat();
  const wrong: string[] = [];
  let read = 0;
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const part = partOf(file);
    if (part === undefined) continue;
    read += 1;
    const text = await readFile(join(root, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const to = relative(root, resolve(root, file, '..', path));
      const target = partOf(to) ?? to;
      if (target !== part && !allowed[part]?.includes(target)) wrong.push(`${file} imports ${to}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(100);
});
