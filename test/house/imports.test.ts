import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** The folders of many kinds of thing: each file in them has a place of its own. */
const roots = ['src', 'conformance'];

/** Every folder, and every file beside the folders, from the lowest to the highest. Imports go down, never up. */
const order = [
  'src/node-version.ts',
  'src/supported-node.ts',
  'src/errors.ts',
  'src/lazy.ts',
  'src/once.ts',
  'src/nearest.ts',
  'src/ownership.ts',
  'src/number-words.ts',
  'src/types.ts',
  'src/json',
  'src/yaml',
  'src/contract/choices',
  'src/contract/overlay',
  'src/contract',
  'src/http',
  'src/secrets',
  'src/proxy',
  'src/stub/choices',
  'src/stub/replies',
  'src/stub/state',
  'src/stub/catalog',
  'src/stub/requests',
  'src/stub/listing',
  'src/stub/operations',
  'src/stub/middleware',
  'src/stub/middleware/faults',
  'src/stub/admin',
  'src/stub/page',
  'src/stub/server',
  'conformance/core',
  'conformance/transport',
  'conformance/interface',
  'conformance/interface/creations',
  'conformance/interface/pages',
  'conformance/interface/filters',
  'conformance/interface/observing',
  'conformance/mutants',
  'conformance/experiments/trials',
  'conformance/experiments/application-key',
  'conformance/experiments/subscription',
  'conformance/experiments/node-products',
  'conformance/rules/generated',
  'conformance/rules/application-key/accepted',
  'conformance/rules/application-key/authorization',
  'conformance/rules/application-key/echo',
  'conformance/rules/application-key/identity',
  'conformance/rules/application-key/refusals',
  'conformance/rules/application-key/reply',
  'conformance/rules/subscription/accepted',
  'conformance/rules/subscription/echo',
  'conformance/rules/subscription/identity',
  'conformance/rules/subscription/refusals',
  'conformance/rules/subscription/reply',
  'conformance/rules/node-products/curation',
  'conformance/rules/node-products/filter',
  'conformance/rules/node-products/included',
  'conformance/rules/node-products/live',
  'conformance/rules/node-products/pages',
  'conformance/rules/node-products/products',
  'conformance/rules/node-products/totals',
  'conformance/rules/node-products/order',
  'conformance/rules/node-products/links',
  'conformance/rules/node-products/requests',
  'conformance/observations/application-key',
  'conformance/observations/subscription/request',
  'conformance/observations/subscription/reply',
  'conformance/observations/node-products/requests',
  'conformance/observations/node-products/replies',
  'conformance/observations/node-products/pages',
  'conformance/observations/node-products/links',
  'conformance/observations/node-products/filters',
  'conformance/observations/node-products/curation',
  'conformance/observations/node-products/products',
  'conformance/target',
  'conformance/runner/choices',
  'conformance/runner',
  'conformance/report',
  'conformance/report/text',
  'conformance/report/secrets',
  'conformance/report/compile',
  'conformance/report/json',
  'conformance/report/html',
  'conformance/report/markdown',
  'conformance/report/junit',
  'conformance/report/ctrf',
  'conformance/report/har',
  'conformance/report/files',
  'conformance/report/github',
  'conformance/report/terminal',
  'conformance/recorded/har',
  'conformance/recorded',
  'conformance/report/merge',
  'conformance/report/compare',
  'conformance/report/test-runner',
  'src/stub-target',
  'conformance/proof',
  'conformance/house',
  'conformance/house-rules.ts',
  'conformance/check.ts',
  'conformance/inspect.ts',
  'conformance/proxy',
  'conformance/read-target-file.ts',
  'conformance/client',
  'conformance/client/report',
  'conformance/test-run.ts',
  'conformance/register.ts',
  'conformance/vitest.ts',
  'src/testing.ts',
  'src/index.ts',
  'src/cli/io',
  'src/cli/options',
  'src/cli/check',
  'src/cli/output',
  'src/cli/stub',
  'src/cli/proxy',
  'src/cli/commands',
  'src/cli',
];

const files = await sourceFiles();

const placeOf = (path: string): string => (roots.includes(dirname(path)) ? path : dirname(path));
const rankOf = (path: string): number => order.indexOf(placeOf(path));

test('the order holds every folder once, and no other', () => {
  expect(order.toSorted()).toEqual([...new Set(files.map(({ path }) => placeOf(path)))].sort());
});

test('imports go down', () => {
  expect(files.length).toBeGreaterThan(400);
  const upward = files.flatMap(({ path, imports }) =>
    imports.filter((to) => rankOf(to) > rankOf(path)).map((to) => `${path} imports ${to}`),
  );
  expect(upward).toEqual([]);
});

test('no file is imported by what it imports', () => {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of importsOf.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  expect(files.map(({ path }) => path).filter((path) => reached(path).has(path))).toEqual([]);
});

test('what judges never imports the stub', () => {
  const judging = files.filter(({ path }) =>
    /^conformance\/(core|transport|interface|mutants|experiments|rules|observations|target|runner)\//.test(
      path,
    ),
  );
  const stubs = judging.flatMap(({ path, imports }) =>
    imports.filter((to) => to.startsWith('src/stub')).map((to) => `${path} imports ${to}`),
  );
  expect(stubs).toEqual([]);
});
