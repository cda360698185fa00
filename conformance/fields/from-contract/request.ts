import { memberOf, wordsForAll } from '../../../src/contract/clauses.ts';
import type { Constraint, Contract } from '../../../src/contract/contract.ts';
import { attemptsAt } from '../../core/attempt.ts';
import type { Topic } from '../../core/ladder.ts';
import type { Rule, RuleGenerator } from '../../core/rule.ts';
import { isToBlame, neverAccepted } from '../../create/bodies.ts';
import { mutantsOf } from '../request-mutants.ts';
import { profiles } from '../../profiles/profiles.ts';

/** The keywords that have a rule made here; the others have rules of their own. */
const keywords = ['required', 'type', 'format', 'const', 'enum', 'maxLength', 'minLength'];

/** One rule for each clause that constrains requests: what breaks it is rejected, and what is at its bound accepted. */
const requestRules: RuleGenerator = (contract) =>
  [
    ...Map.groupBy(
      contract.constraints.filter(
        ({ side, keyword, clause }) =>
          side === 'request' && (keywords.includes(keyword) || clause.derived === true),
      ),
      ({ clause }) => clause.id,
    ),
  ].map(([id, own]) => ruleFor(contract, id, own));

export default requestRules;

function ruleFor(contract: Contract, id: string, constraints: readonly Constraint[]): Rule {
  const [first] = constraints;
  if (!first) throw new Error(`the clause ${id} has no constraints`);
  return {
    id,
    operation: first.operation,
    title: titlesOf(constraints),
    ...(constraints.every(({ keyword }) => keyword === 'required') ? { shows: 'required' } : {}),
    topic: topicOf(constraints),
    claims: [
      attemptsAt(id, profiles[first.operation]),
      neverAccepted(
        (breach, request) => constraints.includes(breach.constraint) && isToBlame(breach, request),
      ),
    ],
    mutants: constraints.flatMap((constraint) => mutantsOf(contract, constraint)),
  };
}

function topicOf(constraints: readonly Constraint[]): Topic {
  const keywords = constraints.map(({ keyword }) => keyword);
  const isOfBody = constraints.some(({ paths: [path = []] }) => path.length <= 1);
  if (isOfBody || keywords.includes('required')) return ['required values', 'required'];
  if (keywords.some((one) => ['const', 'enum'].includes(one))) return ['required values'];
  return [
    'rejections',
    keywords.some((one) => ['type', 'format', 'pattern'].includes(one)) ? 'forms' : 'lengths',
  ];
}

/** Constraints of one field share one sentence. */
const titlesOf = (constraints: readonly Constraint[]): string =>
  new Set(constraints.map(memberOf)).size === 1 && constraints.every(({ keyword }) => keyword !== 'required')
    ? titleOf(constraints)
    : constraints.map((one) => titleOf([one])).join(', and ');

const titleOf = (constraints: readonly Constraint[]): string => {
  const [first] = constraints;
  if (!first) return '';
  const member = memberOf(first);
  return first.keyword === 'required'
    ? `a request without ${member} is rejected`
    : `a request is rejected if ${member === 'body' ? 'its body' : member} is not ${wordsForAll(constraints)}`;
};
