import picomatch from 'picomatch';
import { UserError } from '../../src/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { Catalogue } from './catalogue.ts';
import { heldAs } from './sights.ts';

/** Patterns that pick from the catalogue; an id, a glob, or a path that ids begin with. */
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
  /** Choices that are looked at, and held where they are pinned: `choice/` and the id of each. */
  readonly choices: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Whether a rule, or a choice that is pinned, is left out. */
  readonly isPart: boolean;
};

/**
 * Picks from the catalogue; a choice is picked by `choice/` and its id, or by the operations it is about. A pattern
 * that picks nothing is a {@link UserError}: it was meant to pick something.
 */
export function select(
  catalogue: Catalogue,
  { only = [], skip = [], require = [] }: Selection,
  pinned: readonly string[] = [],
): Selected {
  const rules = catalogue.rules.map(({ id }) => id);
  const choices = [...new Set(catalogue.observations.map(({ choice }) => heldAs(choice)))];
  const all = [...rules, ...choices];
  const alsoCalled = new Map(catalogue.observations.map(({ id, choice }) => [id, heldAs(choice)]));
  const picked = (option: string, patterns: readonly string[]): Set<string> =>
    new Set(
      [...matches(option, patterns, [...all, ...alsoCalled.keys()])].map((id) => alsoCalled.get(id) ?? id),
    );
  const wanted = only.length === 0 ? new Set(all) : picked('--only', only);
  const unwanted = picked('--skip', skip);
  const required = requiredAmong([...rules, ...pinned], choices, require);
  const runs = (id: string): boolean => wanted.has(id) && !unwanted.has(id);
  const idle = [...required].find((id) => !runs(id));
  if (idle !== undefined)
    throw new UserError(`--require names ${idle}, which --only or --skip leaves out; drop one of the two.`);
  if (!all.some(runs))
    throw new UserError('--skip leaves nothing of what --only names; drop one of the two.');
  return {
    rules: new Set(rules.filter(runs)),
    choices: new Set(choices.filter(runs)),
    required,
    isPart: ![...rules, ...pinned].every(runs),
  };
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

/** The ids that patterns match; `option` is what a fault calls them. */
export function matches(option: string, patterns: readonly string[], ids: readonly string[]): Set<string> {
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
        `${option} ${pattern} matches nothing in the catalogue; ${near === undefined ? 'it is empty.' : `the nearest is ${near}.`}`,
      );
    }),
  );
}

/** Ids hold brackets and dots, so a pattern is tried as plain text before it is tried as a glob. */
function matcher(pattern: string): (id: string) => boolean {
  const plain = pattern.replace(/\/+$/, '');
  const isMatch = picomatch(plain, { nonegate: true });
  return (id) => prefixes(id).some((prefix) => prefix === plain || isMatch(prefix));
}

/** An id and every path it stands under. */
function prefixes(id: string): string[] {
  const steps = id.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
