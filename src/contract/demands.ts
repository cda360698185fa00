import { UserError } from '../errors.ts';
import { isObject, type Json, type Path } from '../json/json.ts';
import { oneOf } from '../words.ts';

/** What rules can show of an operation before a check says `conforms`. */
const showsNames = ['content', 'required', 'authorization', 'filter', 'pagination', 'live', 'order'] as const;

export type Shows = (typeof showsNames)[number];

/** What a check has to show of an operation: a rule that passed shows one of these, a `must` unless a `should` is enough. */
export type Demand = {
  readonly shows: readonly Shows[];
  readonly words: string;
  readonly isShouldEnough?: true;
};

const isShowsName = (name: Json): name is Shows => showsNames.some((one) => one === name);

/** Reads `x-conforms`: for each demand, in words, what shows it. */
export function demandsIn(
  stated: Json | undefined,
  where: (path: Path) => string,
): readonly Demand[] | undefined {
  if (stated === undefined) return undefined;
  if (!isObject(stated))
    throw new UserError(
      `${where([])}: x-conforms is not a map; write what a check has to have done, and what shows it.`,
    );
  return Object.entries(stated).map(([words, names]) => {
    const shows = [names].flat();
    if (shows.length > 0 && shows.every(isShowsName)) return { shows, words };
    throw new UserError(
      `${where([words])}: "${words}" is shown by ${oneOf(showsNames)}; write a list of those.`,
    );
  });
}

export const contentDemand: Demand = {
  shows: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'checked a response body',
};

/** Which record it deletes may only be suggested by names; then no more than a `should` can show that it is gone. */
export const goneDemand: Demand = {
  shows: ['content'],
  words: 'showed that a deleted record is gone',
  isShouldEnough: true,
};

export const requiredDemand: Demand = {
  shows: ['required'],
  words: 'showed that a request without a required field is rejected',
};
