import fileSystem from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { readClauses } from '../../src/contract/clauses.ts';
import type { Clause, Contract } from '../../src/contract/contract.ts';
import { idsOf, isOperation } from '../../src/contract/operations.ts';
import { UserError } from '../../src/errors.ts';
import { suggestion } from '../../src/words.ts';
import type { Experiment } from '../core/context.ts';
import { attempts } from '../core/judge-attempts.ts';
import type { Rule } from '../core/rule.ts';
import { faultIn, importDefault } from '../rule-files/import-default.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';
import type { TargetFile } from '../target/target-file.ts';
import { type HouseRule, openHouse } from './house-rule.ts';

// An old Node has no `glob`, and would reject its import before the check of its version.

export const housePrefix = 'house/';

type HouseFiles = Pick<TargetFile, 'rules' | 'clauses'>;

export type ContractAndRules = { readonly contract: Contract; readonly ruleSet: RuleSet };

export async function withHouseRules(
  loaded: ContractAndRules,
  { rules: named, clauses: file }: HouseFiles,
): Promise<ContractAndRules> {
  const patterns = [named ?? []].flat();
  if (patterns.length === 0) {
    if (file === undefined) return loaded;
    throw new UserError(`"clauses" names ${file}, but there are no "rules"; add them, or remove it.`);
  }
  const files = await findFiles(patterns);
  const clauses = await clausesInFile(file ?? besideFirst(files));
  const placed: ReturnType<typeof ruleInSet>[] = [];
  for (const one of files) {
    const id = clauseFor(one, clauses);
    placed.push(ruleInSet(one, checkRule(await importDefault(one), one, loaded.contract), id));
  }
  const { contract, ruleSet } = loaded;
  return {
    contract: { ...contract, clauses: new Map([...contract.clauses, ...clauses]) },
    ruleSet: {
      ...ruleSet,
      rules: [...ruleSet.rules, ...placed.map(({ rule }) => rule)],
      experiments: [...ruleSet.experiments, ...placed.flatMap(({ experiments }) => experiments)],
    },
  };
}

export async function filesOfRules({ rules, clauses }: HouseFiles): Promise<string[]> {
  if (rules === undefined) return clauses === undefined ? [] : [clauses];
  const files = await findFiles([rules].flat());
  return [...files, clauses ?? besideFirst(files)];
}

const besideFirst = ([first = '']: readonly string[]): string => join(dirname(first), 'clauses.yaml');

/** Makes the paths of a target file absolute. */
export function besideTarget(folder: string, { rules, clauses }: HouseFiles): HouseFiles {
  // The name of the folder is not a pattern.
  const literal = folder.replaceAll(/[[\]{}()*?!+@\\]/g, '\\$&');
  const beside = (path: string, where: string): string => (isAbsolute(path) ? path : join(where, path));
  return {
    ...(rules === undefined ? {} : { rules: [rules].flat().map((pattern) => beside(pattern, literal)) }),
    ...(clauses === undefined ? {} : { clauses: beside(clauses, folder) }),
  };
}

const mostFiles = 10_000;

async function findFiles(patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const before = found.size;
    let seen = 0;
    const exclude = (): boolean => {
      seen += 1;
      if (seen > mostFiles)
        throw new UserError(
          `rules: ${pattern} looks through more than ${mostFiles} files; name the folder of the rules.`,
        );
      return false;
    };
    for await (const file of fileSystem.glob(pattern, { exclude }))
      if (/(?<!\.d|\.test)\.m?[jt]s$/.test(file)) found.add(resolve(file));
    if (found.size === before)
      throw new UserError(`rules: ${pattern} matches no .ts, .mts, .js or .mjs file; correct the pattern.`);
  }
  const files = [...found].sort();
  const names = Map.groupBy(files, nameOfRule);
  for (const [name, [one, other]] of names)
    if (one !== undefined && other !== undefined)
      throw new UserError(
        `${other}: another rule is called ${housePrefix}${name} already (${one}); rename one of them.`,
      );
  return files;
}

const nameOfRule = (file: string): string => basename(file, extname(file));

async function clausesInFile(file: string): Promise<ReadonlyMap<string, Clause>> {
  const { readYaml } = await import('../../src/yaml/yaml-file.ts');
  const { value, where } = await readYaml(file);
  const clauses = readClauses(value, where);
  const foreign = [...clauses.keys()].findIndex((id) => !id.startsWith(housePrefix));
  if (foreign >= 0)
    throw new UserError(
      `${where([foreign, 'id'])}: the id of a clause of your own begins with ${housePrefix}; write "${housePrefix}…".`,
    );
  return new Map([...clauses].map(([id, clause]) => [id, { ...clause, house: true }]));
}

function clauseFor(file: string, clauses: ReadonlyMap<string, Clause>): string {
  const id = `${housePrefix}${nameOfRule(file)}`;
  if (!/^[\w.-]+$/.test(nameOfRule(file)))
    throw faultIn(file, 'its name is that of the rule', 'write it in letters, digits, hyphens and dots');
  const clause = clauses.get(id);
  if (!clause)
    throw new UserError(
      `${file}: no clause is called ${id}; add one to the clauses of your own, or rename the file: ${suggestion(id, [...clauses.keys()])}`,
    );
  if (clause.level === 'unspecified')
    throw faultIn(file, `the clause ${id} is of the level unspecified`, 'make it must or should');
  return id;
}

export function ruleInSet(
  file: string,
  { operation, title, claims, gather }: HouseRule,
  id: string,
): { readonly rule: Rule; readonly experiments: readonly Experiment[] } {
  const about = { id, operation, house: file };
  if (!gather) return { rule: { ...about, title, claims, mutants: [] }, experiments: [] };
  return {
    rule: { ...about, title, claims: [...claims, attempts], mutants: [] },
    experiments: [{ ...about, shows: title, run: (context) => gather(openHouse(context, operation, id)) }],
  };
}

type FieldCheck = readonly [words: string, is: (value: unknown) => boolean];

const fieldsFor = (contract: Contract): Readonly<Record<keyof HouseRule, FieldCheck>> => ({
  operation: [`one of ${idsOf(contract).join(', ')}`, (value) => isOperation(contract, String(value))],
  title: ['a sentence', (value) => typeof value === 'string' && value.trim() !== ''],
  claims: [
    'a list of what eachReply, eachPage and eachCreation make',
    (value) => Array.isArray(value) && value.every(isClaim),
  ],
  gather: ['a function, or left out', (value) => value === undefined || typeof value === 'function'],
});

const isClaim = (value: unknown): boolean =>
  isRecord(value) && value.on === 'response' && typeof value.judge === 'function';

function checkRule(exported: unknown, file: string, contract: Contract): HouseRule {
  if (!isRecord(exported)) throw faultIn(file, 'exports no rule', 'write "export default rule({ … })"');
  const fields = fieldsFor(contract);
  const unknown = Object.keys(exported).find((key) => !Object.hasOwn(fields, key));
  if (unknown !== undefined)
    throw new UserError(
      `${file}: "${unknown}" is not a field of a rule; ${suggestion(unknown, Object.keys(fields))}`,
    );
  for (const [name, [words, is]] of Object.entries(fields))
    if (!is(exported[name])) throw faultIn(file, `the "${name}" of the rule is not ${words}`, 'correct it');
  const rule = exported as HouseRule;
  if (rule.claims.length === 0 && !rule.gather)
    throw faultIn(file, 'the rule claims nothing', 'give it a claim');
  return rule;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
