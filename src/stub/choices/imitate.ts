import { choices as all, optionNamed } from '../../contract/choices/choices.ts';
import { readOptions } from '../../contract/choices/read.ts';
import { UserError } from '../../errors.ts';
import { isObject, type Json, type Path } from '../../json/json.ts';
import { type Choices, defaultChoices, type StubChoiceId } from './choices.ts';

/** A choice in which a stub does not go the way of what it imitates. */
export type NotImitated = {
  /** The id of the choice. */
  readonly choice: string;
  /** The response there, or why there is none. What a server said is hostile text. */
  readonly saw: string;
  /** The way that the stub goes instead, or what decides it. */
  readonly instead: string;
};

/** The choices of a stub that differ from the default wherever it can. */
export type Imitation = { readonly choices: Choices; readonly notImitated: readonly NotImitated[] };

/** What only a target file holds: it has choices under a key of its own. */
const targetKeys = ['baseUrl', 'token', 'nodes', 'subscription', 'writes', 'waivers'];

/**
 * Reads how a stub is to go: from the JSON report of a check, a target file that pins choices, or a choices file. A
 * mistake is a {@link UserError}; `where` says where something is.
 */
export function imitate(value: unknown, where: (path: Path) => string): Imitation {
  if (isObject(value) && Array.isArray(value.observations))
    return fromReport(value.observations, value.unseen);
  const isTarget = isObject(value) && ('choices' in value || targetKeys.some((key) => key in value));
  if (isTarget && value.choices === undefined)
    throw new UserError(
      `${where([])}: no choices are pinned; write them with assay init --pin, or name a JSON report of a check.`,
    );
  const read = isTarget ? readOptions(value.choices, where, ['choices']) : readOptions(value, where);
  const served = [...read].filter(([id]) => isServed(id));
  return {
    choices: { ...defaultChoices, ...Object.fromEntries(served) },
    notImitated: [...read].flatMap(([id, option]) =>
      isServed(id) ? [] : [decidedElsewhere(id, String(option))],
    ),
  };
}

function fromReport(observations: readonly Json[], unseen: Json | undefined): Imitation {
  const chosen: Record<string, string | number> = {};
  const notImitated: NotImitated[] = [];
  for (const { id, words } of entriesOf(observations, 'answer')) {
    const choice = all.get(id);
    const option = choice && optionNamed(choice, words);
    if (choice?.served !== undefined) notImitated.push(decidedElsewhere(id, words));
    else if (option === undefined) notImitated.push(defaultInstead(id, words));
    else chosen[id] = option;
  }
  for (const { id, words } of entriesOf(Array.isArray(unseen) ? unseen : [], 'why'))
    notImitated.push(defaultInstead(id, `not seen: ${words}`));
  return { choices: { ...defaultChoices, ...chosen }, notImitated };
}

/** The entries of a list in a report; anything else in it is passed over. */
const entriesOf = (list: readonly Json[], key: 'answer' | 'why'): { id: string; words: string }[] =>
  list.flatMap((entry) =>
    isObject(entry) && typeof entry.id === 'string' && typeof entry[key] === 'string'
      ? [{ id: entry.id, words: entry[key] }]
      : [],
  );

const defaultInstead = (id: string, saw: string): NotImitated => ({
  choice: id,
  saw,
  instead: isServed(id) ? String(defaultChoices[id]) : 'nothing: it is unknown here',
});

const decidedElsewhere = (id: string, saw: string): NotImitated => ({
  choice: id,
  saw,
  instead: 'what the catalog says',
});

/** Whether a stub can be told which way to go. */
const isServed = (id: string): id is StubChoiceId => Object.hasOwn(defaultChoices, id);
