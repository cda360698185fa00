import { randomInt } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../../../src/errors.ts';
import { type Destination, readDestination, reportKinds } from '../../report/report-files.ts';
import { checkWritable } from '../../report/write.ts';
import { type Io, resolvePath } from '../io/io.ts';

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };

export const collectValues = (text: string, before: readonly string[] = []): string[] => [...before, text];

const largestSeed = 2 ** 31 - 1;

export function readSeed(text: string): number {
  return text === 'random' ? randomInt(largestSeed) : wholeNumber(0, largestSeed)(text);
}

export function readShard(text: string): { readonly index: number; readonly count: number } {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('It must be I/N with I from 1 to N, such as 2/3.');
}

const contractFileHelp =
  'your OpenAPI file (3.0 to 3.2, YAML or JSON), or a folder with openapi.yaml and its clauses.yaml, rules/ and fixtures/';

export const contractHelp = `${contractFileHelp}; without it, the interface that ships with assay`;

export const targetedContractHelp = `${contractFileHelp}; without it, that of the target file, or the interface that ships with assay`;

export const fixturesHelp =
  'data to serve, a YAML or JSON file or a folder of them: a catalog of the shipped contract, or collections of that of --contract';

export const overlayHelp =
  'an OpenAPI Overlay that adds to that file, such as the one that assay init writes (YAML or JSON)';

export const atHelp =
  'a collection to list, in addition to those of the target file: the values of its required parameters, with slashes between them, after LISTING= if there are several listings';

/** The files of the contract that the command line names. */
export const filesGiven = (
  { contract, overlay = [] }: { readonly contract?: string; readonly overlay?: readonly string[] },
  io: Io,
): { readonly openapi?: string; readonly overlays: readonly string[] } => ({
  ...(contract === undefined ? {} : { openapi: resolvePath(io, contract) }),
  overlays: overlay.map((one) => resolvePath(io, one)),
});

export const resolveBeside = (file: string, paths: readonly string[]): string[] =>
  paths.map((path) => (isAbsolute(path) ? path : join(dirname(file), path)));

export const relativeTo = (io: Io, file: string, paths: readonly string[]): string[] =>
  paths.map((path) =>
    isAbsolute(path) ? path : relative(dirname(resolvePath(io, file)), resolvePath(io, path)),
  );

export type JudgingOptions = {
  /** False: none is searched for. */
  readonly target?: string | false;
  readonly contract?: string;
  readonly overlay?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly require?: readonly string[];
  readonly strict: boolean;
  readonly report?: readonly string[];
  readonly verbose: boolean;
};

export function reportHelp(of: Readonly<Record<string, { readonly words: string }>>): string {
  const each = Object.entries(of).map(([kind, { words }]) => `${kind} (${words})`);
  return `write a report, such as json=report.json; the kinds are ${each.join(', ')}`;
}

// biome-ignore format: one line a flag
export const judgingOptions = (
  command: Command,
  words: { readonly target: string; readonly only: string; readonly skip: string },
): Command =>
  command
    .option('--target <file>', `${words.target} (YAML); by default assay.target.yaml, in this folder or above it`)
    .option('--no-target', 'do not look for assay.target.yaml')
    .option('--contract <path>', targetedContractHelp)
    .option('--overlay <file>', overlayHelp, collectValues)
    .option('--only <glob>', `${words.only}: an id, the beginning of ids, or a pattern with *`, collectValues)
    .option('--skip <glob>', words.skip, collectValues)
    .option('--require <glob>', 'rules that must be tested and must pass', collectValues)
    .option('--strict', 'fail also if a should rule (our interpretation of the specification) is broken, not only if a must rule is', false)
    .option('--report <kind=file>', reportHelp(reportKinds), collectValues)
    .option('--verbose', 'show all problems, all choices, and the names of the untested rules', false);

export const selectionOfRules = ({
  only = [],
  skip = [],
  require = [],
}: Pick<JudgingOptions, 'only' | 'skip' | 'require'>) => ({
  only,
  skip,
  require,
});

export const targetWords = ({
  target,
  contract,
  overlay,
}: Pick<JudgingOptions, 'target' | 'contract' | 'overlay'>): string[] =>
  flagWords({ target: target || undefined, 'no-target': target === false, contract, overlay });

/** Flags as words of a command line: a switch that is on, and each value of the others. */
export const flagWords = (
  given: Readonly<Record<string, string | readonly string[] | boolean | undefined>>,
): string[] =>
  Object.entries(given).flatMap(([name, value = false]) =>
    typeof value === 'boolean'
      ? value
        ? [`--${name}`]
        : []
      : [value].flat().flatMap((one) => [`--${name}`, one]),
  );

/** Makes sure that no report is written over a file that a command reads. */
export async function keepApart(
  destinations: readonly Pick<Destination<string>, 'file'>[],
  findReads: () => Promise<readonly string[]>,
): Promise<void> {
  if (destinations.length === 0) return;
  const read = new Set(await Promise.all((await findReads()).map(realPathOf)));
  for (const { file } of destinations)
    if (read.has(await realPathOf(file)))
      throw new UserError(`${file} is read by this command; name another for the report.`);
}

/** Each file must be writable and unique. */
export async function readDestinations<K extends string>(
  of: Readonly<Record<K, unknown>>,
  reports: readonly string[] = [],
  io: Io,
): Promise<Destination<K>[]> {
  const destinations = reports
    .map((text) => readDestination(text, of))
    .map(({ kind, file }) => ({ kind, file: resolvePath(io, file) }));
  const written = new Set<string>();
  for (const { file } of destinations) {
    await checkWritable(file);
    const place = await realPathOf(file);
    if (written.has(place) && !place.startsWith('/dev/'))
      throw new UserError(`${file} is named for two reports; name a file for each.`);
    written.add(place);
  }
  return destinations;
}

const realPathOf = (file: string): Promise<string> => realpath(file).catch(() => file);
