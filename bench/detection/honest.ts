import { createHash } from 'node:crypto';
import { contraryChoices, randomChoices } from '../../src/stub/choices/choices.ts';
import type { Variant } from './variant.ts';

const about = { kind: 'honest', area: 'honest', level: 'none' } as const;

/** Picks that are the same for the same seed. */
function picker(seed: string): (count: number) => number {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() % count;
  };
}

/** Servers that keep the contract and differ wherever it is silent. */
export const honest: readonly Variant[] = [
  { ...about, name: 'usual', options: {} },
  { ...about, name: 'contrary', options: { choices: contraryChoices } },
  ...Array.from({ length: 10 }, (_, index): Variant => {
    const name = `random ${index + 1}`;
    return { ...about, name, options: { choices: randomChoices(picker(name)) } };
  }),
];
