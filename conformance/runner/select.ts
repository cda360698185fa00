import { UserError } from '../../src/errors.ts';
import { nearest } from '../../src/nearest.ts';
import { heldAs } from '../core/observation.ts';
import { globMatcher } from './glob.ts';
import type { RuleSet } from './rule-set.ts';

/** Patterns that pick from the rule set; an id, a glob, or a path that ids begin with. */
export type Selection = {
  /** Only these are run; absent or empty: all. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Rules that have to pass. */
  readonly require?: readonly string[];
};

/** Ids of what is run, and of what has to pass. */
export type Selected = {
  readonly rules: ReadonlySet<string>;
  /** What is read: choices, each on an operation. */
  readonly observations: ReadonlySet<string>;
  /** Choices that are read, and held where they are pinned: `choice/` and the id of each. */
  readonly choices: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Whether a rule of the interface is left out. */
  readonly isPart: boolean;
};

/**
 * Picks from the rule set; a choice is picked by `choice/` and its id on all operations it is about, and by an
 * operation on that one. A pattern that picks nothing is a {@link UserError}: it was meant to pick something.
 */
export function select(
  ruleSet: RuleSet,
  { only = [], skip = [], require = [] }: Selection,
  pinned: readonly string[] = [],
): Selected {
  const rules = ruleSet.rules.map(({ id }) => id);
  const looks = Map.groupBy(ruleSet.observations, ({ choice }) => heldAs(choice));
  const observations = ruleSet.observations.map(({ id }) => id);
  const all = [...rules, ...observations];
  const picked = (option: string, patterns: readonly string[]): Set<string> =>
    new Set(
      [...matches(option, patterns, [...all, ...looks.keys()])].flatMap(
        (id) => looks.get(id)?.map((look) => look.id) ?? id,
      ),
    );
  const wanted = only.length === 0 ? new Set(all) : picked('--only', only);
  const unwanted = picked('--skip', skip);
  const runs = (id: string): boolean => wanted.has(id) && !unwanted.has(id);
  const choices = [...looks].flatMap(([id, own]) => (own.some((look) => runs(look.id)) ? [id] : []));
  const required = requiredAmong([...rules, ...pinned], [...looks.keys()], require);
  const idle = [...required].find((id) => !runs(id) && !choices.includes(id));
  if (idle !== undefined)
    throw new UserError(`--require names ${idle}, which --only or --skip leaves out; remove one of the two.`);
  if (!all.some(runs))
    throw new UserError('--skip leaves nothing of what --only names; remove one of the two.');
  return {
    rules: new Set(rules.filter(runs)),
    observations: new Set(observations.filter(runs)),
    choices: new Set(choices),
    required,
    isPart: ruleSet.rules.some(({ id, house }) => !house && !runs(id)),
  };
}

/** The rule set with only the rules that patterns pick; all of them if there is no pattern. */
export function rulesOnly(ruleSet: RuleSet, only: readonly string[]): RuleSet {
  if (only.length === 0) return ruleSet;
  const ids = ruleSet.rules.map(({ id }) => id);
  const picked = matches('--only', only, ids);
  return { ...ruleSet, rules: ruleSet.rules.filter(({ id }) => picked.has(id)) };
}

/** A choice has to be pinned to be required: what is only observed cannot fail. */
function requiredAmong(
  held: readonly string[],
  choices: readonly string[],
  patterns: readonly string[],
): Set<string> {
  for (const pattern of patterns) {
    if (choices.includes(pattern) && !held.includes(pattern))
      throw new UserError(
        `--require names ${pattern}, which the target file does not pin; pin it there, under "choices".`,
      );
  }
  return matches('--require', patterns, held);
}

/** Far more than any id has. */
const longestPattern = 1000;

/** The ids that patterns match; `option` is what an error calls them, `lists` the command that shows all ids. */
export function matches(
  option: string,
  patterns: readonly string[],
  ids: readonly string[],
  lists = 'assay clauses',
): Set<string> {
  return new Set(
    patterns.flatMap((pattern) => {
      if (/^\/*$/.test(pattern) || pattern.length > longestPattern)
        throw new UserError(
          `${option} "${pattern.slice(0, 60)}" is not a pattern; write an id, the path it begins with, or a glob.`,
        );
      const found = ids.filter(matcher(pattern));
      if (found.length > 0) return found;
      const [near] = nearest(pattern.replace(/^[*/]+|[*/]+$/g, ''), ids, 1);
      throw new UserError(
        `${option} ${pattern} matches nothing; ${near === undefined ? `${lists} lists all ids.` : `the nearest is ${near}.`}`,
      );
    }),
  );
}

/** Ids hold brackets and dots, so a pattern is tried as plain text before it is tried as a glob. */
function matcher(pattern: string): (id: string) => boolean | undefined {
  const plain = pattern.replace(/\/+$/, '');
  const fits = globMatcher(plain);
  return (id) => prefixes(id).some((prefix) => prefix === plain || fits?.(prefix));
}

/** An id and every path it is under. */
function prefixes(id: string): string[] {
  const steps = id.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
