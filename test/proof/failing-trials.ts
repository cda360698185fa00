import { UserError } from '../../src/errors.ts';

/** Trials that end as they are told to; the others take for ever. */
export async function trials(given: unknown): Promise<{ run: () => Promise<string> }[]> {
  const ends = given as readonly ('done' | 'mistake' | 'user' | 'exit' | 'never')[];
  return ends.map((end) => ({
    run: async () => {
      if (end === 'mistake') throw new TypeError('there is no such product');
      if (end === 'user') throw new UserError('the target redirects; name the final address.');
      if (end === 'exit') process.exit(7);
      if (end === 'never') await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
      return end;
    },
  }));
}
