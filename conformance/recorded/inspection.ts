import { isLost } from '../../src/http/exchange.ts';
import { excessOf } from '../../src/json/body.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor, type Redactor } from '../../src/secrets/redactor.ts';
import type { Rule } from '../core/rule.ts';
import type { Result } from '../core/verdict.ts';
import { isGarbled } from '../interface/redacted-values.ts';
import { compileReport, findingOf } from '../report/compile/compile.ts';
import type { Finding, Report } from '../report/report.ts';
import { learnShown } from '../report/secrets/learn-shown.ts';
import { secretsOf } from '../report/secrets/vouched.ts';
import { observe } from '../runner/choices/observe.ts';
import { judgePins } from '../runner/choices/pins.ts';
import { sightsOf } from '../runner/choices/sights.ts';
import type { RuleLedger } from '../runner/rule-ledger.ts';
import { type ReadChoices, readEach } from '../runner/run/choices-of-run.ts';
import { whyLeftAlone } from './admission.ts';
import { type ForeignExchange, withoutStrangers } from './foreign-exchange.ts';
import {
  type InspectionParts,
  type InspectionTerms,
  type OpenInspection,
  openInspection,
} from './open-inspection.ts';
import { beginStretch } from './stretch.ts';

/** Why a report is made before all exchanges came, and from when on nothing that takes time is done for it, on the clock of `performance.now()`. */
export type Cut = Pick<Parameters<typeof compileReport>[0], 'partial' | 'reportBy'>;

/** Judges exchanges that somebody else sent. Nothing is sent here, and what is kept of them is bounded. */
export type Inspection = {
  /** Takes one exchange after the other; resolves once it is judged. It never rejects because of what it holds. */
  readonly add: (exchange: ForeignExchange) => Promise<void>;
  /** The rules that are broken so far. */
  readonly findings: () => readonly Finding[];
  /** How many exchanges were judged so far. */
  readonly judged: () => number;
  /**
   * Draws everything together that was taken so far, and may be asked for at any time; `left` are words for what whoever
   * brings the exchanges left alone.
   */
  readonly report: (left?: readonly string[], cut?: () => Cut) => Promise<Report>;
};

/** What a body of an exchange holds more of than may be read, since reading it could fill the memory. */
const excessIn = ({ call, reply }: ForeignExchange): string | undefined =>
  (call.body && excessOf(call.body)) ?? (isLost(reply) ? undefined : excessOf(reply.body));

/** Opens an inspection; a pattern that picks no rule is a `UserError`. */
export async function createInspection(
  parts: InspectionParts,
  terms: InspectionTerms = {},
): Promise<Inspection> {
  const open = await openInspection(parts, terms);
  return {
    add: (exchange) => add(open, exchange),
    findings: () => findingsOf(open, [...open.broken], open.bench.ledgers),
    judged: () => open.judged,
    report: (left, cut) => report(open, left, cut),
  };
}

async function add(open: OpenInspection, original: ForeignExchange): Promise<void> {
  const exchange = withoutStrangers(original);
  const why = whyNotJudged(open, original, exchange);
  if (why !== undefined) return open.leftAlone.add(why);
  open.secrets.take(secretsInExchange(original));
  open.time = exchange.startedAt ?? open.time;
  open.startedAt = Math.min(open.startedAt ?? open.time, open.time);
  open.judged += 1;
  const { call, reply } = exchange;
  if (isLost(reply)) return;
  open.learn(exchange);
  const answer = open.read(call, reply, open.judged);
  if (!answer) return;
  if (!open.stretch.takesAt(open.time)) await closeStretch(open);
  open.bench.take(answer);
  open.stretch.take(answer, open.time, exchange.look);
  open.attempts.take(answer, original, open.time);
  tellBroken(open);
}

/** Why an exchange is left alone, in a few words; what a check tells of it is taken all the same. */
function whyNotJudged(
  { contract, attempts, isRecorded }: OpenInspection,
  original: ForeignExchange,
  exchange: ForeignExchange,
): string | undefined {
  const excess = excessIn(original);
  if (excess !== undefined) return `with a body of ${excess}`;
  attempts.takeParts(exchange);
  return (
    whyLeftAlone(contract, exchange) ??
    (isRecorded && isGarbled(exchange) ? 'in which too much is redacted' : undefined)
  );
}

async function closeStretch(open: OpenInspection): Promise<void> {
  const { stretch: closing, contract, target, bench, goesOn, broken, seen } = open;
  for (const glimpse of readChoices(open).glimpses)
    seen.set(`${glimpse.operation}/${glimpse.choice}`, glimpse);
  open.stretch = beginStretch(target, bench.blamed);
  await closing.judge({ contract, target, ledgers: bench.ledgers, ...goesOn });
  for (const { rule, isBroken } of bench.ledgers) if (isBroken) broken.add(rule.id);
  tellBroken(open);
}

