import { readFile } from 'node:fs/promises';
import { isSeq, parseDocument, stringify } from 'yaml';
import type { Contract } from '../../../src/contract/contract.ts';
import type { MaybeDistinct } from '../../../src/contract/maybe-distinct.ts';
import { operationsIn } from '../../../src/contract/openapi.ts';
import type { OperationProposal } from '../../../src/contract/proposals.ts';
import { type Proposal, usable } from '../../../src/contract/propose/proposal.ts';
import { UserError } from '../../../src/errors.ts';
import type { Json, Path } from '../../../src/json/json.ts';
import { additionTo, additionToEnd, withAdditions } from '../../../src/yaml/additions.ts';
import { jsonPathOf } from '../../report/proposed-lines.ts';
import { writeWhole } from '../../report/write.ts';

/** A line of an Overlay; what is only possible, and where an answer belongs, is commented out. */
type OverlayLine = { readonly text: string; readonly asks?: string };

/** A question, and the line of the Overlay on which its answer belongs. */
export type AskedLine = { readonly line: number; readonly asks: string };

/** What a creation or a change may return as it was sent, although no schema says so. */
type MaybeEchoes = {
  readonly method: string;
  readonly url: string;
  readonly path: Path;
  readonly fields: readonly string[];
};

type ProposedOverlay = {
  /** The OpenAPI file, as the Overlay is about it. */
  readonly contract: string;
  readonly listings: readonly OperationProposal[];
  readonly echoes: readonly MaybeEchoes[];
  readonly distinct: readonly MaybeDistinct[];
};

/** An Overlay with what is proposed, a comment for each keyword, and its questions. */
function overlayText({ contract, ...proposed }: ProposedOverlay): {
  readonly text: string;
  readonly questions: readonly AskedLine[];
} {
  const actions = actionLines(proposed);
  const head = [
    `# What assay read in ${contract} beside what its schemas say. Correct it: later checks expect exactly this.`,
    '# Each line says why it is proposed, and how sure that is. To state what is commented out, remove the first "# ".',
    'overlay: 1.0.0',
    `info: { title: ${yamlScalar(`What ${contract} does not say of its listings`)}, version: '1' }`,
    ...(actions.some(({ text }) => text.startsWith('  - ')) ? ['actions:'] : ['# actions:']),
  ].map((text): OverlayLine => ({ text }));
  const lines = [...head, ...actions];
  return {
    text: `${lines.map(({ text }) => text).join('\n')}\n`,
    questions: lines.flatMap(({ asks }, index) => (asks === undefined ? [] : [{ line: index + 1, asks }])),
  };
}

const actionLines = ({
  listings,
  echoes,
  distinct,
}: Omit<ProposedOverlay, 'contract'>): readonly OverlayLine[] => [
  ...listings.flatMap(listingLines),
  ...echoes.flatMap(echoLines),
  ...distinct.flatMap(distinctLines),
];

