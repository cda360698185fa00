import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What everything may stand on. */
const base = ['src/contract', 'src/wire', 'src/fault.ts'];
/** What rules and observations stand on. */
const ground = [...base, 'conformance/engine', 'conformance/listing', 'conformance/creation'];

/** What each part of the house may import from; a part may always import from itself. */
const allowed: Record<string, readonly string[]> = {
  'src/contract': ['src/wire', 'src/fault.ts'],
  'src/wire': ['src/fault.ts'],
  'src/stub': base,
  'src/fault.ts': [],
  'conformance/engine': [...ground, 'conformance/report', 'conformance/target'],
  'conformance/listing': ground,
  'conformance/creation': [...ground, 'conformance/mutants'],
  'conformance/mutants': ground,
  'conformance/families': [...ground, 'conformance/mutants'],
  'conformance/rules': [...ground, 'conformance/mutants'],
  'conformance/observations': ground,
  'conformance/report': [...base, 'conformance/engine', 'package.json'],
  'conformance/target': ground,
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
