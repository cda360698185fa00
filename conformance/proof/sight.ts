import type { Choices } from '../../src/stub/choices/choices.ts';
import { silences } from '../../src/stub/choices/silences.ts';
import { checked, contract, honest, targetFor } from './ground.ts';

type SilenceId = keyof typeof silences;

/** Whether a clause is to be looked at: it is left open, and there is something to see. */
function isLookedAt(id: string): boolean {
  const clause = contract.clauses.get(id);
  return clause?.level === 'unspecified' && clause.silent === undefined;
}

const lookedAt = (id: SilenceId): string[] => silences[id].clauses.filter(isLookedAt);

/** The choices that an observation is to see. */
export const visible = (Object.keys(silences) as SilenceId[]).filter((id) => lookedAt(id).length > 0);

/** The law of sight: the observations that do not tell the alternatives of a choice apart; there should be none. */
export async function blind(id: SilenceId): Promise<string[]> {
  const clauses = lookedAt(id);
  const sights = await Promise.all(
    silences[id].alternatives.map((alternative) => valuesSeen(clauses, { [id]: alternative })),
  );
  return clauses.flatMap((clause) => {
    const values = sights.map((seen) => seen.get(clause) ?? 'nobody looks at it');
    return new Set(values).size < values.length ? [`${clause}: ${values.join(' | ')}`] : [];
  });
}

/** What the observations of clauses see on a stub with these choices. */
async function valuesSeen(
  clauses: readonly string[],
  choices: Partial<Choices>,
): Promise<Map<string, string>> {
  const { observations } = await checked(honest({ choices }), {
    selected: new Set(clauses),
    target: targetFor(choices),
  });
  return new Map(observations.map(({ clause, value }) => [clause, value]));
}
