import { dirname, relative, resolve } from 'node:path';
import type { Contract } from '../src/contract/contract.ts';
import { UserError } from '../src/errors.ts';
import type { Transport } from '../src/http/exchange.ts';
import { network } from '../src/http/network.ts';
import type { Environment } from '../src/http/proxy-variables.ts';
import { redactorOf } from '../src/secrets/redactor.ts';
import { aboutRule, levelOf, type Rule } from './core/rule.ts';
import type { Origin, Origins, Target } from './core/target.ts';
import type { Waiver } from './core/verdict.ts';
import { isCounted } from './engine/exit-code.ts';
import { defaultBudget, defaultConcurrency, defaultTimeout } from './engine/option-defaults.ts';
import { type Selection, select } from './engine/rule-selection.ts';
import { run } from './engine/run.ts';
import type { RunTerms } from './engine/run-scope.ts';
import { defaultPatience } from './engine/sending/delivery.ts';
import { openWaivers } from './engine/waivers.ts';
import { besideTarget, type ContractAndRules, withHouseRules } from './house/load.ts';
import { loadRuleSet } from './kinds.ts';
import { compileReport } from './report/compile.ts';
import { reaching } from './report/not-judged.ts';
import type { Finding, Report } from './report/report.ts';
import { credentialWords, secretsOf, variableWith } from './report/secrets.ts';
import { commandLine } from './report/words.ts';
import type { RuleSet } from './rule-files/rule-set.ts';
import { atWord, declaredCollection } from './target/collections.ts';
import {
  checkBaseUrl,
  contractNamed,
  readFrom,
  resolveTarget,
  type TargetFile,
} from './target/target-file.ts';

function programCommand(contract: Contract, file: TargetFile, baseUrl: string, env: Environment): string {
  const from = file[readFrom];
  const { token, headers = {}, collections = [], contract: openapi, overlays = [] } = file;
  const isOneToken = typeof token === 'string';
  const words = from
    ? [...(from.baseUrl === file.baseUrl ? [] : [baseUrl]), '--target', relative('', from.path)]
    : [
        baseUrl,
        ...(openapi === undefined ? [] : ['--contract', relative('', openapi)]),
        ...collections.flatMap((one, index) => [
          '--at',
          atWord(contract, declaredCollection(contract, one, `collections[${index}]`)),
        ]),
        ...overlays.flatMap((overlay) => ['--overlay', relative('', overlay)]),
      ];
  const given = { ...(isOneToken ? { token } : {}), header: Object.entries(headers) };
  const credentials = from ? [] : credentialWords(given, env);
  return [commandLine(env, ['check', ...words]), ...credentials].join(' ');
}

function programOrigins({ token, headers = {}, ...file }: TargetFile, env: Environment): Origins {
  const tokens =
    typeof token === 'string' ? [token] : Object.values(token ?? {}).filter((one) => one !== undefined);
  const found = [...tokens, ...Object.values(headers)].flatMap((value): [string, Origin][] => {
    const variable = variableWith(value, env);
    return variable === undefined ? [] : [[value, { variable }]];
  });
  return new Map([...found, ...(file[readFrom]?.origins ?? [])]);
}

/** What is checked: a base URL, or all that a target file can say. */
export type CheckTarget = string | TargetFile;

/** The options of a check, from the command line or a program to the run; all have a default. */
export type Terms = Selection &
  RunTerms & {
    readonly strict?: boolean;
    /** How long one exchange over HTTP may take, in milliseconds. */
    readonly timeout?: number;
    /** Ends the run at the first broken rule that changes the verdict. */
    readonly bail?: boolean;
    readonly waivers?: readonly Waiver[];
  };

type Parts = {
  readonly contract: Contract;
  readonly target: Target;
  readonly ruleSet?: RuleSet;
  readonly isReferenceStub?: boolean;
};

function checkHasRules({ unchecked = [] }: Contract, { rules }: RuleSet): void {
  const [first] = unchecked;
  if (rules.length === 0)
    throw new UserError(
      `${first ? `${first.where}: ` : ''}the contract has no operation that assay can check${first ? `; ${first.what} is the first of what it cannot` : ''}. It checks operations whose successful response is JSON with a schema.`,
    );
}

/** Prepares a check. Invalid input is a {@link UserError}. */
export async function createCheck(parts: Parts, terms: Terms = {}) {
  const { contract, target, ruleSet = await loadRuleSet(contract) } = parts;
  const { strict = false, timeout = defaultTimeout, concurrency: connections = defaultConcurrency } = terms;
  checkHasRules(contract, ruleSet);
  const selected = select(ruleSet, terms, target.choices);
  const { required } = selected;
  const waivers = openWaivers(terms.waivers, selected);
  const changesVerdict = (rule: Rule): boolean => {
    const broken = waivers.mark({ ...aboutRule(rule, levelOf(rule, contract)), verdict: 'fail' });
    return selected.rules.has(rule.id) && isCounted(broken, { strict, required });
  };

  async function report(transport: Transport): Promise<Report> {
    const secrets = secretsOf(target);
    const seen = await run({
      budget: defaultBudget * 1000,
      // Reports name `--timeout` when a request was not sent because of a pause.
      patience: Math.max(defaultPatience, timeout),
      ...terms,
      contract,
      ruleSet,
      target,
      transport,
      selected: new Set([...selected.rules, ...selected.observations]),
      skipped: selected.skipped,
      tolerated: waivers.tolerated,
      ...(terms.bail ? { endsWith: changesVerdict } : {}),
    });
    const results = seen.results.map(waivers.mark);
    const selection = patternsOf(terms);
    return compileReport({
      ...seen,
      contract,
      target,
      rules: ruleSet.rules,
      results,
      strict,
      required,
      selected: selected.isPart && { named: new Set(terms.only) },
      secrets,
      ...(parts.isReferenceStub || seen.isReferenceStub ? { referenceStub: true } : {}),
      ...(terms.waivers?.length ? { waivers: waivers.notes(results) } : {}),
      ...(selection ? { selection } : {}),
    });
  }

  return {
    selected,
    /** Runs it, by default over HTTP. */
    run: (given?: Transport): Promise<Report> => {
      const reach = given
        ? { transport: given, close: undefined }
        : network(target.baseUrl, { connections, timeout });
      return reaching(report(reach.transport))
        .catch((error) => failRedacted(error, contract, target))
        .finally(reach.close);
    },
  };
}

