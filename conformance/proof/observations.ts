import { choices } from '../../src/contract/choices/choices.ts';
import { type Choices, type StubChoiceId, stubChoices } from '../../src/stub/choices/choices.ts';
import type { Observation } from '../core/observation.ts';
import type { Proof } from './proof.ts';

/** The choices of the stub that an observation is to see. */
export const visible = stubChoices.filter(([, { seen }]) => seen === undefined).map(([id]) => id);

/** The law of observations: the options of a choice that one of its observations does not return; there should be none. */
export async function blind(proof: Proof, id: StubChoiceId): Promise<string[]> {
  const { options = [] } = choices.get(id) ?? {};
  const own = proof.ruleSet.observations.filter(({ choice }) => choice === id);
  if (own.length === 0) return ['nothing observes it'];
  const found = await Promise.all(
    own.flatMap((observation) => options.map((option) => shortcoming(proof, observation, option))),
  );
  return found.filter((one) => one !== undefined);
}

/** Why an observation, alone in a check of a stub with that option of its choice, does not return it. */
async function shortcoming(
  { checked, conforming, targetFor }: Proof,
  { id, choice }: Observation,
  option: string | number,
): Promise<string | undefined> {
  const made: Partial<Choices> = { [choice]: option };
  const { choiceObservations } = await checked(conforming({ choices: made }), {
    selected: new Set([id]),
    target: targetFor(made),
  });
  const found = choiceObservations.find((one) => one.choice === choice);
  if (found && 'answer' in found && found.answer === String(option)) return undefined;
  const observed = found && ('answer' in found ? found.answer : `nothing: ${found.why}`);
  return `${id}: configured as ${option}, observed as ${observed ?? 'nothing'}`;
}
