import type { Contract } from '../../../src/contract/contract.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import type { HttpRequest } from '../../../src/http/exchange.ts';
import { secretsInRequest } from '../../../src/secrets/exchange-secrets.ts';
import { redactingLatest } from '../../../src/secrets/latest-secrets.ts';
import { secretNamesOf } from '../../../src/secrets/names.ts';
import { adminPath, controlTokenName } from '../../../src/stub/control.ts';
import type { Description } from '../../../src/stub/description.ts';
import type { NotImitated } from '../../../src/stub/imitation.ts';
import { type Served, servedOutcome } from '../../../src/stub/journal.ts';
import { printable, printableDeep } from '../../report/escaping.ts';
import { shellQuoted } from '../../report/words.ts';
import type { Output } from '../io/io.ts';

type Started = {
  readonly control: boolean;
  /** Whether it can be controlled from elsewhere with a token. */
  readonly hasControlToken: boolean;
  readonly target: string | undefined;
  /** The file of a contract that is not the shipped one. */
  readonly contract: string | undefined;
};

/** The description of a running stub: operations, collections, and commands to try. */
export function stubText(
  { name, baseUrl, operations, collections, tokens, examples }: Description,
  { control, hasControlToken, target, contract }: Started,
): string {
  const { origin } = new URL(baseUrl);
  const lists = Map.groupBy(collections, ({ list }) => list);
  return [
    `${printable(name)} at ${baseUrl}`,
    [
      'operations',
      ...operations.map(({ method, path, summary }) =>
        `  ${method.padEnd(5)} ${path}  ${summary.toLowerCase()}`.trimEnd(),
      ),
    ].join('\n'),
    [
      'collections',
      ...[...lists].flatMap(([list, some]) => [`  ${printable(list)}`, ...collectionRows(some)]),
    ].join('\n'),
    [tokenTitle(tokens), ...examples.map((line) => `  ${line}`)].join('\n'),
    ['to check it', `  ${howToCheck(target, contract)}`].join('\n'),
    ...(control ? [[controlTitle(hasControlToken), `  ${origin}${adminPath}`].join('\n')] : []),
    ['the same as JSON', `  ${origin}/`].join('\n'),
  ].join('\n\n');
}

function howToCheck(target: string | undefined, contract: string | undefined): string {
  if (contract !== undefined) return `assay check --stub --contract ${shellQuoted(contract)}`;
  return target === undefined
    ? 'start it with --export-target FILE, then: assay check --target FILE'
    : `assay check --target ${shellQuoted(target)}`;
}

/** A line for each collection: the values that name it, as `--at` takes them, what it is called, and what is in it. */
function collectionRows(collections: Description['collections']): string[] {
  const shown = collections.map(({ values, name, about }) => [values.join('/'), name, about].map(printable));
  const widths = [0, 1].map((column) => Math.max(0, ...shown.map((row) => (row[column] ?? '').length)));
  return shown.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `    ${cells.filter((cell) => cell !== '').join('  ')}`.trimEnd();
  });
}

/** Where a stub differs from what it imitates, a line each. */
export function notImitatedText(all: readonly NotImitated[]): string[] {
  if (all.length === 0) return [];
  const width = Math.max(...all.map(({ choice }) => printable(choice).length));
  return [
    '\nnot imitated',
    ...all.map(
      ({ choice, saw, instead }) =>
        `  ${printable(choice).padEnd(width)}  ${printable(saw)}; here ${printable(instead)}`,
    ),
  ];
}

/** One token for all operations means any token; a stub that checks its own has one for each. */
const tokenTitle = (tokens: Description['tokens']): string =>
  new Set(Object.values(tokens)).size === 1
    ? 'to try, with any token'
    : 'to try, with the token of each operation; another is rejected';

const controlTitle = (hasControlToken: boolean): string =>
  hasControlToken
    ? `to control it, from this machine, or from elsewhere with the token in ${controlTokenName}`
    : 'to control it, from this machine';

type Log = (
  level: 'info' | 'warn' | 'error',
  text: string,
  fields: Readonly<Record<string, string | number>>,
) => void;

export const createLog =
  ({ write, isTerminal }: Output): Log =>
  (level, text, fields) => {
    const now = new Date();
    const line = isTerminal
      ? `${now.toTimeString().slice(0, 8)}  ${printable(text)}`
      : JSON.stringify(printableDeep({ level, time: now.toISOString(), ...fields }));
    write(`${line}\n`);
  };

/** A client that sends new secrets all the time must not slow the log down. */
const mostSecrets = 100;

/** Logs every request with its outcome, without headers, bodies and known secrets. */
export function logServed(
  log: Log,
  contract: Contract,
  operationOf: (request: HttpRequest) => OperationId | undefined,
  secrets: readonly string[] = [],
): (served: Served) => void {
  const redactorAfter = redactingLatest(secrets, secretNamesOf(contract), mostSecrets);
  return (served) => {
    const { method } = served.request;
    const target = redactorAfter(secretsInRequest(contract, served.request)).foreign(served.request.target);
    const operation = operationOf(served.request);
    const outcome = servedOutcome(served);
    const ms = Math.round(served.ms * 1000) / 1000;
    log('info', [method, target, ...Object.values(outcome), `${ms} ms`].join('  '), {
      method,
      target,
      ...(operation === undefined ? {} : { operation }),
      ...outcome,
      ms,
    });
  };
}
