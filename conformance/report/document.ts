import type { Colours } from './escaping.ts';
import type { ShownExchange } from './report.ts';
import type { Standing } from './standing.ts';
import type { Strip } from './strip.ts';

/** The result of something, which decides its mark and its colour. */
export type Tone = Standing | 'intermittent' | 'observed';

/** The mark of each tone in text and in Markdown, and its colour on a terminal. */
export const marks: Readonly<
  Record<Tone, readonly [mark: string, emoji: string, colour: keyof Omit<Colours, 'bold'>]>
> = {
  pass: ['✓', '✅', 'green'],
  fail: ['✗', '❌', 'red'],
  warning: ['⚠', '⚠️', 'yellow'],
  waived: ['~', '🕓', 'yellow'],
  error: ['!', '💥', 'red'],
  inconclusive: ['?', '❔', 'yellow'],
  intermittent: ['◌', '◌', 'yellow'],
  untested: ['○', '○', 'yellow'],
  skipped: ['–', '–', 'dim'],
  observed: ['·', '·', 'dim'],
};

export type Row = readonly [label: string, text: string];

export type Card = {
  readonly name: string;
  readonly tone: Tone;
  /** Its level, and its section of the specification. */
  readonly where?: string;
  readonly titles: readonly string[];
  /** The same on one line, behind its name. */
  readonly short: string;
  readonly rows: readonly Row[];
  readonly output?: readonly string[];
  readonly commands: readonly Row[];
  readonly exchanges?: readonly ShownExchange[];
  readonly strip?: Strip;
  /** The values by which a page can be filtered. */
  readonly about?: Readonly<Record<string, string>>;
};

/** Cards with one likely cause; `more` names the others. */
export type CardGroup = { readonly lead: Card; readonly others: readonly Card[]; readonly more?: string };

/** A line of a list: what it is about, how many that are, and their names. */
export type ListItem = {
  readonly tone?: Tone;
  readonly label?: string;
  readonly count?: number;
  readonly text: string;
  readonly isCode?: true;
  readonly names?: string;
};

export type Cell = string | number | { readonly code: string } | { readonly tone: Tone };

export type Table = { readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };

export type Block = {
  readonly id: string;
  readonly title: string;
  readonly tone: Tone;
  /** The number of entries, unless the title contains it. */
  readonly count?: number;
  readonly note?: string;
  readonly rest?: string | undefined;
  readonly isFolded?: boolean;
} & (
  | {
      readonly kind: 'cards';
      readonly families: readonly CardGroup[];
      readonly isShort: boolean;
    }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | ({ readonly kind: 'table' } & Table)
);

export type ShownClause = {
  readonly id: string;
  readonly level: string;
  readonly text: string;
  readonly beside: readonly {
    readonly tone?: Tone;
    readonly name?: string;
    readonly hasCard?: boolean;
    readonly text?: string;
    readonly about?: Card['about'];
  }[];
};

export type ShownSection = {
  readonly number?: string;
  readonly title: string;
  readonly broken: number;
  readonly clauses: readonly ShownClause[];
};

/** A report on a check, a client or a comparison, as plain data from which each format is written. */
export type Document = {
  readonly tool: string;
  readonly subject?: Row;
  readonly verdict: string;
  readonly tone: Tone;
  readonly why: string;
  readonly add?: { readonly to: string; readonly line: string };
  readonly notes: readonly string[];
  readonly blocks: readonly Block[];
  readonly overview?: Table;
  readonly facts: readonly Row[];
  readonly filters?: readonly {
    readonly name: string;
    readonly title: string;
    readonly values: readonly string[];
  }[];
  readonly sections?: readonly ShownSection[];
};

/** How much of a subject a document shows: how many cards and names, and how long a text may be. */
export type Detail = {
  readonly cards: number;
  readonly names: number;
  readonly longest: number;
  /** Whether what only explains is left out. */
  readonly isBrief: boolean;
};

