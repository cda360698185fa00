import { printNames } from '../../src/print.ts';
import { counted } from '../../src/words.ts';
import type { Source } from '../core/verdict.ts';
import {
  type Block,
  type Card,
  type CardGroup,
  type Cell,
  cardGroup,
  cardsBlock,
  countsTable,
  type Detail,
  type Document,
  givenRows,
  listBlock,
  type Row,
  type Table,
  tableBlock,
  whole,
} from './document.ts';
import {
  alsoTitle,
  cardOf,
  climbing,
  type Family,
  familiesIn,
  findingNames,
  intermittentLines,
  mostTransientFailures,
  perStep,
  termsOf,
  transientFailureLine,
} from './findings.ts';
import { asMarkdown } from './markdown.ts';
import { deletesNothing, type Finding, mayNotExist, type Report, unavailableLine } from './report.ts';
import { groupsOf, type Standing, standingOf, standings, thatAre } from './standing.ts';
import { onTerminal, type Style } from './terminal.ts';
import { inShort, untestedBy } from './untested-rules.ts';
import {
  contractWords,
  repeatCommand,
  requestLine,
  secondsWords,
  subjectOf,
  timeWords,
  verdictIn,
} from './words.ts';

/** What is broken on the lowest steps often causes what is broken above, so a few findings are enough at first. */
const brief: Detail = { ...whole, cards: 4, names: 2, isBrief: true };
/** GitHub limits the summary of a step to a mebibyte. */
const summary: Detail = { ...whole, cards: 50, names: 8 };

export const terminal = (report: Report, style: Style): string =>
  onTerminal(documentOfCheck(report, style.verbose ? whole : brief), style);

/** The same as Markdown, such as GitHub shows as the summary of a step. */
export const markdown = (report: Report): string => asMarkdown(documentOfCheck(report, summary));

/** How a run differs from what was known of its rules before: what broke in full, the rest in a line each. */
export function changesSince(report: Report, before: ReadonlyMap<string, Standing>, style: Style): string {
  const detail = style.verbose ? whole : brief;
  const changed = report.results.filter((finding) => before.get(finding.rule) !== standingOf(finding));
  const isBroken = (finding: Finding): boolean => ['fail', 'warning'].includes(standingOf(finding));
  const items = changed
    .filter((finding) => !isBroken(finding))
    .map((finding) => {
      const now = standingOf(finding);
      const why = finding.why === undefined || now === 'pass' ? '' : `: ${finding.why}`;
      return { tone: now, text: `${finding.rule}  ${before.get(finding.rule) ?? 'new'} → ${now}${why}` };
    });
  const { verdict, why, tone, tool } = documentOfCheck(report, detail);
  const blocks: Block[] = [
    ...brokenBlocks({ ...report, results: changed }, detail),
    ...warnings({ ...report, results: changed }, detail),
    ...listBlock({ id: 'changes', title: 'Changes', tone: 'pass' }, items),
  ];
  const notes = changed.length > 0 ? [] : ['nothing changed'];
  return onTerminal({ tool, verdict, why, tone, notes, blocks, facts: [] }, style);
}

export function documentOfCheck(report: Report, detail: Detail): Document {
  const { headline, exitCode, recorded } = report;
  const isBad = headline.verdict === 'violates' || exitCode === 1 || exitCode === 2;
  const parts = [
    notJudgedBlocks,
    brokenBlocks,
    brokenApart,
    warnings,
    inconclusive,
    intermittent,
    alsoSeen,
    transient,
    observed,
    created,
    unreached,
    untested,
    unchecked,
    proposed,
  ];
  return {
    tool: 'assay',
    subject: [recorded ? 'recorded traffic of' : 'checked', subjectOf(report)],
    verdict: verdictIn(report),
    tone: isBad ? 'fail' : headline.verdict === 'undetermined' ? 'inconclusive' : 'pass',
    why: headline.why,
    ...(headline.remedy === undefined
      ? {}
      : { add: { to: headline.addTo ?? 'the target file', line: headline.remedy } }),
    notes: termsOf(report, detail.names),
    blocks: parts.flatMap((part) => part(report, detail)),
    overview: overviewTable(report),
    facts: factsOf(report, detail),
  };
}