/** Which options showed in the stretch in hand, or before it. */
function readChoices({
  contract,
  target,
  attempts,
  stretch,
  observations,
  seen,
}: OpenInspection): ReadChoices {
  const shown = { contract, target, attempts: attempts.ofCheck(), ...stretch.evidence() };
  return readEach(observations, (one) => {
    const glimpse = observe(one, shown);
    return 'answer' in glimpse ? glimpse : seen.get(one.id);
  });
}

/** What is broken so far, the listings that are still being read included: they are judged again with what follows. */
async function ledgersSoFar(open: OpenInspection): Promise<readonly RuleLedger[]> {
  const { contract, target, bench, stretch, goesOn } = open;
  const ledgers = bench.ledgers.map((ledger) => ledger.copy());
  await stretch.judge({ contract, target, ledgers, ...goesOn });
  const found = ledgers.filter(({ isBroken }) => isBroken).map(({ rule }) => rule.id);
  tellFresh(open, found, ledgers);
  return ledgers;
}

function tellBroken(open: OpenInspection): void {
  if (open.broken.size > open.told.size) tellFresh(open, [...open.broken], open.bench.ledgers);
}

function tellFresh(open: OpenInspection, ids: readonly string[], ledgers: readonly RuleLedger[]): void {
  const { terms, told } = open;
  if (!terms.onFinding) return;
  const fresh = ids.filter((id) => !told.has(id));
  if (fresh.length === 0) return;
  for (const id of fresh) told.add(id);
  for (const finding of findingsOf(open, fresh, ledgers)) terms.onFinding(finding);
}

/** Knows all that is to be redacted where results are shown: what they show may be older than what is remembered. */
function redactorOf(
  { target, secrets }: OpenInspection,
  results: readonly Result[],
  reportBy?: number,
): Redactor {
  const redactor = createRedactor([...secretsOf(target), ...secrets.all()]);
  learnShown(redactor, results, secretsInExchange, reportBy);
  return redactor;
}

function findingsOf(open: OpenInspection, ids: readonly string[], ledgers: readonly RuleLedger[]): Finding[] {
  const { target, terms, selected, waivers } = open;
  const results = ledgers
    .filter(({ rule }) => ids.includes(rule.id) && selected.rules.has(rule.id))
    .map((ledger) => ledger.result());
  const { strict } = terms;
  const redactor = redactorOf(open, results);
  const showing = { target, strict, required: selected.required, redactor, isForeign: true };
  return results.map((result) => findingOf(waivers.mark(result), showing));
}

async function report(
  open: OpenInspection,
  others: readonly string[] = [],
  cut?: () => Cut,
): Promise<Report> {
  const { contract, target, catalogue, bench, selected, waivers, terms, judged, startedAt } = open;
  for (const attempt of open.attempts.ofCheck()) bench.takeAttempt(attempt);
  const ledgers = await ledgersSoFar(open);
  const choices = readChoices(open);
  const sights = sightsOf(choices.glimpses);
  const isSelected = ({ rule }: Result): boolean => selected.rules.has(rule);
  const all = ledgers.map((ledger) => explained(ledger.result(), ledger.rule));
  const pinned = judgePins(target.choices, sights, open.observations);
  const now = cut?.() ?? {};
  return compileReport({
    contract,
    target,
    rules: catalogue.rules,
    results: [...all.filter(isSelected), ...choices.errors, ...pinned].map(waivers.mark),
    alsoSeen: all.filter((result) => !isSelected(result) && result.verdict === 'fail'),
    interferences: [],
    identities: bench.identities(),
    sights,
    strict: terms.strict,
    required: selected.required,
    secrets: [],
    redactor: redactorOf(open, [...all, ...pinned], now.reportBy),
    seed: 0,
    nonce: '',
    created: [],
    requests: judged,
    recorded: { judged, notes: [...others, ...open.leftAlone.words()] },
    ...now,
    durationMs: Math.round(performance.now() - open.began),
    ...(startedAt === undefined ? {} : { startedAt: new Date(startedAt).toISOString() }),
    ...(terms.waivers?.length ? { waivers: waivers.notes([]) } : {}),
  });
}

/** What nobody asked for is not missing in the traffic: it takes a check. */
function explained(result: Result, { claims }: Rule): Result {
  const isTried = claims.every(({ on }) => on === 'attempt');
  if (!isTried || result.verdict !== 'untested' || result.remedy !== undefined) return result;
  return {
    ...result,
    why: 'only a check tries this, between two requests that differ from it in one edit',
  };
}
