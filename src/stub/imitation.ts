// Which options a stub takes to be like a server: those that a report saw, or that a file names.

import { choicesOf, optionNamed, readOptions } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import { UserError } from '../errors.ts';
import { isObject, type Json, type Path } from '../json/json.ts';
import { type Choices, defaultChoices } from './choices.ts';

/** A choice in which the stub differs from the server that it imitates. */
export type NotImitated = {
  readonly choice: string;
  /** What was observed, or why nothing was. Text of a server may be hostile. */
  readonly saw: string;
  /** The option that the stub takes instead. */
  readonly instead: string;
};

export type Imitation = { readonly choices: Choices; readonly notImitated: readonly NotImitated[] };

const targetKeys = ['baseUrl', 'token', 'collections', 'known', 'writes', 'waivers'];

/** Reads choices from a JSON report of a check, a target file that pins them, or a choices file. */
export function imitate(contract: Contract, value: unknown, where: (path: Path) => string): Imitation {
  if (isObject(value) && Array.isArray(value.observations))
    return fromReport(contract, value.observations, value.unseen);
  const isTarget = isObject(value) && ('choices' in value || targetKeys.some((key) => key in value));
  if (isTarget && value.choices === undefined)
    throw new UserError(
      `${where([])}: no choices are pinned; add them under "choices", or name a JSON report of a check.`,
    );
  const read = isTarget
    ? readOptions(contract, value.choices, where, ['choices'])
    : readOptions(contract, value, where);
  return { choices: { ...defaultChoices(contract), ...Object.fromEntries(read) }, notImitated: [] };
}

function fromReport(contract: Contract, observations: readonly Json[], unseen: Json | undefined): Imitation {
  const usual = defaultChoices(contract);
  const chosen: Record<string, string | number> = {};
  const notImitated: NotImitated[] = [];
  for (const { id, words } of entriesOf(observations, 'option')) {
    const choice = choicesOf(contract).get(id);
    const option = choice && optionNamed(choice, words);
    if (option === undefined) notImitated.push(defaultInstead(usual, id, words));
    else chosen[id] = option;
  }
  for (const { id, words } of entriesOf(Array.isArray(unseen) ? unseen : [], 'why'))
    notImitated.push(defaultInstead(usual, id, `not seen: ${words}`));
  return { choices: { ...usual, ...chosen }, notImitated };
}

const entriesOf = (list: readonly Json[], key: 'option' | 'why'): { id: string; words: string }[] =>
  list.flatMap((entry) =>
    isObject(entry) && typeof entry.id === 'string' && typeof entry[key] === 'string'
      ? [{ id: entry.id, words: entry[key] }]
      : [],
  );

const defaultInstead = (usual: Choices, id: string, saw: string): NotImitated => ({
  choice: id,
  saw,
  instead: Object.hasOwn(usual, id) ? String(usual[id]) : 'nothing: it is unknown here',
});

export async function readChoicesFile(contract: Contract, file: string): Promise<Imitation> {
  const { readYaml } = await import('../yaml/yaml-file.ts');
  const { value, where } = await readYaml(file);
  return imitate(contract, value, where);
}
