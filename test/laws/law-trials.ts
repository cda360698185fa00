import { drawFrom } from '../../conformance/core/draw.ts';
import { type LawTrial, trials as ofProof } from '../../conformance/proof/trials.ts';

/** What is tried: all, or the sample of a seed. */
export type Asked = { readonly sample?: number };

/** Every trial of the laws that `assay prove` tries; of a sample, the first mutant of each rule and some of the others. */
export async function trials(given: unknown): Promise<readonly LawTrial[]> {
  const { sample } = given as Asked;
  const all = await ofProof();
  if (sample === undefined) return all;
  const rules = new Set<string>();
  const first = all.filter(
    ({ law, subject }) => law === 'kills' && !rules.has(subject) && rules.add(subject),
  );
  const others = Object.entries({ choices: 4, sight: 12, mute: 4 } as const).flatMap(([law, count]) =>
    drawFrom(
      sample,
      law,
      all.filter((trial) => trial.law === law),
      count,
    ),
  );
  return [...first, ...others];
}
