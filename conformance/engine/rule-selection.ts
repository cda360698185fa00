import { UserError } from '../../src/errors.ts';
import { nearest } from '../../src/words.ts';
import { choiceRuleId } from '../core/observation.ts';
import type { RuleSet } from './rule-set.ts';

const mostWords = 100;

/**
 * Matches a glob: `*` and `?` without slashes, `**`, `[a-z]` and `{a,b}`. Takes linear time even for hostile
 * patterns; undefined if there are too many braces.
 */
export function globMatcher(pattern: string): ((text: string) => boolean) | undefined {
  const words = withoutBraces(pattern);
  const globs = words?.map((word) => word.match(parts) ?? []);
  return globs && ((text) => globs.some((glob) => fits(glob, text)));
}

const parts = /\*\*\/|\*+|\[[^\]]+\]|./gsu;

const braces = /^(.*?)\{([^{}]*)\}(.*)$/su;

function withoutBraces(pattern: string): string[] | undefined {
  const words: string[] = [];
  const left = [pattern];
  for (let word = left.pop(); word !== undefined; word = left.pop()) {
    if (words.length + left.length >= mostWords) return undefined;
    const [whole, before = '', inner = '', after = ''] = braces.exec(word) ?? [];
    if (whole === undefined) words.push(word);
    else left.push(...inner.split(',').map((one) => before + one + after));
  }
  return words;
}

/** Follows all places at once at which the next part may begin. */
function fits(glob: readonly string[], text: string): boolean {
  let places = new Set([0]);
  for (const part of glob) {
    const next = new Set<number>();
    for (const place of places) for (const end of endsOf(part, text, place)) next.add(end);
    places = next;
  }
  return places.has(text.length);
}

/** Where a part may end that begins at a place. */
function* endsOf(part: string, text: string, place: number): Generator<number> {
  if (part === '**/') {
    yield place;
    for (let slash = text.indexOf('/', place); slash >= 0; slash = text.indexOf('/', slash + 1))
      yield slash + 1;
  } else if (part.startsWith('*')) {
    const slash = part === '*' ? text.indexOf('/', place) : -1;
    for (let end = place; end <= (slash < 0 ? text.length : slash); end += 1) yield end;
  } else if (text.startsWith(part, place)) yield place + part.length;
  else if (place < text.length && isOneOf(part, text.charAt(place))) yield place + 1;
}

const isOneOf = (part: string, character: string): boolean =>
  part === '?' ? character !== '/' : part.length > 1 && isAmong(part.slice(1, -1), character);

function isAmong(set: string, character: string): boolean {
  const isNegated = /^[!^]/.test(set);
  const [...listed] = isNegated ? set.slice(1) : set;
  const isListed = listed.some(
    (one, index) =>
      one === character ||
      (one === '-' && (listed[index - 1] ?? '~') <= character && character <= (listed[index + 1] ?? ' ')),
  );
  return isListed !== isNegated;
}

/** Patterns that pick from the rule set; an id, a glob, or a path that ids begin with. */
export type Selection = {
  /** Only these are run; absent or empty: all. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Rules that have to pass. */
  readonly require?: readonly string[];
};

type Selected = {
  readonly rules: ReadonlySet<string>;
  readonly observations: ReadonlySet<string>;
  readonly choices: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly isPart: boolean;
};

/**
 * Selects rules and observations; `choice/ID` selects a choice on all its operations. A pattern that matches nothing
 * is a {@link UserError}.
 */
export function select(
  ruleSet: RuleSet,
  { only = [], skip = [], require = [] }: Selection,
  pinned: readonly string[] = [],
): Selected {
  const rules = ruleSet.rules.map(({ id }) => id);
  const byChoice = Map.groupBy(ruleSet.observations, ({ choice }) => choiceRuleId(choice));
  const observations = ruleSet.observations.map(({ id }) => id);
  const all = [...rules, ...observations];
  const picked = (option: string, patterns: readonly string[]): Set<string> =>
    new Set(
      [...matches(option, patterns, [...all, ...byChoice.keys()])].flatMap(
        (id) => byChoice.get(id)?.map((observation) => observation.id) ?? id,
      ),
    );
  const wanted = only.length === 0 ? new Set(all) : picked('--only', only);
  const unwanted = picked('--skip', skip);
  const runs = (id: string): boolean => wanted.has(id) && !unwanted.has(id);
  const choices = [...byChoice].flatMap(([id, own]) =>
    own.some((observation) => runs(observation.id)) ? [id] : [],
  );
  const required = requiredAmong([...rules, ...pinned], [...byChoice.keys()], require);
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

export function rulesOnly(ruleSet: RuleSet, only: readonly string[]): RuleSet {
  if (only.length === 0) return ruleSet;
  const ids = ruleSet.rules.map(({ id }) => id);
  const picked = matches('--only', only, ids);
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
  return matches('--require', patterns, ids);
}

const longestPattern = 1000;

/** The ids that patterns match; `option` and `lists` are for error messages. */
export function matches(
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
      const found = ids.filter(matcher(pattern));
      if (found.length > 0) return found;
      const [near] = nearest(pattern.replace(/^[*/]+|[*/]+$/g, ''), ids, 1);
      throw new UserError(
        `${option} ${pattern} matches nothing; ${near === undefined ? `${lists} lists all ids.` : `the nearest is ${near}.`}`,
      );
    }),
  );
}

/** Ids contain brackets and dots, so a pattern is compared as text first. */
export function matcher(pattern: string): (id: string) => boolean {
  const plain = pattern.replace(/\/+$/, '');
  const fits = globMatcher(plain);
  return (id) => prefixes(id).some((prefix) => prefix === plain || fits?.(prefix) === true);
}

function prefixes(id: string): string[] {
  const steps = id.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
