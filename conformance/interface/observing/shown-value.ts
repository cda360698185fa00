import type { ChoiceId } from '../../../src/contract/choices/choices.ts';
import { named, type Observed, other } from '../../core/observed.ts';
import { printValue } from '../../core/print.ts';

/** The alternative that a value of a reply is the name of, or the value itself, kept short. */
export const shownValue = <Id extends ChoiceId>(id: Id, value: unknown): Observed<Id> => {
  const answer = typeof value === 'string' ? named(id, value) : undefined;
  return answer === undefined || answer === other(String(value)) ? other(printValue(value)) : answer;
};
