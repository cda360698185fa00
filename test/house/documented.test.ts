import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = new URL('../../conformance/', import.meta.url);

/** What a module exports: its own names, and those that it passes on, each with the file that declares it. */
async function exportsOf(module: URL): Promise<readonly (readonly [name: string, file: URL])[]> {
  const text = await readFile(module, 'utf8');
  const own = [...text.matchAll(/^export (?:async )?(?:const|function|type|class) (\w+)/gm)];
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]+)\} from '([^']+)';/gm)];
  return [
    ...own.map(([, name = '']) => [name, module] as const),
    ...passedOn.flatMap(([, names = '', path = '']) =>
      names
        .split(',')
        .map((one) => one.replace('type ', '').trim().split(' as ')[0] ?? '')
        .filter((name) => name !== '')
        .map((name) => [name, new URL(path, module)] as const),
    ),
  ];
}

test.each(['index', 'testing', 'rules', 'vitest', 'register'])(
  '%s documents all that it exports',
  async (name) => {
    const missing: string[] = [];
    for (const [exported, file] of await exportsOf(new URL(`${name}.ts`, folder))) {
      const text = await readFile(file, 'utf8');
      const isDocumented = new RegExp(
        `\\*/\\nexport (async )?(const|function|type|class) ${exported}\\b`,
      ).test(text);
      const isPassedOn = new RegExp(`^export (type )?\\{[^}]*\\b${exported}\\b`, 'm').test(text);
      if (!isDocumented && !isPassedOn) missing.push(`${exported} in ${file.pathname}`);
    }
    expect(missing).toEqual([]);
  },
);
