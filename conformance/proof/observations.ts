import { choices } from '../../src/contract/choices/choices.ts';
import { type Choices, type StubChoiceId, stubChoices } from '../../src/stub/choices/choices.ts';
import { checked, conforming, ruleSet, targetFor } from './fixtures.ts';

/** The choices of the stub that an observation is to see. */
export const visible = stubChoices.filter(([, { seen }]) => seen === undefined).map(([id]) => id);

/** The ids of what reads each choice. */
const looks = new Map(
  [...Map.groupBy(ruleSet.observations, ({ choice }) => choice)].map(
    ([choice, own]) => [choice as string, own.map(({ id }) => id)] as const,
  ),
);

/** The law of observations: the options of a choice that its observation does not return; there should be none. */
export async function blind(id: StubChoiceId): Promise<string[]> {
  const { options = [] } = choices.get(id) ?? {};
  const answers = await Promise.all(
    options.map(async (option) => [String(option), await answerTo(id, { [id]: option })]),
  );
  return answers.flatMap(([given, answer]) =>
    given === answer ? [] : `configured as ${given}, observed as ${answer}`,
  );
}

/** What the observation of a choice answers on a stub with these choices. */
async function answerTo(id: StubChoiceId, made: Partial<Choices>): Promise<string> {
  const { choiceObservations } = await checked(conforming({ choices: made }), {
    selected: new Set(looks.get(id)),
    target: targetFor(made),
  });
  const choiceObservation = choiceObservations.find(({ choice }) => choice === id);
  if (!choiceObservation) return 'nothing, since nothing looks at it';
  return 'answer' in choiceObservation ? choiceObservation.answer : `nothing: ${choiceObservation.why}`;
}
