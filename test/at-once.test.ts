import { expect, it } from 'vitest';
import { atOnce } from '../src/once.ts';

it('runs so many tasks at once, in their order, and goes on after one that fails', async () => {
  const limit = atOnce(2);
  const log: string[] = [];
  const gates = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
  const all = gates.map((gate, index) =>
    limit(async () => {
      log.push(`begin ${index}`);
      await gate.promise;
      if (index === 0) throw new Error('planted');
    }).catch((error: Error) => log.push(error.message)),
  );
  await Promise.resolve();
  expect(log).toEqual(['begin 0', 'begin 1']);
  gates[0]?.resolve();
  await all[0];
  expect(log.slice(2).toSorted()).toEqual(['begin 2', 'planted']);
  for (const gate of gates) gate.resolve();
  await Promise.all(all);
  expect(log.at(-1)).toBe('begin 3');
});