function factsOf(report: Report, { isBrief }: Detail): Row[] {
  const { contract, durationMs, startedAt, assay, recorded } = report;
  const sent = recorded ? undefined : report;
  return givenRows([
    ['target', isBrief ? undefined : subjectOf(report)],
    ['interface', isBrief ? undefined : contract.title],
    ['contract', contractWords(contract)],
    ['took', secondsWords(durationMs)],
    ['checked', recorded && counted(recorded.judged, 'exchange')],
    ...(recorded?.notes ?? []).map((note) => ['not checked', note] as const),
    ['seed', sent && String(sent.seed)],
    ['requests', sent && String(sent.requests)],
    ['succeeded at', sent?.rate && `--rate ${sent.rate}`],
    ['records left', sent && leftWords(sent)],
    ['started', isBrief || startedAt === undefined ? undefined : timeWords(startedAt)],
    ['nonce', isBrief ? undefined : sent?.nonce],
    ['assay', isBrief ? undefined : assay],
  ]);
}

function overviewTable({ results, operations }: Report): Table {
  const order = ['pass', 'fail', ...standings.filter((one) => one !== 'pass' && one !== 'fail')] as const;
  return countsTable<Finding, Standing>(
    groupsOf(results, operations),
    order.map((tone) => [tone, { tone }]),
    standingOf,
  );
}

type BlockTerms = Pick<Block, 'id' | 'title' | 'tone' | 'note' | 'isFolded'>;

const about = {
  notJudged: { id: 'not-judged', title: 'Not judged', tone: 'untested' },
  broken: { id: 'broken', title: 'Broken rules', tone: 'fail', note: 'The specification requires these. Start at the top: the first problems often cause the later ones.' },
  errors: { id: 'errors', title: 'Internal errors of assay', tone: 'error', note: 'These are mistakes of assay, not of this server.' },
  pin: { id: 'pin', title: 'Broken pins', tone: 'fail', note: 'The specification leaves these to the server, and the target file says what your server does. They do not change the verdict.' },
  house: { id: 'house', title: 'Broken house rules', tone: 'fail', note: 'These are your own rules. They do not change the verdict on the interface.' },
  waived: { id: 'waived', title: 'Waived rules', tone: 'waived', note: 'The target file lets these rules fail for now. They do not change the verdict.' },
  warnings: { id: 'warnings', title: 'Warnings', tone: 'warning', note: 'These rules rest on our interpretation of the specification. They do not change the verdict.' },
  inconclusive: { id: 'inconclusive', title: 'Inconclusive rules', tone: 'inconclusive', note: 'These rules have no result, because something went wrong in this run.' },
  intermittent: { id: 'intermittent', title: 'Intermittent failures', tone: 'intermittent', note: 'These rules failed once and passed when assay sent the requests again. Possible causes are a listing that changes, a cache or two replicas.' },
  alsoSeen: { id: 'also-seen', title: 'Broken rules that were not selected', tone: 'warning', note: 'You did not select these rules, but responses of this run broke them.' },
  transient: { id: 'transient-failures', title: 'Transient failures, which never decide a verdict', tone: 'untested', note: 'A gateway or a rate limiter responded, the connection was lost, or the same request was accepted later.' },
  observed: { id: 'observations', title: 'Choices of the server, which are not problems', tone: 'observed', isFolded: true },
  left: { id: 'left', title: 'Created records that are left; these commands delete them', tone: 'observed' },
  refused: { id: 'refused', title: 'Created records that are left in spite of these commands (status after #)', tone: 'observed' },
  created: { id: 'created', title: 'Created records that are left, without a command that deletes them', tone: 'observed' },
  unreached: { id: 'unreached', title: 'Cases for which the run had no room', tone: 'inconclusive', isFolded: true },
  untested: { id: 'untested', title: 'Untested', tone: 'untested' },
  unchecked: { id: 'unchecked', title: 'Parts of the contract that no rule checks', tone: 'untested', note: 'assay can read these, but the verdict says nothing about them.' },
  proposed: { id: 'proposed', title: 'Rules more, or as a must, with these lines in an Overlay; assay init --contract writes them with reasons', tone: 'untested', note: 'assay derived these from names and types. Correct them, save them, and add the file with --overlay.' },
} as const satisfies Readonly<Record<string, BlockTerms>>; // biome-ignore format: one line a part

const notJudgedBlocks = ({ unavailable = [] }: Report): Block[] =>
  listBlock(
    about.notJudged,
    unavailable.map((one) => ({ tone: 'untested', text: unavailableLine(one), isCode: true })),
  );

const cardIn = (report: Report, finding: Finding): Card =>
  cardOf(finding, report.clauses, repeatCommand(report, finding));

