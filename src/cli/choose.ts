import { createHash } from 'node:crypto';
import { Fault } from '../fault.ts';
import { type Choices, contraryChoices, randomChoices, usualChoices } from '../stub/choices.ts';

/** Reads how a stub is to choose: `usual`, `contrary` or `random:SEED`. */
export function readChoices(text: string): Choices {
  if (text === 'usual') return usualChoices;
  if (text === 'contrary') return contraryChoices;
  const seed = /^random:(.+)$/.exec(text)?.[1];
  if (seed === undefined)
    throw new Fault(`--choices ${text} is unknown; write usual, contrary or random:SEED.`);
  return randomChoices(drawer(seed));
}

/** Draws positions below a count, the same for the same seed. */
function drawer(seed: string): (count: number) => number {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() % count;
  };
}
