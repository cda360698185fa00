import { isOperation, operationIds } from '../../src/contract/contract.ts';
import { UserError } from '../../src/errors.ts';
import { suggestion } from '../../src/nearest.ts';
import { faultIn } from '../core/house-faults.ts';
import type { HouseRule } from './house-rule.ts';

/** The fields of a rule, what each has to be, and how that is seen. */
const members: Readonly<Record<keyof HouseRule, readonly [words: string, is: (value: unknown) => boolean]>> =
  {
    operation: [`one of ${operationIds.join(', ')}`, (value) => isOperation(String(value))],
    title: ['a sentence', (value) => typeof value === 'string' && value.trim() !== ''],
    claims: [
      'a list of what eachReply, eachPage and eachCreation make',
      (value) => Array.isArray(value) && value.every(isClaim),
    ],
    gather: ['a function, or left out', (value) => value === undefined || typeof value === 'function'],
  };

const isClaim = (value: unknown): boolean =>
  isRecord(value) && value.on === 'answer' && typeof value.judge === 'function';

/** Checks the form of what the file of a house rule exports; a fault in it is a {@link UserError}. */
export function checkRule(exported: unknown, file: string): HouseRule {
  if (!isRecord(exported)) throw faultIn(file, 'exports no rule', 'write "export default rule({ … })"');
  const unknown = Object.keys(exported).find((key) => !Object.hasOwn(members, key));
  if (unknown !== undefined)
    throw new UserError(
      `${file}: "${unknown}" is not a field of a rule; ${suggestion(unknown, Object.keys(members))}`,
    );
  for (const [name, [words, is]] of Object.entries(members))
    if (!is(exported[name])) throw faultIn(file, `the "${name}" of the rule is not ${words}`, 'correct it');
  const rule = exported as HouseRule;
  if (rule.claims.length === 0 && !rule.gather)
    throw faultIn(file, 'the rule claims nothing', 'give it a claim');
  return rule;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