/** Families of findings as cards; a brief card leaves out what the title says already, and what corrected it. */
const familiesOf = (families: readonly Family[], report: Report, { isBrief }: Detail): CardGroup[] =>
  families.flatMap((family) => {
    const { lead, others } = family;
    const names = findingNames(others).map((name, at) =>
      others[at]?.warning && !lead.warning ? `${name} (warning)` : name,
    );
    const cards = [lead, ...others].map((finding): Card => {
      const { rows, ...same } = cardIn(report, finding);
      return {
        ...same,
        rows: rows.filter(([label]) => !isBrief || !['clause', 'corrected'].includes(label)),
      };
    });
    return cardGroup(cards, `${alsoTitle(family)}: ${printNames(names, 20)}`);
  });

const ofContract = ({ results }: Report): Finding[] => results.filter(({ source }) => source === 'contract');

function brokenBlocks(report: Report, detail: Detail): Block[] {
  const families = familiesIn(ofContract(report)).broken;
  return cardsBlock(
    about.broken,
    familiesOf(families, report, detail),
    detail,
    (hidden) => `: ${perStep(families.slice(-hidden.length))}; fix the problems above first`,
  );
}

function warnings(report: Report, detail: Detail): Block[] {
  return cardsBlock(
    about.warnings,
    familiesOf(familiesIn(ofContract(report)).warnings, report, detail),
    detail,
  );
}

const notInOrder: readonly Standing[] = ['fail', 'error', 'waived', 'warning'];

/** Findings that are not folded into families: errors of assay, house rules and pins, and waived rules. */
const apart: readonly (readonly [source: Source, shown: readonly Standing[], part: BlockTerms])[] = [
  ['contract', ['error'], about.errors],
  ['pin', notInOrder, about.pin],
  ['house', notInOrder, about.house],
  ['contract', ['waived'], about.waived],
];

const brokenApart = (report: Report, detail: Detail): Block[] =>
  apart.flatMap(([source, shown, part]) => {
    const own = report.results.filter((finding) => finding.source === source);
    const some = climbing(shown.flatMap((standing) => thatAre(standing, own)));
    const families = some.map((lead) => ({ lead, others: [] }));
    return cardsBlock(part, familiesOf(families, report, detail), detail);
  });

/** What could not be judged, rules with the same cause together; the crash of a server is one cause, whatever was invalid. */
function inconclusive(report: Report, detail: Detail): Block[] {
  const causeOf = ({ why = '', lack }: Finding): string =>
    detail.isBrief && lack?.crashedWith !== undefined
      ? `the server returned ${lack.crashedWith}, so it neither rejected nor accepted the request: fix bad-input-not-crash first`
      : why;
  const families = [...Map.groupBy(thatAre('inconclusive', report.results), causeOf)].flatMap(
    ([short, all]) => {
      const cards = all.map((finding, at) => ({
        ...cardIn(report, finding),
        ...(at === 0 ? { short } : { exchanges: [] }),
      }));
      const names = all.slice(1).map(({ rule }) => rule);
      return cardGroup(
        cards,
        `for the same reason: ${printNames(names, detail.isBrief ? detail.names : 20)}`,
      );
    },
  );
  return cardsBlock(about.inconclusive, families, detail);
}

function intermittent({ results }: Report, detail: Detail): Block[] {
  const families = results.flatMap((finding) => {
    const lines = intermittentLines(finding);
    const cards = (finding.intermittent ?? []).map(
      ({ expected, saw, exchanges }, at): Card => ({
        name: finding.rule,
        tone: 'intermittent',
        titles: [],
        short: `intermittent: ${lines[at]}`,
        rows: [
          ['expected', expected],
          ['got', saw],
          ['between', exchanges.slice(0, 2).map(requestLine).join(' and ')],
        ],
        commands: [],
        exchanges,
      }),
    );
    return cardGroup(cards, `intermittent ${counted(cards.length - 1, 'more time')}`);
  });
  return cardsBlock(about.intermittent, families, detail);
}

const alsoSeen = (report: Report, detail: Detail): Block[] =>
  cardsBlock(
    about.alsoSeen,
    (report.alsoSeen ?? []).flatMap((finding) =>
      familiesOf([{ lead: finding, others: [] }], report, detail).map(({ lead, others }) => ({
        lead: {
          ...lead,
          where: `not selected · ${lead.where}`,
          short: `not selected, but broken (${finding.level}): ${finding.why ?? ''}`,
        },
        others,
      })),
    ),
    detail,
  );

const transient = ({ transientFailures: all = [] }: Report, { isBrief, cards }: Detail): Block[] =>
  listBlock(
    about.transient,
    all.map((one) => ({ text: transientFailureLine(one), isCode: true as const })),
    cards === whole.cards ? all.length : mostTransientFailures,
    isBrief,
  );

