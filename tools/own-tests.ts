import { basename, dirname } from 'node:path';

/**
 * The tests of a file: those of its name, then those in the folder of `test/` that has the name of its own, or else of the
 * nearest folder around it. A test is its own.
 */
export function ownTests(file: string, tests: readonly string[]): string[] {
  if (tests.includes(file)) return [file];
  const name = `${basename(file).replace(/\.\w+$/, '')}.test.ts`;
  const [, ...folders] = dirname(file).split('/');
  const around = folders.map((_, index) => `test/${folders.slice(0, folders.length - index).join('/')}/`);
  const folder = around.find((one) => tests.some((test) => test.startsWith(one)));
  return [
    ...new Set([
      ...tests.filter((test) => basename(test) === name),
      ...tests.filter((test) => folder !== undefined && test.startsWith(folder)),
    ]),
  ];
}
