import { createHash } from 'node:crypto';
import { type Choices, contraryChoices, randomChoices } from '../../src/stub/choices.ts';
import { targetOfCatalog } from '../../test/target-of-catalog.ts';
import { catalog, contract } from '../servers.ts';
import { defaultServer, type Variant } from './variant.ts';

/** Picks that are the same for the same seed. */
function picker(seed: string): (count: number) => number {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() % count;
  };
}

const factsUnder = (choices: Partial<Choices>): string =>
  JSON.stringify(targetOfCatalog(catalog, 'http://127.0.0.1', choices, contract));

/** Choices without those under which the operator knows something else: all tools are told the same facts. */
const underSameFacts = (choices: Partial<Choices>): Partial<Choices> =>
  Object.fromEntries(
    Object.entries(choices).filter(([id, way]) => factsUnder({ [id]: way }) === factsUnder({})),
  );

/** Servers that keep the contract and differ wherever it is silent. */
export const conforming: readonly Variant[] = [
  defaultServer,
  { ...defaultServer, name: 'contrary', options: { choices: underSameFacts(contraryChoices(contract)) } },
  ...Array.from({ length: 10 }, (_, index): Variant => {
    const name = `random ${index + 1}`;
    return {
      ...defaultServer,
      name,
      options: { choices: underSameFacts(randomChoices(contract, picker(name))) },
    };
  }),
];
