/** A run of trials that is done as a whole, and noted when it is done. */
export type Batch =
  | { readonly law: 'choices'; readonly from: number; readonly to: number }
  /** One mutant, counted through the rule set, under some conforming variants. */
  | { readonly law: 'kills'; readonly mutant: number; readonly under: number; readonly of: number };

/** What came of a batch: how often what, and everything that should not be. */
export type Outcome = {
  readonly batch: Batch;
  readonly counts: Readonly<Record<string, number>>;
  readonly wrong: readonly { readonly variant: number; readonly said: string }[];
};

/** What tells batches apart. */
export const keyOf = (batch: Batch): string => JSON.stringify(batch);

const size = 10;

/** Every batch of a proof, in order. */
export function batches(choices: number, mutants: number, under: number): Batch[] {
  return [
    ...Array.from({ length: Math.ceil(choices / size) }, (_, index): Batch => {
      const from = index * size;
      return { law: 'choices', from, to: Math.min(choices, from + size) };
    }),
    ...Array.from({ length: under > 0 ? mutants : 0 }, (_, mutant): Batch => {
      return { law: 'kills', mutant, under, of: choices };
    }),
  ];
}
