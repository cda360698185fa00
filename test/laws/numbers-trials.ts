import { type LawTrial, trials as ofProof } from '../../conformance/proof/trials.ts';

/** Every `step`-th mutant, with the numbers that another seed draws. */
export async function trials(given: unknown): Promise<readonly LawTrial[]> {
  const { seed, step } = given as { seed: number; step: number };
  const kills = await ofProof({ laws: ['kills'], seed });
  return kills.filter((_, index) => index % step === seed % step);
}
