import type { NotImitated } from '../../../src/stub/choices.ts';
import { adminPath, controlTokenName } from '../../../src/stub/control.ts';
import type { Description } from '../../../src/stub/description.ts';
import { printable } from '../../report/escaping.ts';
import { shellQuoted } from '../../report/words.ts';

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
