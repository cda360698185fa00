import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

test('no two exported types share a name', async () => {
  const exported = (await sourceFiles()).flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(([, name = '']) => ({ name, path })),
  );
  expect(exported.length).toBeGreaterThan(200);
  const shared = [...Map.groupBy(exported, ({ name }) => name)].filter(([, places]) => places.length > 1);
  expect(shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([]);
});
