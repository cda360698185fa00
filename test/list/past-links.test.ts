import { expect, it } from 'vitest';
import { checked, conforming, targetFor } from '../shipped.ts';

it('a link to the page after the last is shown by a stub that has such links, and observed', async () => {
  const choices = { 'next-at-end': 'past' } as const;
  const selected = new Set(['node-products/next-at-end']);
  const { choiceObservations } = await checked(conforming({ choices }), {
    selected,
    target: targetFor(choices),
  });
  expect(choiceObservations).toContainEqual(
    expect.objectContaining({ choice: 'next-at-end', option: 'past' }),
  );
});
