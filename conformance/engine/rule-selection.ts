import { UserError } from '../../src/errors.ts';
import { globMatcher } from '../../src/glob.ts';
import { nearest } from '../../src/words.ts';
import { choiceRuleId } from '../core/observation.ts';
import type { Target } from '../core/target.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';

/** Patterns that pick from the rule set; an id, a glob, or a path that ids begin with. */
export type Selection = {
  /** Only these are run; absent or empty: all. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Rules that have to pass. */
  readonly require?: readonly string[];
};

export type Selected = {
  /** What can be waived or required: all rules, and the choices that are pinned. */
  readonly ids: readonly string[];
  readonly rules: ReadonlySet<string>;
  readonly observations: ReadonlySet<string>;
  readonly choices: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Rules that `--skip` names: what breaks them is not reported. */
  readonly skipped: ReadonlySet<string>;
  readonly isPart: boolean;
};

/**
 * Selects rules and observations; `choice/ID` selects a choice on all its operations. A pattern that matches nothing
 * is a {@link UserError}.
 */
export function select(
  ruleSet: RuleSet,
  { only = [], skip = [], require = [] }: Selection,
  pins: Target['choices'],
): Selected {
  const rules = ruleSet.rules.map(({ id }) => id);
  const ids = [...rules, ...[...pins.keys()].map(choiceRuleId)];
  const byChoice = Map.groupBy(ruleSet.observations, ({ choice }) => choiceRuleId(choice));
  const observations = ruleSet.observations.map(({ id }) => id);
  const all = [...rules, ...observations];
  const picked = (option: string, patterns: readonly string[]): Set<string> =>
    new Set(
      [...idsMatching(option, patterns, [...all, ...byChoice.keys()])].flatMap(
        (id) => byChoice.get(id)?.map((observation) => observation.id) ?? id,
      ),
    );
  const wanted = only.length === 0 ? new Set(all) : picked('--only', only);
  const unwanted = picked('--skip', skip);
  const runs = (id: string): boolean => wanted.has(id) && !unwanted.has(id);
  const choices = [...byChoice].flatMap(([id, own]) =>
    own.some((observation) => runs(observation.id)) ? [id] : [],
  );
  const required = requiredAmong(ids, [...byChoice.keys()], require);
  const idle = [...required].find((id) => !runs(id) && !choices.includes(id));
  if (idle !== undefined)
    throw new UserError(`--require names ${idle}, which --only or --skip leaves out; remove one of the two.`);
  if (!all.some(runs))
    throw new UserError('--skip leaves nothing of what --only names; remove one of the two.');
  return {
    ids,
    rules: new Set(rules.filter(runs)),
    observations: new Set(observations.filter(runs)),
    choices: new Set(choices),
    required,
    skipped: unwanted,
    isPart: ruleSet.rules.some(({ id, house }) => !house && !runs(id)),
  };
}

export function rulesOnly(ruleSet: RuleSet, only: readonly string[]): RuleSet {
  if (only.length === 0) return ruleSet;
  const ids = ruleSet.rules.map(({ id }) => id);
  const picked = idsMatching('--only', only, ids);
  return { ...ruleSet, rules: ruleSet.rules.filter(({ id }) => picked.has(id)) };
}

/** Only pinned choices can be required, since others cannot fail. */
function requiredAmong(
  ids: readonly string[],
  choices: readonly string[],
  patterns: readonly string[],
): Set<string> {
  for (const pattern of patterns) {
    if (choices.includes(pattern) && !ids.includes(pattern))
      throw new UserError(
        `--require names ${pattern}, which the target file does not pin; pin it there, under "choices".`,
      );
  }
  return idsMatching('--require', patterns, ids);
}

const longestPattern = 1000;

/** The ids that patterns match; `option` and `lists` are for error messages. */
export function idsMatching(
  option: string,
  patterns: readonly string[],
  ids: readonly string[],
  lists = 'assay clauses --all',
): Set<string> {
  return new Set(
    patterns.flatMap((pattern) => {
      if (/^\/*$/.test(pattern) || pattern.length > longestPattern)
        throw new UserError(
          `${option} "${pattern.slice(0, 60)}" is not a pattern; write an id, the path it begins with, or a glob.`,
        );
      const found = ids.filter(idMatcher(pattern));
      if (found.length > 0) return found;
      const [near] = nearest(pattern.replace(/^[*/]+|[*/]+$/g, ''), ids, 1);
      throw new UserError(
        `${option} ${pattern} matches nothing; ${near === undefined ? `${lists} lists all ids.` : `the nearest is ${near}.`}`,
      );
    }),
  );
}

/** Ids contain brackets and dots, so a pattern is compared as text first. */
export function idMatcher(pattern: string): (id: string) => boolean {
  const trimmed = pattern.replace(/\/+$/, '');
  const fits = globMatcher(trimmed);
  return (id) => prefixes(id).some((prefix) => prefix === trimmed || fits?.(prefix) === true);
}

function prefixes(id: string): string[] {
  const steps = id.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
