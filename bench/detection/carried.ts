import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import { amend } from '../../src/contract/amend.ts';
import { catalog, contract } from '../servers.ts';
import { carriedNames } from './carried-names.ts';
import { targetFile } from './examples.ts';
import type { Variant } from './variant.ts';

const { rules } = await loadCatalogue(contract);
const address = 'http://127.0.0.1';
const target = resolveTarget(targetFile(address), address);

/** Faults that rules of assay carry with them, so that assay finds them by construction. */
export const carried: readonly Variant[] = Object.entries(carriedNames).flatMap(([area, names]) =>
  names.map(([ruleId, name]): Variant => {
    const rule = rules.find(({ id }) => id === ruleId);
    const breach = rule?.mutants.find((one) => one.name === name || one.name === `${ruleId} ${name}`);
    if (!rule || !breach)
      throw new Error(`carried-names.ts: no rule ${ruleId} carries "${name}"; mend the list.`);
    const level = contract.clauses.get(rule.clause)?.level === 'should' ? 'should' : 'must';
    const about = {
      kind: 'carried',
      area,
      level,
      name: breach.name.startsWith(ruleId) ? breach.name : `${name}`,
    } as const;
    if ('amend' in breach) return { ...about, options: { contract: amend(contract, breach.amend), catalog } };
    const mutant = 'wire' in breach ? breach.wire : breach.wireFor(target);
    return { ...about, options: { mutants: [mutant] } };
  }),
);
