import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Contract } from '../../../src/contract/contract.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { filesField } from '../../../src/contract/references.ts';
import { UserError } from '../../../src/errors.ts';
import { objectIn } from '../../../src/json/json.ts';
import { counted } from '../../../src/words.ts';
import { readText } from '../../../src/yaml/text-file.ts';
import type { Target } from '../../core/target.ts';
import type { Waiver } from '../../core/verdict.ts';
import { besideTarget, filesOfRules } from '../../house/load.ts';
import type { CredentialOptions } from '../../report/secrets.ts';
import type { RuleSet } from '../../rule-files/rule-set.ts';
import { readAt } from '../../target/collections.ts';
import type { ReadTarget } from '../../target/read.ts';
import {
  checkBaseUrl,
  type NamedContract,
  resolveTarget,
  type TargetFile,
} from '../../target/target-file.ts';
import { everyCredential } from '../../target/variables.ts';
import { type Io, print } from '../io/io.ts';
import { givenIn, originsOf, withCredentials } from '../options/credentials.ts';
import { filesGiven, resolveBeside } from '../options/options.ts';
import { checkOwner, type PlaceOfTarget, placeOfTarget, targetFileName } from './find-target.ts';

type TargetOptions = TargetFileOptions &
  CredentialOptions & {
    readonly baseUrl?: string;
    /** Added to the collections of the target file, each by its values. */
    readonly at?: readonly string[];
    readonly stub?: boolean;
    readonly plan?: boolean;
    readonly allowWrites?: boolean;
  };

/**
 * Opens the target; the command line takes precedence over the target file. Without either it throws a
 * {@link UserError}: a gate must not pass because its target file is missing.
 */
export async function openTarget(options: TargetOptions, io: Io): Promise<OpenTarget> {
  const { baseUrl, at: named = [] } = options;
  if (options.stub) return openStub(options, named, io);
  const given = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl, 'the base URL');
  const place = await placeOfTarget(options.target, io, given);
  const { path } = place;
  const {
    file: read,
    contract,
    where,
    origins,
  } = await readTargetAt(place, options, io, {
    given: options,
    isPlan: options.plan ?? false,
  });
  const further = named.map((one) => readAt(contract, one));
  if (baseUrl === undefined && path === undefined) throw new UserError(nothingToCheck(options));
  const file = withCredentials(read, options, { env: io.env, hasFile: path !== undefined });
  const address = given ?? file.baseUrl;
  if (address === undefined) throw noBaseUrl(where);
  const url = checkBaseUrl(address, 'the base URL');
  // Imported only if needed, since other commands read target files, too.
  const { loadRules } = await import('../../check.ts');
  const loaded = await loadRules(file, { contract });
  const resolved = resolveTarget(contract, file, url, further);
  const target = {
    ...resolved,
    ...(options.allowWrites ? { writes: true } : {}),
    origins: new Map([...origins, ...originsOf(options, io.env)]),
  };
  if (file.writes === undefined && !target.writes)
    print(
      io,
      `no POST request is sent: ${new URL(url).hostname} is not loopback; if it may create records there, write writes: allow into the target file, or use --allow-writes`,
    );
  const waivers = file.waivers ?? [];
  const written =
    path === undefined ? {} : { file: relative(io.cwd, path), read: { file, contract, where, origins } };
  return {
    ...loaded,
    target,
    waivers,
    ...written,
    findReads: () => filesRead(contract, file, path),
    isLocalStub: false,
    [Symbol.asyncDispose]: async () => {},
  };
}

async function openStub(
  { baseUrl, target, ...files }: TargetOptions,
  named: readonly string[],
  io: Io,
): Promise<OpenTarget> {
  const other = baseUrl === undefined ? target && `--target ${target}` : `the base URL ${baseUrl}`;
  if (other) throw new UserError(`--stub and ${other} cannot be combined; remove one of the two.`);
  const given = filesGiven(files, io);
  const contract = await loadContract(given);
  const collections = named.map((one) => readAt(contract, one));
  const { openLocalStub } = await import('./stand-in.ts');
  return {
    ...(await openLocalStub(contract, collections)),
    findReads: () => filesRead(contract, namedBy(given)),
  };
}

export const noBaseUrl = (where: ReadTarget['where']): UserError =>
  new UserError(`${where([])}: no base URL; add one under "baseUrl", or give one on the command line.`);

const nothingToCheck = ({ target }: TargetOptions): string =>
  [
    target === false
      ? 'there is no server to check: no base URL is given, and --no-target leaves the target file out'
      : `there is no server to check: no base URL is given, and no ${targetFileName} was found in this folder or above it`,
    'name a base URL, name a target file with --target, or write one with assay init; --stub checks the stub.',
  ].join('; ');

