import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './pages.ts';

const read = async (path: string): Promise<string> =>
  (await readFile(join(root, path), 'utf8')).replaceAll(/\s+/g, ' ');

/** The numbers of servers, of their conforming forms and of their faults: how many, and of how many. */
type Figures = {
  readonly servers: number;
  readonly reported: readonly number[];
  readonly found: readonly number[];
  /** How many ended with a verdict of `violates`; not said of the first rows. */
  readonly violates: number | undefined;
};

const counts: Readonly<Record<string, number>> = { four: 4, 'two more': 2, 'one more': 1 };

/** The first check of each server that was written from the specification alone, row by row. */
async function firstChecks(): Promise<readonly Figures[]> {
  const page = await readFile(join(root, 'docs/measurements.md'), 'utf8');
  const [, table = ''] = page.split('| servers | rules of |');
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map((row) => {
      const [, name = '', , reported = '', found = ''] = row.split('|').map((cell) => cell.trim());
      const [of, all] = [reported, found].map((cell) =>
        (/(\d+) of (\d+)/.exec(cell) ?? []).slice(1).map(Number),
      );
      const [, violates] = /`violates` for (\d+)/.exec(found) ?? [];
      return {
        servers: counts[name] ?? 1,
        reported: of ?? [],
        found: all ?? [],
        violates: violates === undefined ? undefined : Number(violates),
      };
    });
}

const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, one = Number.NaN) => total + one, 0);

test('the figures of the README are the sums over every server in the measurements', async () => {
  const rows = await firstChecks();
  const [servers, reported, forms, found, faults] = [
    sum(rows.map((row) => row.servers)),
    ...[0, 1].map((place) => sum(rows.map((row) => row.reported[place]))),
    ...[0, 1].map((place) => sum(rows.map((row) => row.found[place]))),
  ];
  expect(servers).toBe(16);
  const readme = await read('README.md');
  expect(readme).toContain('Sixteen servers were written from the specification alone');
  expect(readme).toContain(`reported ${reported} of the ${forms} variants`);
  expect(readme).toContain(`found ${found} of the ${faults} faults,`);
  const latest = rows.filter(({ violates }) => violates !== undefined);
  expect(latest).toHaveLength(7);
  expect(readme).toContain(
    `the newest seven servers, ${sum(latest.map(({ violates }) => violates))} of ${sum(latest.map((row) => row.found[1]))} faults were violations`,
  );
  expect(await read('docs/measurements.md')).toContain(
    'Sixteen servers were written from the specification alone',
  );
});
