import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { edited, exampleFolder, examples, variantsOf } from './variants.ts';

it.each(examples)('makes each variant of %s of the source of its server', async (example) => {
  const source = await readFile(join(exampleFolder(example), 'server.ts'), 'utf8');
  const variants = await variantsOf(example);
  const sources = variants.map((variant) => edited(source, variant));
  expect(new Set(sources).size).toBe(variants.length);
});
