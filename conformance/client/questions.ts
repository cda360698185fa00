import { furtherQuestions, resilienceQuestions } from './further-questions.ts';
import { type Question, questionsOfChoices, type StubChange } from './question.ts';

/** Every question that a client can be asked. */
export const questions: readonly Question[] = [
  ...questionsOfChoices,
  ...furtherQuestions,
  ...resilienceQuestions,
];

/** What a stub is to do under all responses of a variation at the same time. */
export function together(served: readonly StubChange[]): StubChange {
  const catalogs = served.flatMap(({ catalog }) => catalog ?? []);
  const middlewares = served.flatMap(({ middleware }) => middleware ?? []);
  const others = Object.assign({}, ...served.map(({ choices: _, ...rest }) => rest));
  return {
    ...others,
    choices: Object.assign({}, ...served.map(({ choices }) => choices)),
    ...(catalogs.length > 0
      ? { catalog: (catalog, exchanges) => catalogs.reduce((one, change) => change(one, exchanges), catalog) }
      : {}),
    ...(middlewares.length > 0
      ? { middleware: (next) => middlewares.reduceRight((inner, one) => one(inner), next) }
      : {}),
  };
}
