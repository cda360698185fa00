import { counted } from '../../../src/words.ts';
import {
  type Block,
  type Card,
  type CardGroup,
  type Cell,
  cardGroup,
  cardsApart,
  cardsBlock,
  countsTable,
  type Detail,
  type Document,
  givenRows,
  listBlock,
  type Row,
  type Tone,
  tableBlock,
  whole,
} from '../../report/document.ts';
import { jsonText, printable } from '../../report/escaping.ts';
import { asPage } from '../../report/html.ts';
import { asMarkdown } from '../../report/markdown.ts';
import { onTerminal, type Style } from '../../report/terminal.ts';
import { contractWords, secondsWords, timeWords } from '../../report/words.ts';
import { type ClientReport, type FaultySent, isDependence, type Tried } from '../client-report.ts';
import { countsIn, nameOfSent } from '../verdict.ts';

const brief: Detail = { ...whole, cards: 12, isBrief: true };
/** GitHub limits a comment to 65,536 characters. */
const comment: Detail = { ...whole, cards: 10, isBrief: true };

export const clientTerminal = (report: ClientReport, style: Style): string =>
  onTerminal(clientDocument(report, style.verbose ? whole : brief), style);

/** The same as Markdown, for a comment or the summary of a job. */
export const clientMarkdown = (report: ClientReport): string => asMarkdown(clientDocument(report, comment));

export const clientHtml = (report: ClientReport): string => asPage(clientDocument(report, whole));

/** The same as a JSON document, for programs; client.schema.json describes it. */
export const clientJson = (report: ClientReport): string => jsonText(report);

/** What would be run, one variation a line. */
export const clientPlanText = (ids: readonly string[], unnoticed: readonly string[]): string =>
  [
    ...ids,
    '',
    `${counted(ids.length, 'variation')}; ${counted(unnoticed.length, 'option')} left out, because they change no response to this client`,
  ]
    .map(printable)
    .join('\n');

function clientDocument(report: ClientReport, detail: Detail): Document {
  const { verdict, why, exitCode, variations, resilience } = report;
  const parts = Object.entries({ variations, resilience }).filter(([, all]) => all.length > 0);
  return {
    tool: 'assay client',
    verdict,
    tone: exitCode === 0 ? 'pass' : verdict === 'undetermined' ? 'inconclusive' : 'fail',
    why,
    notes: [],
    blocks: [
      baselineFailure,
      dependenceBlocks,
      resilienceFailures,
      faultySent,
      observedLines,
      leftOut,
      all,
    ].flatMap((part) => part(report, detail)),
    overview: countsTable<Tried, string>(parts, columns, ({ outcome }) => outcome),
    facts: givenRows([
      ['command', report.command.join(' ')],
      ['baseline', baselineOf(report)],
      ['contract', contractWords(report.contract)],
      ['took', secondsWords(report.durationMs)],
      ['one run of the command', secondsWords(report.baseline.ms)],
      ['started', detail.isBrief ? undefined : timeWords(report.startedAt)],
      ['assay', report.assay],
    ]),
  };
}

const outcomes: Readonly<Record<Tried['outcome'], readonly [tone: Tone, word: string]>> = {
  pass: ['pass', 'passed'],
  fail: ['fail', 'failed'],
  needed: ['fail', 'needed'],
  intermittent: ['intermittent', 'intermittent'],
  'not run': ['skipped', 'not run'],
};
const columns = Object.entries(outcomes).map(([outcome, [, word]]) => [outcome, word] as const);

function baselineFailure({ baseline: { failed } }: ClientReport, detail: Detail): Block[] {
  if (!failed) return [];
  const card: Card = {
    name: 'baseline',
    tone: 'fail',
    titles: [failed.how],
    short: failed.how,
    rows: [],
    output: failed.output,
    commands: [],
  };
  return cardsBlock({ id: 'baseline', title: 'Baseline', tone: 'fail' }, cardsApart([card]), detail);
}

const dependenceBlocks = ({ variations }: ClientReport, detail: Detail): Block[] =>
  cardsBlock(
    { id: 'dependences', title: 'Choices that the client depends on', tone: 'fail' },
    familiesOfTried(variations, 'fail'),
    detail,
  );

/** Without --strict, they are warnings. */
const resilienceFailures = ({ resilience, strict }: ClientReport, detail: Detail): Block[] =>
  cardsBlock(
    {
      id: 'resilience',
      title: 'Failures of resilience',
      tone: strict ? 'fail' : 'warning',
      ...(strict ? {} : { note: 'These failures are only warnings without --strict.' }),
    },
    familiesOfTried(resilience, strict ? 'fail' : 'warning'),
    detail,
  );

/** Options of the same questions mostly fail alike: the first is shown, and the others are named. */
function familiesOfTried(all: readonly Tried[], tone: Tone): CardGroup[] {
  const failed = Map.groupBy(all.filter(isDependence), ({ part, id, options }) =>
    part === 'resilience' ? id : options.map(({ question }) => question).join(),
  );
  const groups = [
    ...failed.values(),
    ...all.filter(({ outcome }) => outcome === 'intermittent').map((one) => [one]),
  ];
  return groups.flatMap((group) => {
    const others = group.slice(1).map(({ id }) => id);
    return cardGroup(
      group.map((one) => cardOfTried(one, tone)),
      `also: ${others.join(', ')}`,
    );
  });
}

