import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** The folders of many kinds of thing: each file in them is a part of its own. */
const roots = ['src', 'conformance'];

const files = await sourceFiles(['src', 'conformance', 'spec']);

/** The folders of the kinds, as a pattern. */
const kindFolders = files
  .flatMap(({ path, imports }) => (path === 'conformance/kinds.ts' ? imports : []))
  .flatMap((to) => (/^conformance\/(?!core\/).*\/kind\.ts$/.test(to) ? dirname(to) : []))
  .join('|');

/** Subjects: with all that is below them, they are one part. */
const subjects = new RegExp(`^(${kindFolders}|conformance/engine|src/stub|spec/(?:rules|stub))/`);

const partOf = (path: string): string =>
  subjects.exec(path)?.[1] ?? (roots.includes(dirname(path)) ? path : dirname(path));

/** What each part imports of other parts. */
const importsOfParts = new Map<string, Set<string>>();
for (const { path, imports } of files) {
  const of = importsOfParts.get(partOf(path)) ?? new Set();
  importsOfParts.set(partOf(path), of);
  for (const to of imports) if (partOf(to) !== partOf(path)) of.add(partOf(to));
}

/** A way along imports from `from` back to itself; undefined if there is none. */
function circle(importsOf: ReadonlyMap<string, Iterable<string>>, from: string): string[] | undefined {
  const ways = [[from]];
  const seen = new Set<string>();
  for (const way of ways)
    for (const to of importsOf.get(way.at(-1) ?? '') ?? []) {
      if (to === from) return [...way, to];
      if (!seen.has(to)) ways.push([...way, to]);
      seen.add(to);
    }
  return undefined;
}

test('no folder is imported by what it imports, so that imports have one direction', () => {
  expect(files.length).toBeGreaterThan(250);
  expect(importsOfParts.size).toBeGreaterThan(40);
  expect(
    [...importsOfParts.keys()].flatMap((part) => circle(importsOfParts, part)?.join(' > ') ?? []),
  ).toEqual([]);
});

test('no file is imported by what it imports', () => {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  expect(files.flatMap(({ path }) => circle(importsOf, path)?.join(' > ') ?? [])).toEqual([]);
});

test('a circle is seen, however long', () => {
  const importsOf = new Map([['a', ['b']], ['b', ['c', 'd']], ['c', []], ['d', ['a']]]); // biome-ignore format: a circle
  expect(circle(importsOf, 'a')).toEqual(['a', 'b', 'd', 'a']);
  expect(circle(importsOf, 'c')).toBeUndefined();
});

/** The imports of some files that lead where they must not. */
const importsBetween = (from: RegExp, to: RegExp): string[] =>
  files
    .filter(({ path }) => from.test(path))
    .flatMap(({ path, imports }) =>
      imports.filter((one) => to.test(one)).map((one) => `${path} imports ${one}`),
    );

test('the reference never imports what judges', () => {
  expect(importsBetween(/^src\//, /^conformance\//)).toEqual([]);
  expect(importsBetween(/^conformance\//, /^src\//).length).toBeGreaterThan(100);
});

test('what is of the shipped contract alone is loaded with it, and written with the public interface', () => {
  expect(importsBetween(/^(src|conformance)\//, /^spec\//)).toEqual([]);
  expect(importsBetween(/^spec\/stub\//, /^conformance\/(?!testing\.ts|list\/filters\/filter\.ts)/)).toEqual(
    [],
  );
  expect(importsBetween(/^spec\/rules\//, /^(src|conformance)\/(?!rules\.ts)/)).toEqual([]);
  expect(importsBetween(/^spec\/rules\//, /^conformance\/rules\.ts$/).length).toBeGreaterThan(5);
});

test('what judges never imports the stub: a mistake shared by both would hide itself', () => {
  const judging = new RegExp(
    `^(${kindFolders}|conformance/(?:core|rule-files|engine|mutants|target|house))/`,
  );
  expect(files.filter(({ path }) => judging.test(path)).length).toBeGreaterThan(150);
  expect(importsBetween(judging, /^src\/stub\//)).toEqual([]);
});

test('the engine knows no kind: kinds register themselves, above it', () => {
  const kind = new RegExp(`^(?:${kindFolders})/`);
  expect(importsBetween(/^conformance\/(core|rule-files|engine)\//, kind)).toEqual([]);
  expect(importsBetween(/^conformance\/(core|rule-files|engine)\//, /^conformance\/target\//)).toEqual([]);
  expect(importsBetween(/^conformance\/kinds\.ts$/, kind).length).toBeGreaterThan(5);
});

test('files are found from the root of the package: in the build, code is not where its source was', () => {
  const relative = files.filter(({ text }) => /new URL\([^;]*import\.meta/.test(text));
  expect(relative.map(({ path }) => path).sort()).toEqual(['src/package-root.ts']);
});

test('no name of the shipped contract stands in the stub', () => {
  const names =
    /application.?key|subscription|node.?products|hierarch|curated|component_products|payment|offering|external_ref|reserved_rate_limit|page\[/i;
  const stub = files.filter(({ path }) => path.startsWith('src/stub/'));
  expect(stub.length).toBeGreaterThan(20);
  expect(stub.flatMap(({ path, text }) => (names.test(text) ? [path] : []))).toEqual([]);
});
