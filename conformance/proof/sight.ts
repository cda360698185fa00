import { choices } from '../../src/contract/choices/choices.ts';
import { type Choices, type StubChoiceId, stubChoices } from '../../src/stub/choices/choices.ts';
import { heldAs } from '../runner/sights.ts';
import { checked, honest, targetFor } from './ground.ts';

/** The choices of the stub that an observation is to see. */
export const visible = stubChoices.filter(([, { seen }]) => seen === undefined).map(([id]) => id);

/** The law of sight: the alternatives of a choice that its observation does not answer with; there should be none. */
export async function blind(id: StubChoiceId): Promise<string[]> {
  const { alternatives = [] } = choices.get(id) ?? {};
  const answers = await Promise.all(
    alternatives.map(async (alternative) => [String(alternative), await answerTo(id, { [id]: alternative })]),
  );
  return answers.flatMap(([given, answer]) =>
    given === answer ? [] : `given ${given}, it answers ${answer}`,
  );
}

/** What the observation of a choice answers on a stub with these choices. */
async function answerTo(id: StubChoiceId, made: Partial<Choices>): Promise<string> {
  const { sights } = await checked(honest({ choices: made }), {
    selected: new Set([heldAs(id)]),
    target: targetFor(made),
  });
  const sight = sights.find(({ choice }) => choice === id);
  if (!sight) return 'nothing, since nothing looks at it';
  return 'answer' in sight ? sight.answer : `nothing: ${sight.why}`;
}
