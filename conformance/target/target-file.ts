import { resolve } from 'node:path';
import { choiceOf, readOptions } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { UserError } from '../../src/errors.ts';
import { isLoopback } from '../../src/http/exchange.ts';
import type { Path } from '../../src/json/json.ts';
import type { Collection, KnownGood, Origins, Target } from '../core/target.ts';
import type { Waiver } from '../core/verdict.ts';
import {
  collectionsOf,
  declaredCollection,
  declaredIn,
  hiddenIn,
  type WrittenCollection,
  type WrittenRecord,
  writtenIdOf,
} from './collections.ts';

type ReadFrom = {
  readonly path: string;
  readonly baseUrl?: string;
  readonly origins: Origins;
};

/** The key by which a target, or a changed copy, names its file. */
export const readFrom: unique symbol = Symbol('read from');

/** The content of a target file; see target-schema.ts. */
export type TargetFile = {
  readonly [readFrom]?: ReadFrom;
  /** The path of an OpenAPI file; by default, the contract is the shipped one. */
  readonly contract?: string;
  /** Paths of OpenAPI Overlays on the contract. */
  readonly overlays?: readonly string[];
  readonly baseUrl?: string;
  readonly publicUrl?: string;
  /** One token for all operations, or one for each, or for each security scheme. */
  readonly token?: string | Readonly<Partial<Record<string, string>>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly writes?: 'allow' | 'deny';
  /** How long after a request that changes something a reading may still show the old, such as `2s`. */
  readonly settles?: string;
  /** Values that the server accepts in requests, by operation; several sets if it accepts each only once. */
  readonly known?: Readonly<Partial<Record<OperationId, KnownGood | readonly KnownGood[]>>>;
  /** What only the operator knows of listings. */
  readonly collections?: readonly WrittenCollection[];
  /** Records that exist, in none of the collections. */
  readonly records?: readonly WrittenRecord[];
  /** Records that no collection must list. */
  readonly hidden?: readonly WrittenRecord[];
  /** Patterns for files of house rules. */
  readonly rules?: string | readonly string[];
  /** The clauses of house rules; by default `clauses.yaml` beside the first. */
  readonly clauses?: string;
  /** The option that was decided on, if the specification leaves a choice, by the id of the choice; checked like rules. */
  readonly choices?: Readonly<Record<string, string | number>>;
  readonly waivers?: readonly Waiver[];
};

/** What a target file says about the contract that is in force. */
export type NamedContract = Pick<TargetFile, 'contract' | 'overlays'>;

/** The contract of a target file, whose paths are relative to a folder. */
export const contractNamed = (
  { contract, overlays = [] }: NamedContract,
  folder: string,
): Promise<Contract> =>
  loadContract({
    ...(contract === undefined ? {} : { openapi: resolve(folder, contract) }),
    overlays: overlays.map((one) => resolve(folder, one)),
  });

/**
 * Normalizes a base URL, without a slash at the end. The message does not repeat a URL, which may contain a
 * password.
 */
export function checkBaseUrl(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UserError(`${place} is not an http or https URL; write it like http://127.0.0.1:4010.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError(
      `${place} contains credentials; put a token or a header into the target file instead.`,
    );
  }
  if (/[?#]/.test(text)) {
    throw new UserError(`${place} has a query or a fragment; remove it: paths are appended to the URL.`);
  }
  return url.href.replace(/\/+$/, '');
}

const key = 'choices';

/** The place in messages about a target without a file. */
const inTarget = (): string => 'the target';

export function readPins(
  contract: Contract,
  value: unknown,
  where: (path: Path) => string = inTarget,
): Target['choices'] {
  if (value === undefined) return new Map();
  const pins = new Map(
    [...readOptions(contract, value, where, [key])].map(([id, option]) => [id, String(option)]),
  );
  for (const id of pins.keys()) mustBeSeen(contract, id, where);
  return pins;
}

function mustBeSeen(contract: Contract, id: string, where: (path: Path) => string): void {
  const { seen } = choiceOf(contract, id);
  if (seen === undefined) return;
  throw new UserError(
    `${where([key, id])}: /${key}/${id} cannot be pinned, ${seen.replace('no, ', '')}; remove it.`,
  );
}

/**
 * Makes the target of a file at a base URL, with further collections of the command line. By default, only a target on
 * loopback may be written to.
 */
export function resolveTarget(
  contract: Contract,
  file: TargetFile,
  baseUrl: string,
  further: readonly Collection[] = [],
): Target {
  const written = file.collections ?? [];
  const declared = written.map((one, index) => declaredCollection(contract, one, `collections[${index}]`));
  const records = [...written.flatMap(({ holds = [] }) => holds), ...(file.records ?? [])];
  return {
    baseUrl,
    ...(file.publicUrl === undefined ? {} : { publicUrl: checkBaseUrl(file.publicUrl, 'publicUrl') }),
    ...(typeof file.token === 'string' ? { token: file.token } : {}),
    tokens: typeof file.token === 'object' ? file.token : {},
    headers: Object.entries(file.headers ?? {}),
    writes: file.writes === undefined ? isLoopback(baseUrl) : file.writes === 'allow',
    ...(file.settles === undefined ? {} : { settles: millisecondsOf(file.settles) }),
    known: Object.fromEntries(
      Object.entries(file.known ?? {}).map(([operation, sets = []]) => [operation, [sets].flat()]),
    ),
    collections: collectionsOf(contract, [...declared, ...further]),
    ...(file.records ? { records: file.records.map(writtenIdOf) } : {}),
    ...(file.hidden ? { hidden: hiddenIn(file.hidden) } : {}),
    declared: new Map(declaredIn(records)),
    choices: readPins(contract, file.choices),
  };
}

function millisecondsOf(text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
  if (count === undefined)
    throw new UserError(`settles: ${text} is not a duration; write it like 500ms or 2s.`);
  return Number(count) * (unit === 's' ? 1_000 : 1);
}
