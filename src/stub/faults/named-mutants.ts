import { Fault } from '../../fault.ts';
import type { Mutant } from '../../wire/exchange.ts';

/** Breaches of the contract by name. They come from outside: the stub itself knows of none. */
export type NamedMutants = () => Promise<ReadonlyMap<string, Mutant>>;

/** Where nobody brought any. */
export const noMutants: NamedMutants = async () => new Map();

/** The mutant of that name, or the only one whose name ends or begins with it. */
export async function findMutant(name: string, namedMutants: NamedMutants): Promise<Mutant> {
  const mutants = await namedMutants();
  const exact = mutants.get(name);
  if (exact) return exact;
  const near = [...mutants].filter(([full]) => full.startsWith(`${name}: `) || full.endsWith(`: ${name}`));
  const [only, other] = near;
  if (only && !other) return only[1];
  const hint =
    near.length > 0 ? `it could be ${near.map(([full]) => `"${full}"`).join(', ')}` : 'list the names first';
  throw new Fault(`there is no one mutant named "${name}"; ${hint}.`);
}