/** Errors may quote the server, such as where it redirects to. */
function failRedacted(error: unknown, contract: Contract, target: Target): never {
  if (!(error instanceof UserError)) throw error;
  const { foreign } = redactorOf(contract, secretsOf(target));
  throw new UserError(foreign(error.message), error.lines.map(foreign));
}

function patternsOf({ only = [], skip = [] }: Selection): Report['selection'] {
  if (only.length === 0 && skip.length === 0) return undefined;
  return { ...(only.length > 0 ? { only } : {}), ...(skip.length > 0 ? { skip } : {}) };
}

/** How a target is checked through the API. */
export type CheckOptions = Omit<Terms, 'waivers' | 'since' | 'onProgress' | 'onWait'> & {
  /** How the target is reached; by default over HTTP. `fromFetch(handler)` reaches an app in this process. */
  readonly transport?: Transport;
  /** The contract to check against; by default the contract that ships with assay, with the Overlays of the target. */
  readonly contract?: Contract;
};

const inProcess = 'http://localhost';

/** A check under way: yields one finding for each rule, and resolves to the report. */
export type Running = AsyncGenerator<Finding, Report> & { readonly report: Promise<Report> };

/**
 * Checks a target and yields one finding a rule, beginning when the first is asked for. They come at the end, since
 * every response is judged by every rule; a `signal` ends the run before. What only the operator can settle is thrown as
 * a {@link UserError}.
 *
 * ```ts
 * const running = check('http://127.0.0.1:8080');
 * for await (const { rule, verdict, why } of running) console.log(rule, verdict, why);
 * const { headline } = await running.report;
 * ```
 */
export function check(target: CheckTarget, options: CheckOptions = {}): Running {
  const report = Promise.withResolvers<Report>();
  // A failure is thrown where the findings are read; the promise need not be read.
  report.promise.catch(() => {});
  return Object.assign(findings(target, options, report.resolve), { report: report.promise });
}

async function* findings(
  target: CheckTarget,
  options: CheckOptions,
  begun: (report: Promise<Report>) => void,
): AsyncGenerator<Finding, Report> {
  const running = runCheck(target, options);
  begun(running);
  const report = await running;
  yield* report.results;
  return report;
}

/** Checks a target and returns the report, from which every kind of report file is made. */
export async function runCheck(target: CheckTarget, options: CheckOptions = {}): Promise<Report> {
  const file = typeof target === 'string' ? { baseUrl: target } : target;
  const loaded = await loadRules(target, options);
  const { transport, contract: _given, ...terms } = options;
  const baseUrl = checkedUrl(file, options);
  const { contract } = loaded;
  const resolved = {
    ...resolveTarget(contract, file, baseUrl),
    origins: programOrigins(file, process.env),
  };
  const { run: start } = await createCheck(
    { ...loaded, target: resolved },
    { ...terms, waivers: file.waivers ?? [] },
  );
  return { ...(await start(transport)), command: programCommand(contract, file, baseUrl, process.env) };
}

export async function loadRules(
  target: CheckTarget,
  { contract: given }: Pick<CheckOptions, 'contract'> = {},
): Promise<ContractAndRules> {
  const file = typeof target === 'string' ? {} : target;
  if (typeof given === 'string')
    throw new UserError(
      `the option "contract" is ${JSON.stringify(given)}, which is no loaded contract; name the file as "contract" of the target, or give what loadContract returns.`,
    );
  const contract = given ?? (await contractNamed(file, ''));
  return withHouseRules({ contract, ruleSet: await loadRuleSet(contract) }, file);
}

function checkedUrl({ baseUrl }: TargetFile, { transport }: CheckOptions): string {
  if (baseUrl !== undefined) return checkBaseUrl(baseUrl, 'the base URL');
  if (transport) return inProcess;
  throw new UserError('the target has no base URL; give it a "baseUrl", or reach it through a "transport".');
}

/**
 * Reads a target file, `${ENV}` expanded, paths in it taken from where it lies.
 * Any mistake in it is a `UserError` that names file, line and what to do.
 */
export async function readTargetFile(path: string): Promise<TargetFile> {
  const { readTarget } = await import('./target/read.ts');
  const { file, origins } = await readTarget(path);
  const { baseUrl, contract } = file;
  const beside = (name: string): string => resolve(dirname(path), name);
  const overlays = (file.overlays ?? []).map(beside);
  const openapi = contract === undefined ? {} : { contract: beside(contract) };
  const from = { path: resolve(path), origins, ...(baseUrl === undefined ? {} : { baseUrl }) };
  return { ...file, ...openapi, overlays, ...besideTarget(resolve(dirname(path)), file), [readFrom]: from };
}
