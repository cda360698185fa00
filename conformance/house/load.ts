// As a whole: an old Node has no `glob`, and would say only that, before anything could say what it needs.
import * as disk from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readClauses } from '../../src/contract/clauses.ts';
import { type Clause, type Contract, operationIds } from '../../src/contract/contract.ts';
import { UserError } from '../../src/errors.ts';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import { attemptsAt } from '../core/attempt.ts';
import { faultIn, faultOfImport } from '../core/house-faults.ts';
import type { Experiment } from '../core/look.ts';
import { suggestion } from '../core/nearest.ts';
import type { Rule } from '../core/rule.ts';
import { profiles } from '../interface/profiles.ts';
import type { Catalogue } from '../runner/catalogue.ts';
import type { TargetFile } from '../target/target-file.ts';
import { openHouse } from './gathering.ts';
import type { HouseRule } from './house-rule.ts';

/** What the ids of house rules and of their clauses begin with. */
const prefix = 'house/';

/** Where rules are found, and their clauses; patterns and paths are absolute, or relative to the current folder. */
export type HouseFiles = Pick<TargetFile, 'rules' | 'clauses'>;

/** What everything is held to, and by what it is judged. */
export type Held = { readonly contract: Contract; readonly catalogue: Catalogue };

/** Adds the house rules of a target to what it is held to. Any fault in their files is a {@link UserError}. */
export async function withHouseRules(held: Held, { rules: named, clauses: file }: HouseFiles): Promise<Held> {
  const patterns = [named ?? []].flat();
  if (patterns.length === 0) {
    if (file === undefined) return held;
    throw new UserError(`"clauses" names ${file}, but there are no "rules"; add them, or remove it.`);
  }
  const files = await findFiles(patterns);
  const clauses = await clausesOf(file ?? join(dirname(files[0] ?? ''), 'clauses.yaml'));
  const rules: HouseRuleInCatalogue[] = [];
  for (const one of files) rules.push(ruleOf(one, await importRule(one), clauses));
  const { contract, catalogue } = held;
  return {
    contract: { ...contract, clauses: new Map([...contract.clauses, ...clauses]) },
    catalogue: {
      ...catalogue,
      rules: [...catalogue.rules, ...rules.map(({ gather: _gather, ...rule }) => rule)],
      experiments: [...catalogue.experiments, ...rules.flatMap(experimentOf)],
    },
  };
}

/** Resolves what a target file names, relative to the folder it lies in. */
export function besideTarget(folder: string, { rules, clauses }: HouseFiles): HouseFiles {
  // What the folder is called is no pattern.
  const literal = folder.replaceAll(/[[\]{}()*?!+@\\]/g, '\\$&');
  const beside = (path: string, where: string): string => (isAbsolute(path) ? path : join(where, path));
  return {
    ...(rules === undefined ? {} : { rules: [rules].flat().map((pattern) => beside(pattern, literal)) }),
    ...(clauses === undefined ? {} : { clauses: beside(clauses, folder) }),
  };
}

/** The files that patterns match, each once, sorted. */
async function findFiles(patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const before = found.size;
    for await (const file of disk.glob(pattern))
      if (/(?<!\.d|\.test)\.m?[jt]s$/.test(file)) found.add(resolve(file));
    if (found.size === before)
      throw new UserError(`rules: ${pattern} matches no .ts, .mts, .js or .mjs file; correct the pattern.`);
  }
  const files = [...found].sort();
  const names = Map.groupBy(files, nameOf);
  for (const [name, [one, other]] of names)
    if (one !== undefined && other !== undefined)
      throw new UserError(
        `${other}: another rule is called ${prefix}${name} already (${one}); rename one of them.`,
      );
  return files;
}

const nameOf = (file: string): string => basename(file, extname(file));

async function clausesOf(file: string): Promise<ReadonlyMap<string, Clause>> {
  const { value, where } = await readYaml(file);
  const clauses = readClauses(value, where);
  const stray = [...clauses.keys()].findIndex((id) => !id.startsWith(prefix));
  if (stray >= 0)
    throw new UserError(
      `${where([stray, 'id'])}: the id of a clause of your own begins with ${prefix}; write "${prefix}…".`,
    );
  return new Map([...clauses].map(([id, clause]) => [id, { ...clause, house: true }]));
}

async function importRule(file: string): Promise<unknown> {
  const loaded = (await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw faultOfImport(file, error);
  })) as { readonly default?: unknown };
  return loaded.default;
}

/** A rule with the experiment it brings. */
type HouseRuleInCatalogue = Rule & Pick<HouseRule, 'gather'>;

/** Checks the form of what a file exports, and gives it its place in the catalogue. */
function ruleOf(file: string, exported: unknown, clauses: ReadonlyMap<string, Clause>): HouseRuleInCatalogue {
  const id = `${prefix}${nameOf(file)}`;
  if (!/^[\w.-]+$/.test(nameOf(file)))
    throw faultIn(file, 'its name is that of the rule', 'write it in letters, digits, hyphens and dots');
  if (exported === undefined) throw faultIn(file, 'exports no rule', 'write "export default rule({ … })"');
  if (!isHouseRule(exported, file))
    throw faultIn(file, 'exports no rule', 'write "export default rule({ … })"');
  const clause = clauses.get(id);
  if (!clause)
    throw new UserError(
      `${file}: no clause is called ${id}; add one to the clauses of your own, or rename the file: ${suggestion(id, [...clauses.keys()])}`,
    );
  if (clause.level === 'unspecified')
    throw faultIn(file, `the clause ${id} is of the level unspecified`, 'make it must or should');
  const { operation, title, claims, gather } = exported;
  const own = gather ? [attemptsAt(id, profiles[operation])] : [];
  return {
    id,
    operation,
    title,
    claims: [...claims, ...own],
    mutants: [],
    house: file,
    ...(gather ? { gather } : {}),
  };
}

/** The members of a rule, and how each is checked. */
const members: Readonly<Record<keyof HouseRule, readonly [words: string, is: (value: unknown) => boolean]>> =
  {
    operation: [`one of ${operationIds.join(', ')}`, (value) => operationIds.some((id) => id === value)],
    title: ['a sentence', (value) => typeof value === 'string' && value.trim() !== ''],
    claims: [
      'a list of what eachReply, eachPage and eachCreation make',
      (value) => Array.isArray(value) && value.every(isClaim),
    ],
    gather: ['a function, or left out', (value) => value === undefined || typeof value === 'function'],
  };

const isClaim = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'on' in value &&
  value.on === 'answer' &&
  'judge' in value &&
  typeof value.judge === 'function';

function isHouseRule(value: unknown, file: string): value is HouseRule {
  if (typeof value !== 'object' || value === null) return false;
  const given = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(members, key));
  if (unknown !== undefined)
    throw new UserError(
      `${file}: "${unknown}" is no member of a rule; ${suggestion(unknown, Object.keys(members))}`,
    );
  for (const [name, [words, is]] of Object.entries(members))
    if (!is(given[name])) throw faultIn(file, `the "${name}" of the rule is not ${words}`, 'correct it');
  if (Array.isArray(given.claims) && given.claims.length === 0 && given.gather === undefined)
    throw faultIn(file, 'the rule claims nothing', 'give it a claim');
  return true;
}

/** The experiment of a rule that brings one. */
const experimentOf = ({ id, operation, house, gather }: HouseRuleInCatalogue): Experiment[] =>
  gather === undefined || house === undefined
    ? []
    : [{ id, operation, house, run: (field) => gather(openHouse(field, operation, id)) }];