function observed({ observations, unseen = [] }: Report): Block[] {
  const rows = [
    ...observations.map(({ id, question, option }): Cell[] => [{ code: id }, { code: option }, question]),
    ...unseen.map(({ id, question, why }): Cell[] => [
      { code: id },
      'not observed',
      `${question} Not observed: ${why}.`,
    ]),
  ];
  return tableBlock(about.observed, ['choice', 'observed', 'question'], rows);
}

/** How many records a brief report names. What it leaves out, no other run can show. */
const mostLeft = 100;
/** How many records that nothing reads a brief report names if each check leaves some. */
const mostUnread = 10;

/** How many records are left; if some may not exist, at least and at most. */
function leftWords({ created: all }: Report): string {
  const certain = all.filter(({ why }) => why !== mayNotExist).length;
  return certain === all.length ? `${certain}` : `${certain} to ${all.length}`;
}

function created({ created: all }: Report, { isBrief }: Detail): Block[] {
  const most = isBrief ? mostLeft : all.length;
  const [refused, left] = [true, false].map((isRefused) =>
    all.flatMap(({ delete: command, deletionStatus: status }) =>
      command !== undefined && (status !== undefined) === isRefused
        ? [isRefused ? `${command}  # ${status}` : command]
        : [],
    ),
  );
  const others = all.filter(({ delete: command }) => command === undefined);
  const commandsBlock = (terms: BlockTerms, commands: readonly string[] = []): Block[] =>
    listBlock(
      { ...terms, isFolded: !isBrief },
      commands.map((text) => ({ text, isCode: true })),
      most,
      isBrief,
    );
  return [
    ...commandsBlock(about.left, left),
    ...commandsBlock(about.refused, refused),
    ...listBlock(
      { ...about.created, isFolded: !isBrief, count: others.length },
      [...Map.groupBy(others, ({ operation, why }) => `${operation}: ${why}`)].map(([text, group]) => {
        const isShort = isBrief && group.length > mostUnread && text.endsWith(deletesNothing);
        const names = group.map(({ path, id }) => (isShort || !id || path.includes(id) ? path : id));
        return { text: `${text} (${group.length}): ${printNames([...new Set(names)], most)}` };
      }),
    ),
  ];
}

const unreached = ({ experiments = [] }: Report, { isBrief }: Detail): Block[] =>
  tableBlock(
    about.unreached,
    ['experiment', 'cases', 'what they would show'],
    experiments.flatMap(({ id, cases, left, shows }): Cell[][] =>
      left === undefined || isBrief ? [] : [[{ code: id }, `${left} of ${cases}`, shows]],
    ),
  );

/** Why rules were not tested, by cause, and what could be added, each line once. */
function untested({ results, headline }: Report, { isBrief, names }: Detail): Block[] {
  const all = untestedBy(results);
  const items = (isBrief ? inShort(all) : all).map(({ cause, words, rules }) => ({
    label: cause,
    count: rules.length,
    text: words,
    isCode: true as const,
    ...(isBrief ? {} : { names: printNames(rules, names) }),
  }));
  const count = all.reduce((sum, { rules }) => sum + rules.length, 0);
  const { remedy, addTo } = headline;
  // No rule names what makes a whole operation conform.
  const ofOperation =
    addTo === 'the contract' && !items.some(({ text }) => text.includes(remedy ?? ''))
      ? [{ label: 'to conform', text: `add  ${remedy}`, isCode: true as const }]
      : [];
  return listBlock({ ...about.untested, count }, [...items, ...ofOperation]);
}

function unchecked({ unchecked: all = [] }: Report, { isBrief, names }: Detail): Block[] {
  const items = [...Map.groupBy(all, ({ what }) => what)].map(([what, places]) => ({
    text: `${what} (${printNames(
      places.map(({ where }) => where),
      isBrief ? 1 : names,
    )})`,
    isCode: true as const,
  }));
  const most = isBrief ? mostUnchecked : items.length;
  return listBlock({ ...about.unchecked, count: all.length }, items, most, isBrief);
}

const mostUnchecked = 8;

function proposed({ proposed: found }: Report): Block[] {
  if (!found) return [];
  const { rules, lines, left } = found;
  return listBlock(
    {
      ...about.proposed,
      count: rules,
      rest: left > 0 ? `${counted(left, 'listing')} more; assay init --contract writes them all` : undefined,
    },
    lines.map((text) => ({ text, isCode: true as const })),
  );
}
