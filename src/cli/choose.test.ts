import { describe, expect, it } from 'vitest';
import { contraryChoices, usualChoices } from '../stub/choices.ts';
import { readChoices } from './choose.ts';

describe('readChoices', () => {
  it('knows the usual and the contrary choices', () => {
    expect(readChoices('usual')).toBe(usualChoices);
    expect(readChoices('contrary')).toBe(contraryChoices);
  });

  it('draws the same choices for the same seed, and others for another', () => {
    expect(readChoices('random:7')).toEqual(readChoices('random:7'));
    expect(readChoices('random:7')).not.toEqual(readChoices('random:8'));
  });

  it.each(['random', 'random:', 'perverse'])('refuses %s', (text) => {
    expect(() => readChoices(text)).toThrow(
      `--choices ${text} is unknown; write usual, contrary or random:SEED.`,
    );
  });
});