export function cardOfTried(tried: Tried, tone: Tone): Card {
  const { id, outcome, options, how = '', output, repeat } = tried;
  const isPassing = outcome === 'intermittent';
  return {
    name: id,
    tone: isPassing ? 'intermittent' : tone,
    titles: titlesOfOptions(tried),
    short: `${options.map(({ words: says }) => says).join(' and ')}: ${how}`,
    rows: rowsOf(tried),
    ...(output ? { output } : {}),
    commands: [['repeat', repeat]],
  };
}

/** The question of a variation and its option: of a combination, of each. */
const titlesOfOptions = ({ options }: Pick<Tried, 'options'>): string[] =>
  options.map(({ asks, ...option }) => `${asks} ${optionWords(option)}`);

const optionWords = ({ option, words: says, usual }: Omit<Tried['options'][number], 'asks'>): string =>
  `${option}${says === '' ? '' : ` (${says})`} instead of ${usual}`;

/** How a variation ended that did not simply pass, and where its run first differs from the baseline. */
const rowsOf = ({ outcome, how, parts }: Tried): Row[] => [
  ...givenRows([
    [
      'ended',
      how && outcome === 'intermittent'
        ? `${how}; when it was tried again, it passed, or the baseline failed`
        : how,
    ],
  ]),
  ...(outcome === 'not run' ? [] : differenceRows(parts)),
];

function differenceRows(parts: Tried['parts']): Row[] {
  if (!parts) return [['differs', 'nowhere: the same requests got the same responses']];
  const line = faultyRequestLine(parts);
  const { baseline, response, differs } = parts;
  if (baseline === undefined) return [['differs', `${line}; the baseline did not send this request`]];
  if (baseline !== response) return [['differs', `${line} instead of ${baseline}`]];
  return [
    ['differs', line],
    ['response', differs ?? 'differs from the response with the default options'],
  ];
}

/** `request 3: GET /v2/… → 200`. */
const faultyRequestLine = ({ number, method, target, response }: FaultySent['request']): string =>
  `request ${number}: ${method} ${target} → ${response}`;

const faultySent = ({ sent }: ClientReport, detail: Detail): Block[] =>
  cardsBlock(
    { id: 'sent', title: 'Requests that the client should not send', tone: 'fail' },
    cardsApart(sent.map(cardOfSent)),
    { ...detail, cards: whole.cards },
  );

export function cardOfSent(fault: FaultySent): Card {
  const { kind, text, choice, request, line, variation, test, count } = fault;
  const says =
    kind === 'unknown'
      ? `${text}; other servers may return an empty list`
      : kind === 'tolerated'
        ? `accepted only by some servers (${choice}): ${text}`
        : choice === undefined
          ? text
          : `${text} (other servers may accept it: ${choice})`;
  return {
    name: nameOfSent(fault),
    tone: countsIn(fault) ? 'fail' : 'warning',
    where: 'sent',
    titles: [says],
    short: says,
    rows: givenRows([
      ['request', faultyRequestLine(request)],
      ['stated in', line],
      ['in', variation && `the run with ${variation}`],
      ['test', test],
      ['and', count > 1 ? `${counted(count - 1, 'request')} more like it` : undefined],
    ]),
    commands: [],
  };
}

const observedLines = ({ observed: lines }: ClientReport): Block[] =>
  listBlock(
    { id: 'observed', title: 'Observed', tone: 'observed' },
    lines.map((text) => ({ tone: 'observed', text })),
  );

const leftOut = ({ unnoticed }: ClientReport): Block[] =>
  listBlock(
    {
      id: 'left-out',
      title: 'Options left out, because they change no response to this client',
      tone: 'observed',
      count: unnoticed.length,
      isFolded: true,
    },
    unnoticed.length === 0 ? [] : [{ text: unnoticed.join(', ') }],
  );

function all({ variations, resilience, strict }: ClientReport, { isBrief }: Detail): Block[] {
  if (isBrief) return [];
  const rows = [...variations, ...resilience].map((tried): Cell[] => {
    const isWarning = isDependence(tried) && tried.part === 'resilience' && !strict;
    return [
      { tone: isWarning ? 'warning' : outcomes[tried.outcome][0] },
      { code: tried.id },
      titlesOfOptions(tried).join(' '),
    ];
  });
  return tableBlock(
    { id: 'variations', title: 'All variations', tone: 'observed' },
    ['result', 'variation', 'question'],
    rows,
  );
}

function baselineOf({ baseline }: ClientReport): string {
  const { requests, operations, rejected, rejectedAsExpected } = baseline;
  const shares = Object.entries(operations).map(([id, count]) => `${count} ${id}`);
  return [
    `${counted(requests, 'request')}${shares.length > 0 ? ` (${shares.join(', ')})` : ''}`,
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(rejectedAsExpected > 0 ? [`${rejectedAsExpected} rejected as expected`] : []),
  ].join(', ');
}