export const whole: Detail = {
  cards: Number.POSITIVE_INFINITY,
  names: Number.POSITIVE_INFINITY,
  longest: Number.POSITIVE_INFINITY,
  isBrief: false,
};

/** Rows, without those of which there is nothing to say. */
export const givenRows = (rows: readonly (readonly [label: string, text: string | undefined])[]): Row[] =>
  rows.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));

/** Cards as a group, if there are any; `more` names those after the first. */
export const cardGroup = ([lead, ...others]: readonly Card[], more = ''): CardGroup[] =>
  lead ? [{ lead, others, ...(others.length === 0 ? {} : { more }) }] : [];

export const cardsApart = (cards: readonly Card[]): CardGroup[] =>
  cards.map((lead) => ({ lead, others: [] }));

type BlockHead = Omit<Block, 'kind' | 'items' | 'head' | 'rows' | 'families' | 'isShort'>;

/** A list, if there is something on it; of one that is longer than `most`, the beginning. */
export function listBlock(
  about: BlockHead,
  items: readonly ListItem[],
  most = Number.POSITIVE_INFINITY,
  isBrief = false,
): Block[] {
  if (items.length === 0) return [];
  const left = items.length - most;
  const rest = left > 0 ? { rest: moreWords(`${left} more`, isBrief) } : {};
  return [{ kind: 'list', count: items.length, ...rest, ...about, items: items.slice(0, most) }];
}

const moreWords = (more: string, isBrief: boolean): string =>
  isBrief ? `${more}; --verbose shows them` : more;

export const tableBlock = (about: BlockHead, head: Table['head'], rows: Table['rows']): Block[] =>
  rows.length === 0 ? [] : [{ kind: 'table', count: rows.length, ...about, head, rows }];

/**
 * A row for each group with the numbers of its outcomes: of the first two outcomes always, of the others if there are any. `columns`
 * are the outcomes and their heads.
 */
export function countsTable<T, Outcome>(
  groups: readonly (readonly [name: string, own: readonly T[]])[],
  columns: readonly (readonly [outcome: Outcome, head: Cell])[],
  outcomeOf: (one: T) => Outcome,
): Table {
  const count = (own: readonly T[], outcome: Outcome): number =>
    own.filter((one) => outcomeOf(one) === outcome).length;
  const shown = columns.filter(
    ([outcome], at) => at < 2 || groups.some(([, own]) => count(own, outcome) > 0),
  );
  return {
    head: ['', ...shown.map(([, head]) => head)],
    rows: groups.map(([name, own]) => [name, ...shown.map(([outcome]) => count(own, outcome))]),
  };
}

/** Cards as a block, if there are any. A card that is neither a failure nor an error is one line. */
export function cardsBlock(
  about: Pick<Block, 'id' | 'title' | 'tone' | 'note'>,
  families: readonly CardGroup[],
  detail: Detail,
  inWords: (hidden: readonly CardGroup[]) => string = () => '',
): Block[] {
  if (families.length === 0) return [];
  const { tone } = about;
  const hidden = families.slice(detail.cards);
  return [
    {
      ...about,
      kind: 'cards',
      isShort: tone !== 'fail' && tone !== 'error',
      count: countIn(families),
      families: families.slice(0, detail.cards),
      rest:
        hidden.length === 0
          ? undefined
          : moreWords(`${countIn(hidden)} more${inWords(hidden)}`, detail.isBrief),
    },
  ];
}

/** The number of cards with the tone of the first one of their group: a group of broken rules may contain warnings. */
const countIn = (groups: readonly CardGroup[]): number =>
  groups.flatMap(({ lead, others }) => [lead, ...others].filter(({ tone }) => tone === lead.tone)).length;

export const linesOf = ({ where, rows, commands }: Card): string[] =>
  [...givenRows([['level', where]]), ...rows, ...commands].map(
    ([label, text]) => `${label.padEnd(10)}${text}`,
  );