/** Has to be disposed, since it may be a stub. */
export type OpenTarget = AsyncDisposable & {
  readonly contract: Contract;
  readonly ruleSet: RuleSet;
  readonly target: Target;
  readonly waivers: readonly Waiver[];
  readonly file?: string;
  readonly read?: ReadTarget;
  /** Finds the files that no report may be written over. */
  readonly findReads: () => Promise<readonly string[]>;
  readonly isLocalStub: boolean;
};

type TargetFileOptions = {
  /** Undefined: one is searched for; false: none is used. */
  readonly target?: string | false;
  /** The OpenAPI file of another interface. */
  readonly contract?: string;
  readonly overlay?: readonly string[];
};

/** What the command line names, as a target file names it. */
export const namedBy = ({ openapi, overlays }: ReturnType<typeof filesGiven>) => ({
  overlays,
  ...(openapi === undefined ? {} : { contract: openapi }),
});

/** The files that a command reads: a target file, the contract with all that it refers to, Overlays and rules. */
export async function filesRead(
  { document }: Contract,
  file: Pick<TargetFile, 'contract' | 'overlays' | 'rules' | 'clauses'>,
  target?: string,
): Promise<string[]> {
  const { contract: openapi, overlays = [] } = file;
  const beside = Object.keys(objectIn(document, filesField));
  const ofContract =
    openapi === undefined
      ? []
      : [...(await filesOfContract(openapi)), ...beside.map((name) => join(dirname(openapi), name))];
  return [target ?? [], ofContract, overlays, await filesOfRules(file)].flat();
}

/**
 * Reads a target file with the contract that is in force, and resolves its paths. The command line names another
 * contract, or further Overlays. The YAML parser is slow to load, so it is imported only for a file.
 */
export async function readTargetAt(
  { path, isFound }: PlaceOfTarget,
  options: Pick<TargetFileOptions, 'contract' | 'overlay'>,
  io: Io,
  use: { readonly sends?: boolean; readonly isPlan?: boolean; readonly given?: CredentialOptions },
): Promise<ReadTarget> {
  const given = filesGiven(options, io);
  if (path === undefined) {
    const contract = await loadContract(given);
    return { file: namedBy(given), contract, where: () => 'the command line', origins: new Map() };
  }
  const { readTarget } = await import('../../target/read.ts');
  if (isFound) await checkOwner(path, path);
  const dispensable =
    use.sends === false
      ? everyCredential
      : use.isPlan
        ? { ...everyCredential, instead: 'planned' }
        : givenIn(use.given ?? {});
  const load = async (named: NamedContract): Promise<Contract> => {
    const own = resolveBeside(path, [named.contract ?? [], named.overlays ?? []].flat());
    if (isFound)
      for (const one of own) for (const file of await filesOfContract(one)) await checkOwner(file, path);
    return loadContract(filesNamed(path, named, given));
  };
  const reading = { environment: io.env, ...(dispensable ? { dispensable } : {}), isFound, load };
  const { file: written, contract, where, origins } = await readTarget(path, reading);
  const { openapi, overlays } = filesNamed(path, written, given);
  const file = {
    ...written,
    ...besideTarget(dirname(path), written),
    ...(openapi === undefined ? {} : { contract: openapi }),
    overlays,
  };
  await tellQuestions(overlays, io);
  if (!isFound) return { file, contract, where, origins };
  const { rules, clauses, ...others } = file;
  const runsRules = use.sends !== false;
  if (!runsRules && rules !== undefined) print(io, `its rules are not run; --target ${path} runs them`);
  const programs = runsRules ? await filesOfRules(file) : [];
  for (const one of programs) await checkOwner(one, path);
  return { file: runsRules ? file : others, contract, where, origins };
}

/** What is open in an Overlay is not checked, and a check that passes would hide that. */
async function tellQuestions(overlays: readonly string[], io: Io): Promise<void> {
  for (const file of overlays) {
    // A comment with a question mark has one, as `init` writes them.
    const count = (await readText(file)).split('\n').filter((line) => /#.*\?( |$)/.test(line)).length;
    if (count > 0)
      print(
        io,
        `${relative(io.cwd, file)} has ${counted(count, 'open question')}, and what it asks about is not checked`,
      );
  }
}

/** The files of the contract that is in force, by the target file and the command line, which takes precedence. */
function filesNamed(
  path: string,
  { contract, overlays = [] }: NamedContract,
  given: ReturnType<typeof filesGiven>,
): { readonly openapi?: string; readonly overlays: readonly string[] } {
  const [named] = contract === undefined ? [] : resolveBeside(path, [contract]);
  const { openapi = named } = given;
  return {
    ...(openapi === undefined ? {} : { openapi }),
    // One that the target file names as well is applied once.
    overlays: [...new Set([...resolveBeside(path, overlays), ...given.overlays])],
  };
}

/** A file, or a folder with all that is in it: a contract may be one, and its rules are programs. */
async function filesOfContract(path: string): Promise<string[]> {
  const inside = await readdir(path, { recursive: true }).catch(() => []);
  return [path, ...inside.map((name) => join(path, name))];
}
