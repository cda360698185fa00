import { loadRuleSet } from '../../conformance/kinds.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { partsOf } from '../../spec/stub/parts.ts';
import { amend } from '../../src/contract/build.ts';
import { catalog, contract } from '../servers.ts';
import { carriedNames } from './carried-names.ts';
import { targetFile } from './examples.ts';
import type { Variant } from './variant.ts';

const { rules } = await loadRuleSet(contract);
const address = 'http://127.0.0.1';
const target = resolveTarget(contract, targetFile(address), address);

/** Faults that rules of assay carry with them, so that assay finds them by construction. */
export const carried: readonly Variant[] = Object.entries(carriedNames).flatMap(([area, names]) =>
  names.map(([ruleId, name]): Variant => {
    const rule = rules.find(({ id }) => id === ruleId);
    const mutant = rule?.mutants.find((one) => one.name === name);
    if (!rule || !mutant)
      throw new Error(`carried-names.ts: no rule ${ruleId} carries "${name}"; correct the list.`);
    const level = contract.clauses.get(rule.id)?.level === 'should' ? 'should' : 'must';
    const about = {
      kind: 'carried',
      area,
      level,
      name: mutant.name,
    } as const;
    if ('amend' in mutant)
      return { ...about, options: { contract: amend(contract, mutant.amend), parts: partsOf(catalog) } };
    return { ...about, options: { mutants: ['wire' in mutant ? mutant.wire : mutant.wireFor(target)] } };
  }),
);
