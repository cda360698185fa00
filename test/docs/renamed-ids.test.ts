import { describe, expect, test } from 'vitest';
import { catalogue, contract } from '../../conformance/proof/ground.ts';
import { readPages } from './pages.ts';

const page = (await readPages()).find(({ path }) => path === 'docs/renamed-ids.md');

/** The rows of the tables under a heading: the old id, and the new ones. */
function rowsUnder(heading: string): { readonly old: string; readonly found: readonly string[] }[] {
  const [, after = ''] = page?.text.split(`\n## ${heading}\n`) ?? [];
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, old = '', cell = '']) => ({
    old,
    found: [...cell.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id),
  }));
}

describe('the ids that were renamed', () => {
  test.each([
    [
      'Rules and observations',
      300,
      new Set([...catalogue.rules, ...catalogue.observations].map(({ id }) => id)),
    ],
    ['Observations', 60, new Set(catalogue.observations.map(({ id }) => id))],
    ['Clauses', 400, new Set(contract.clauses.keys())],
  ])('%s: each leads to one that there is', (heading, least, known) => {
    const rows = rowsUnder(heading);
    expect(rows.length).toBeGreaterThan(least - 50);
    expect(new Set(rows.map(({ old }) => old)).size).toBe(rows.length);
    for (const { old, found } of rows) {
      expect(found, old).not.toHaveLength(0);
      expect(
        found.filter((id) => !known.has(id)),
        old,
      ).toEqual([]);
    }
  });
});
