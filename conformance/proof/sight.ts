import type { Choices } from '../../src/stub/choices.ts';
import { silences } from '../../src/stub/silences.ts';
import { observe } from '../engine/run.ts';
import { createWire } from '../engine/wire.ts';
import { contract, honest, observations, setting } from './ground.ts';

type SilenceId = keyof typeof silences;

const isLookedAt = (clause: string): boolean => contract.clauses.get(clause)?.silent === undefined;

/** The choices that an observation is to see. */
export const visible = (Object.keys(silences) as SilenceId[]).filter((id) =>
  silences[id].clauses.some(isLookedAt),
);

/** The law of sight: the observations that do not tell the alternatives of a choice apart; there should be none. */
export async function blind(id: SilenceId): Promise<string[]> {
  const { clauses, alternatives } = silences[id];
  const found: string[] = [];
  for (const clause of clauses.filter(isLookedAt)) {
    const values = await Promise.all(alternatives.map((alternative) => seen(clause, { [id]: alternative })));
    if (new Set(values).size < alternatives.length) found.push(`${clause}: ${values.join(' | ')}`);
  }
  return found;
}

/** What the observation of a clause sees on a stub with these choices. */
async function seen(clause: string, choices: Partial<Choices>): Promise<string> {
  const observation = observations.find((one) => one.clause === clause);
  if (!observation) return 'nobody looks at it';
  return (await observe(setting, createWire(honest({ choices })), observation)).value;
}
