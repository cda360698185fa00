import type { ExitCode } from '../../conformance/engine/exit-code.ts';
import { mutantsOfRules } from '../../conformance/stub-target/rule-mutants.ts';
import { resolveTarget, type TargetFile } from '../../conformance/target/target-file.ts';
import type { Catalog } from '../../spec/stub/catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { lazy } from '../../src/once.ts';
import { seededRandom } from '../../src/stub/choices.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { conforming, front, type Manner } from '../../test/hostile/servers/front.ts';
import {
  contract,
  catalog as sample,
  type Trial,
  type TrialOptions,
  tryOut,
} from '../../test/hostile/trial.ts';
import { targetOfCatalog } from '../../test/target-of-catalog.ts';
import type { World } from './conditions.ts';
import type { Layer } from './layers.ts';

/** The stub behind something that disturbs it, and the exit codes that a check of it may have. */
export type Disturbance = {
  /** What it does, in one sentence. */
  readonly does: string;
  readonly codes: readonly ExitCode[];
  /** Why these codes: the readings that say so, or the meaning of the verdicts. */
  readonly because: string;
  /** What is in front of the stub, the outermost first. */
  readonly layers?: readonly Layer[];
  /** How responses are written to the connection. */
  readonly writes?: (world: World) => Manner;
  /** The fault of the stub itself: a mutant by the name of its rule and its own. */
  readonly fault?: string;
  /** What is served; the sample catalog, unless said otherwise. */
  readonly catalog?: Catalog;
  /** Whether less can be judged than of the sample catalog with its complete target file. */
  readonly isSmall?: true;
  /** What the operator declares differently. */
  readonly target?: (file: TargetFile) => TargetFile;
  readonly options?: Pick<TrialOptions, 'timeout' | 'patience' | 'budget'>;
};

/** How a check of a disturbed stub ended. */
export type Outcome = {
  readonly code: ExitCode;
  /** Whether it may have this code. */
  readonly isRight: boolean;
  /** The last line of the check. */
  readonly line: string;
  /** The ids of the `must` rules that were broken. */
  readonly broken: readonly string[];
};

/** Checks a disturbed stub. What chance decides, the seed does. */
export async function checkBehind(disturbance: Disturbance, seed: string): Promise<Outcome> {
  const { report, shown } = await tryBehind(disturbance, seed);
  const code = report?.exitCode ?? 2;
  const isRight =
    disturbance.codes.includes(code) && (code !== 0 || disturbance.isSmall || (await isEarned(report)));
  const broken = (report?.results ?? []).filter(
    ({ verdict, level }) => verdict === 'fail' && level === 'must',
  );
  const line = shown.trimEnd().split('\n').at(-1) ?? '';
  return { code, isRight, line, broken: broken.map(({ rule }) => rule) };
}

/** The faults that a stub can have, by the name of a rule and its mutant. */
export const faults = mutantsOfRules({ contract, parts: stubPartsOf(sample), choices: {} });

/** Checks the stub over a loopback port, with the complete target file of the sample catalog. */
async function tryBehind(disturbance: Disturbance, seed: string): Promise<Trial> {
  const { fault, layers = [], writes, options, catalog = sample } = disturbance;
  const mutant = fault === undefined ? undefined : (await faults()).get(fault);
  if (fault !== undefined && !mutant) throw new Error(`there is no mutant "${fault}"`);
  const stub = createStub({
    contract,
    parts: stubPartsOf(catalog),
    seed,
    journal: false,
    mutants: mutant ? [mutant] : [],
  });
  const draw = seededRandom(seed);
  let requests = 0;
  const world: World = {
    request: () => requests,
    chance: (share) => draw(1000) < 1000 * share,
    serve: (other) => stub.serve(stubPartsOf(other)),
  };
  const disturbed = layers.reduceRight((next, layer) => layer(world)(next), stub.transport);
  await using server = await front((request) => {
    requests += 1;
    return disturbed(request);
  }, writes?.(world) ?? conforming);
  const complete = targetOfCatalog(catalog, server.baseUrl);
  const target = resolveTarget(contract, disturbance.target?.(complete) ?? complete, server.baseUrl);
  return await tryOut(server.baseUrl, { patience: 2000, budget: 150_000, ...options, target });
}

const undisturbed = lazy(() => tryBehind({ does: '', codes: [0], because: '' }, 'undisturbed'));

/** Whether nine in ten of the `must` rules of each operation passed that pass without a disturbance (reading 32). */
async function isEarned(report: Trial['report']): Promise<boolean> {
  const [whole, some] = [passedBy((await undisturbed()).report), passedBy(report)];
  return [...whole].every(([operation, rules]) => (some.get(operation)?.length ?? 0) >= 0.9 * rules.length);
}

const passedBy = (report: Trial['report']) =>
  Map.groupBy(
    (report?.results ?? []).filter(({ verdict, level }) => verdict === 'pass' && level === 'must'),
    ({ operation }) => operation,
  );