function listingLines(listing: OperationProposal): OverlayLine[] {
  const { method, url, path, questions } = listing;
  const proposals = usable(listing.proposals);
  const name = `${method.toUpperCase()} ${url}`;
  const isListing = proposals.some(({ keyword, sure }) => keyword[0] === 'items' && sure !== 'possible');
  const asksOf = new Map(questions.map(({ keyword, asks }) => [keyword.join('.'), asks]));
  const lines: OverlayLine[] = [
    { text: `  - target: ${yamlScalar(jsonPathOf(path))}` },
    { text: '    update:' },
    { text: '      x-list:' },
    ...treeLines(treeOf(proposals), 8, asksOf),
    ...questions
      .filter(({ keyword }) => !proposals.some((one) => one.keyword.join() === keyword.join()))
      .map(({ keyword, asks }): OverlayLine => {
        return { text: `        # ${keyword.join('.')}: …   # ? ${asks}`, asks };
      }),
    ...(listing.unasked.length === 0
      ? []
      : [
          {
            text: `        # Not checked as filters, since they search or switch something: ${listing.unasked.join(', ')}`,
          },
        ]),
  ].map((line: OverlayLine) => (line.asks === undefined ? line : { ...line, asks: `${name}: ${line.asks}` }));
  const shown = isListing
    ? lines
    : lines.map((line, index): OverlayLine => {
        const text = line.text.replace(/^( *)(?!#|\s)/, '$1# ');
        return index === 0 ? { text, asks: `${name}: does it return a listing?` } : { ...line, text };
      });
  return [{ text: `  # ${name}` }, ...shown];
}

function echoLines({ method, url, path, fields }: MaybeEchoes): OverlayLine[] {
  return [
    {
      text: `  # ${method.toUpperCase()} ${url}: fields of the request and of the response have these names.`,
    },
    { text: '  # If each is returned as it was sent, remove the "# " of these lines.' },
    { text: `  # - target: ${yamlScalar(jsonPathOf(path))}` },
    { text: '  #   update:' },
    {
      text: `  #     x-level: { ${fields.map((field) => `${yamlScalar(`${field}-returned`)}: must`).join(', ')} }`,
    },
  ];
}

const distinctLines = ({ method, url, fields }: MaybeDistinct): OverlayLine[] => [
  {
    text: `  # ${method.toUpperCase()} ${url}: likely, no two records have the same ${fields.map(({ name }) => name).join(', or ')}: a description says so, and 400, 409 or 422 is documented.`,
  },
  { text: '  # If so, remove the "# " of these lines.' },
  ...fields.flatMap(({ path }) => [
    { text: `  # - target: ${yamlScalar(jsonPathOf(path))}` },
    { text: '  #   update: { x-distinct: requests }' },
  ]),
];

type ProposalBranch = {
  readonly proposal?: Proposal;
  readonly inner: ReadonlyMap<string, ProposalBranch>;
};

function treeOf(proposals: readonly Proposal[], depth = 0): ProposalBranch['inner'] {
  const groups = Map.groupBy(proposals, ({ keyword }) => String(keyword[depth]));
  return new Map(
    [...groups].map(([name, group]): [string, ProposalBranch] => {
      const own = group.find(({ keyword }) => keyword.length === depth + 1);
      const below = group.filter(({ keyword }) => keyword.length > depth + 1);
      return [name, { ...(own ? { proposal: own } : {}), inner: treeOf(below, depth + 1) }];
    }),
  );
}

const isOnlyPossible = ({ proposal, inner }: ProposalBranch): boolean =>
  proposal ? proposal.sure === 'possible' : [...inner.values()].every(isOnlyPossible);

function treeLines(
  tree: ProposalBranch['inner'],
  indent: number,
  asksOf: ReadonlyMap<string, string>,
  above: readonly string[] = [],
): OverlayLine[] {
  return [...tree].flatMap(([name, branch]) => {
    const { proposal, inner } = branch;
    const keyword = [...above, name];
    const begin = `${' '.repeat(indent)}${isOnlyPossible(branch) ? '# ' : ''}${yamlScalar(name)}:`;
    if (!proposal) return [{ text: begin }, ...treeLines(inner, indent + 2, asksOf, keyword)];
    const asks = asksOf.get(keyword.join('.'));
    const comment = asks ?? proposal.why;
    return [
      {
        text: `${begin} ${yamlScalar(proposal.value)}   # ${proposal.sure}${asks === undefined ? ':' : '?'} ${comment}`,
        ...(asks === undefined ? {} : { asks }),
      },
    ];
  });
}

/** A value in YAML, on one line. */
const yamlScalar = (value: Json): string =>
  stringify(value, {
    lineWidth: 0,
    collectionStyle: 'flow',
    flowCollectionPadding: false,
    singleQuote: true,
  }).trim();

/** The fields that creations and changes may return as sent, by their names alone. */
export function maybeEchoes({ document, clauses }: Contract): MaybeEchoes[] {
  const suffix = '-returned';
  const echoes = [...clauses.values()].filter(({ id, level }) => id.endsWith(suffix) && level === 'should');
  const byOperation = Map.groupBy(echoes, ({ id }) => id.split('/', 1)[0]);
  return operationsIn(document).flatMap(({ id, method, url, path }) => {
    const fields = (byOperation.get(id) ?? []).map((clause) =>
      clause.id.slice(id.length + 1, -suffix.length),
    );
    return fields.length === 0 ? [] : [{ method, url, path, fields }];
  });
}

export type WrittenOverlay = {
  readonly added: number;
  readonly questions: readonly AskedLine[];
  readonly isInForce: boolean;
};

/** Whether an Overlay that was written has an action that is not commented out. */
export const isInForce = (overlay: string): boolean => !/^# actions:$/m.test(overlay);

/** Writes an Overlay with what is proposed. To one that exists, it adds the operations that it does not name. */
export async function writeOverlay(
  file: string,
  name: string,
  proposed: ProposedOverlay,
  isThere: boolean,
): Promise<WrittenOverlay> {
  if (!isThere) {
    const { text, questions } = overlayText(proposed);
    await writeWhole(file, text);
    return { added: proposed.listings.length, questions, isInForce: isInForce(text) };
  }
  const before = await readFile(file, 'utf8');
  const named = new Set(before.split('\n').map((line) => line.trim()));
  const isNew = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
    ![...named].some(
      (line) =>
        line === `# ${method.toUpperCase()} ${url}` || line.startsWith(`# ${method.toUpperCase()} ${url}:`),
    );
  const listings = proposed.listings.filter(isNew);
  const [echoes, distinct] = [proposed.echoes.filter(isNew), proposed.distinct.filter(isNew)];
  const lines = actionLines({ listings, echoes, distinct });
  if (lines.length === 0) return { added: 0, questions: [], isInForce: isInForce(before) };
  const isActive = lines.some(({ text }) => text.startsWith('  - '));
  const begun = (isActive ? before.replace(/^# actions:$/m, 'actions:') : before).replace(
    /(?<=[^\n])$/,
    '\n',
  );
  const texts = lines.map(({ text }) => text);
  const actions = parseDocument(begun, { keepSourceTokens: true }).get('actions', true);
  if (isSeq(actions) && actions.flow)
    throw new UserError(
      `${name}: "actions" is in brackets; write each action on lines of its own, so that actions can be added.`,
    );
  const addition = isSeq(actions)
    ? additionTo(
        begun,
        actions,
        texts.map((line) => line.slice(2)),
      )
    : additionToEnd(begun, texts);
  await writeWhole(file, withAdditions(begun, [addition]));
  const above = begun.slice(0, addition.offset).split('\n').length - 1;
  return {
    added: listings.length,
    questions: lines.flatMap(({ asks }, index) =>
      asks === undefined ? [] : [{ line: above + index + 1, asks }],
    ),
    isInForce: isInForce(begun),
  };
}
