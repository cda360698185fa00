import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definingFiles } from '../../conformance/engine/definitions.ts';

const root = join(import.meta.dirname, '../..');

test.each(['rules', 'experiments', 'observations'] as const)(
  'every file with the name of %s is loaded, whatever folder it is in',
  async (kind) => {
    for (const [definer, folder] of [
      ['kinds', 'conformance'],
      ['shipped contract', 'spec'],
    ] as const) {
      // What the package exports has the name of rules, too.
      const named = globSync([`${folder}/*/**/${kind}.ts`, `${folder}/**/${kind}/*.ts`], {
        cwd: root,
      }).sort();
      expect(named.length).toBeGreaterThan(1);
      expect(await definingFiles(kind, definer)).toEqual(named);
    }
  },
);

test('a folder that is not there is an error, since its rules would be missing without a word', async () => {
  const folders = ['conformance/list', 'conformance/lists'];
  await expect(definingFiles('rules', 'kinds', folders)).rejects.toThrow(/conformance\/lists/);
});
