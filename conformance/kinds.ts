import type { Contract } from '../src/contract/contract.ts';
import { onceFor } from '../src/once.ts';
import { access } from './access/kind.ts';
import { replace, update } from './change/kind.ts';
import type { Kind } from './core/kind.ts';
import { create } from './create/kind.ts';
import { deletion } from './delete/kind.ts';
import { fields } from './fields/kind.ts';
import { get } from './get/kind.ts';
import { life } from './life/kind.ts';
import { list } from './list/kind.ts';
import { read } from './read/kind.ts';
import { type RuleSet, ruleSetOf } from './rule-files/rule-set.ts';

/** All kinds, in the order in which their operations are tried first. */
export const kinds: readonly Kind[] = [
  list,
  create,
  read,
  replace,
  update,
  deletion,
  get,
  access,
  fields,
  life,
];

/** The rule set of a contract: what the kinds define for its operations, and what it defines itself. */
export const loadRuleSet = onceFor((contract: Contract): Promise<RuleSet> => ruleSetOf(contract, kinds));
