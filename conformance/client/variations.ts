import { choicesOf, optionNamed } from '../../src/contract/choices.ts';
import type { Choice, Contract } from '../../src/contract/contract.ts';
import { onceFor } from '../../src/once.ts';
import { seededRandom } from '../../src/stub/choices.ts';
import { type ClientQuestion, option, type StubChange } from './client-question.ts';
import { changesOf } from './conforming-changes.ts';

export const variationId = (question: string, option: string): string => `${question}=${option}`;

/** Numbers from the whole range of a choice, one of each third, the same each time. */
function drawnFrom({ range, options }: Choice): number[] {
  const [least, most] = range ?? [0, 0];
  const pick = seededRandom('page sizes');
  const third = Math.floor((most - least) / 3);
  const drawn = [0, 1, 2].map((place) => least + place * third + pick(third));
  return drawn.filter((number) => !options.includes(number));
}

/** Makes choices of the stub into questions. Every option conforms. */
const questionsOf = (choices: readonly (readonly [string, Choice])[]): readonly ClientQuestion[] =>
  choices.map(([id, choice]): ClientQuestion => {
    const optionOf = (value: string | number) =>
      option(String(value), choice.words?.[value] ?? '', { choices: { [id]: value } });
    const [usual, ...others] = [...choice.options, ...(id === 'default-page-size' ? drawnFrom(choice) : [])];
    return {
      id,
      asks: choice.asks,
      part: 'choice',
      usual: String(usual),
      others: others.map(optionOf),
      named: (name) => {
        const value = optionNamed(choice, name);
        return value === undefined ? undefined : optionOf(value);
      },
    };
  });

/** The choices that are not varied, which may still explain why tests fail with the default options. */
export const settingsFor = (contract: Contract): readonly ClientQuestion[] =>
  questionsOf([...choicesOf(contract)].filter(([, { varied }]) => varied !== undefined));

/** The questions with which clients of a contract are tried: choices of the stub, and what no choice asks. */
export const questionsFor = onceFor((contract: Contract): readonly ClientQuestion[] => {
  const changes = changesOf(contract);
  const asked = new Set(changes.map(({ id }) => id));
  const choices = [...choicesOf(contract)].filter(
    ([id, { varied }]) => varied === undefined && !asked.has(id),
  );
  return [...questionsOf(choices), ...changes];
});

/** What a stub is to do under all responses of a variation at the same time. */
export function joinedChanges(served: readonly StubChange[]): StubChange {
  const changes = served.flatMap(({ records }) => records ?? []);
  const middlewares = served.flatMap(({ middleware }) => middleware ?? []);
  const others = Object.assign({}, ...served.map(({ choices: _, ...rest }) => rest));
  return {
    ...others,
    choices: Object.assign({}, ...served.map(({ choices }) => choices)),
    ...(changes.length > 0
      ? {
          records: (exchanges) => {
            const all = changes.map((change) => change(exchanges));
            return (records, listing) => all.reduce((some, change) => change(some, listing), records);
          },
        }
      : {}),
    middleware: (next, contract) => middlewares.reduceRight((inner, one) => one(inner, contract), next),
  };
}
