import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './pages.ts';

const read = async (path: string): Promise<string> =>
  (await readFile(join(root, path), 'utf8')).replaceAll(/\s+/g, ' ');

/** What is measured of a server: conforming variants that it wrongly reported, faults found, and how many of them as violations. */
type Figures = {
  readonly reported: readonly number[];
  readonly found: readonly number[];
  readonly violates: number;
};

/** The first check of each server that was written from the specification alone, row by row. */
async function firstChecks(): Promise<readonly Figures[]> {
  const page = await readFile(join(root, 'docs/measurements.md'), 'utf8');
  const [, table = ''] = page.split('| server | rules of |');
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map((row) => {
      const [, , , reported = '', found = ''] = row.split('|');
      const [of, all] = [reported, found].map((cell) =>
        (/(\d+) of (\d+)/.exec(cell) ?? []).slice(1).map(Number),
      );
      return {
        reported: of ?? [],
        found: all ?? [],
        violates: Number(/`violates` for (\d+)/.exec(found)?.[1]),
      };
    });
}

const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, one = Number.NaN) => total + one, 0);

test('the figures of the README are the sums over every server in the measurements', async () => {
  const rows = await firstChecks();
  const [reported, variants, found, faults] = [
    ...[0, 1].map((place) => sum(rows.map((row) => row.reported[place]))),
    ...[0, 1].map((place) => sum(rows.map((row) => row.found[place]))),
  ];
  expect(rows).toHaveLength(9);
  const readme = await read('README.md');
  expect(readme).toContain('Nine servers were written from the specification alone');
  expect(readme).toContain(
    `found ${found} of the ${faults} faults, ${sum(rows.map(({ violates }) => violates))} of them as violations`,
  );
  expect(readme).toContain(`reported ${reported} of the ${variants} variants`);
});
