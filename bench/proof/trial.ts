import type { Rule, RuleMutant } from '../../conformance/core/rule.ts';
import { conforming, faulty, judged, ruleSet, shipped, targetFor } from '../../conformance/proof/fixtures.ts';
import { recorded, saysTheSame } from '../../conformance/proof/kills.ts';
import { falsePositives } from '../../conformance/proof/trials.ts';
import type { Batch, Outcome } from './batch.ts';
import { variantAt, variantsFor } from './variants-at.ts';

type Carried = { readonly rule: Rule; readonly mutant: RuleMutant };

/** Every mutant with the rule that carries it, in the order of the rule set. */
export const mutants: readonly Carried[] = ruleSet.rules.flatMap((rule) =>
  rule.mutants.map((mutant) => ({ rule, mutant })),
);

type Tried = { readonly variant: number; readonly came: string; readonly said?: string };

/** Tries everything in a batch. */
export async function tryBatch(batch: Batch, seed: string): Promise<Outcome> {
  const tried: Tried[] = [];
  if (batch.law === 'choices') {
    for (let variant = batch.from; variant < batch.to; variant += 1)
      tried.push(await tryVariant(variant, seed));
  } else {
    const { rule, mutant } = mutants[batch.mutant] ?? {};
    if (!rule || !mutant) throw new Error(`there is no mutant ${batch.mutant}`);
    const under = variantsFor(seed, `${rule.id}/${mutant.name}`, batch.under, batch.of);
    for (const variant of under) tried.push(await kill({ rule, mutant }, variant, seed));
  }
  const counts: Record<string, number> = {};
  for (const { came } of tried) counts[came] = (counts[came] ?? 0) + 1;
  const wrong = tried.flatMap(({ variant, said }) => (said === undefined ? [] : [{ variant, said }]));
  return { batch, counts, wrong };
}

/** The law of choices for one conforming variant. */
async function tryVariant(variant: number, seed: string): Promise<Tried> {
  const against = await falsePositives(shipped, variantAt(seed, variant));
  return against.length === 0
    ? { variant, came: 'no false positive' }
    : { variant, came: 'false positive', said: against.join('; ') };
}

/**
 * One mutant under one conforming variant. Where the rule does not pass without the mutant, that variant gives it no
 * occasion; where a rule it is on fails in its place, the fault is found as well; and where every response is what it
 * is without the mutant, there is no fault: an id that may be missing, say, where unknown ids are rejected anyway.
 */
async function kill({ rule, mutant }: Carried, variant: number, seed: string): Promise<Tried> {
  const choices = variantAt(seed, variant);
  const target = targetFor(choices);
  const sound = recorded(conforming({ choices }));
  const [before] = await judged(sound.transport, { selected: [rule.id], target });
  if (before?.verdict !== 'pass') return { variant, came: 'no occasion' };
  const broken = recorded(faulty(mutant, choices));
  const [after] = await judged(broken.transport, { selected: [rule.id], target });
  if (after?.verdict === 'fail') return { variant, came: 'killed' };
  if (after?.because !== undefined) return { variant, came: 'killed by a rule it stands on' };
  if (saysTheSame(sound, broken)) return { variant, came: 'no fault there' };
  return {
    variant,
    came: 'survived',
    said: `${rule.id}: ${mutant.name}: ${after?.verdict}: ${after?.why ?? ''}`,
  };
}
