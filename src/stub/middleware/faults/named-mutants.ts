import { UserError } from '../../../errors.ts';
import type { Mutant } from '../../../http/exchange.ts';

/** Mutants by name. They are passed in: the stub itself has none. */
export type NamedMutants = () => Promise<ReadonlyMap<string, Mutant>>;

/** No mutants. */
export const noMutants: NamedMutants = async () => new Map();

/** The mutant with a name, or the only one whose name starts or ends with it. */
export async function findMutant(name: string, namedMutants: NamedMutants): Promise<Mutant> {
  const mutants = await namedMutants();
  const exact = mutants.get(name);
  if (exact) return exact;
  const near = [...mutants].filter(([full]) => full.startsWith(`${name}: `) || full.endsWith(`: ${name}`));
  const [only, other] = near;
  if (only && !other) return only[1];
  const hint =
    near.length > 0 ? `it could be ${near.map(([full]) => `"${full}"`).join(', ')}` : 'list the names first';
  throw new UserError(`no single mutant is named "${name}"; ${hint}.`);
}
