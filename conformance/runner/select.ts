import picomatch from 'picomatch';
import { UserError } from '../../src/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { Catalogue } from './catalogue.ts';

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
  readonly observations: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
};

/** Picks from the catalogue, or from those ids of it that are `within` a part. A pattern that picks nothing is a {@link UserError}: it was meant to pick something. */
export function select(
  catalogue: Catalogue,
  { only = [], skip = [], require = [] }: Selection,
  within?: ReadonlySet<string>,
): Selected {
  const rules = catalogue.rules.map(({ id }) => id);
  const observations = catalogue.observations.map(({ id }) => id);
  const all = [...new Set([...rules, ...observations])];
  const wanted = only.length === 0 ? new Set(all) : matches('--only', only, all);
  const unwanted = matches('--skip', skip, all);
  const required = matches('--require', require, rules);
  const runs = (id: string): boolean => wanted.has(id) && !unwanted.has(id);
  const idle = [...required].find((id) => !runs(id));
  if (idle !== undefined)
    throw new UserError(`--require names ${idle}, which --only or --skip leaves out; drop one of the two.`);
  if (!all.some(runs))
    throw new UserError('--skip leaves nothing of what --only names; drop one of the two.');
  const here = (id: string): boolean => runs(id) && (within?.has(id) ?? true);
  return { rules: new Set(rules.filter(here)), observations: new Set(observations.filter(here)), required };
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
