import type { Contract } from '../../src/contract/contract.ts';
import { isLost } from '../../src/http/exchange.ts';
import { excessOf } from '../../src/json/body.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor, type Redactor } from '../../src/secrets/redactor.ts';
import { heldAs } from '../core/observation.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { Result } from '../core/verdict.ts';
import type { Waiver } from '../core/waiver.ts';
import { createAnswerReader } from '../interface/read-answer.ts';
import { isGarbled } from '../interface/redacted-values.ts';
import { compileReport, findingOf } from '../report/compile/compile.ts';
import type { Finding, RecordedNote, Report } from '../report/report.ts';
import { learnShown } from '../report/secrets/learn-shown.ts';
import { secretsOf } from '../report/secrets/vouched.ts';
import { type Catalogue, loadCatalogue } from '../runner/catalogue.ts';
import { observe } from '../runner/choices/observe.ts';
import { judgePins } from '../runner/choices/pins.ts';
import { type Glimpse, sightsOf } from '../runner/choices/sights.ts';
import { openBench } from '../runner/judge.ts';
import type { RuleLedger } from '../runner/rule-ledger.ts';
import { type ReadChoices, readEach } from '../runner/run/choices-of-run.ts';
import { type Selection, select } from '../runner/select.ts';
import { openWaivers } from '../runner/waivers.ts';
import { countReasons, whyLeftAlone } from './admission.ts';
import { type ForeignExchange, withoutStrangers } from './foreign-exchange.ts';
import { findAttempts } from './recorded-attempts.ts';
import { rememberSecrets } from './recorded-secrets.ts';
import { beginStretch, type Stretch } from './stretch.ts';
import { targetInTraffic } from './target-in-traffic.ts';

/** What exchanges are judged by. */
type InspectionParts = {
  readonly contract: Contract;
  /** Where they went, and what only the operator knows. Nodes that it does not name are found as they come. */
  readonly target: Target;
  /** Whether they come from a record, in which values may be redacted; false by default. */
  readonly isRecorded?: boolean;
  /** By default all there is. */
  readonly catalogue?: Catalogue;
  /** Asked while relations are judged: gives others their turn, and false once that is to end. By default, they are judged at once. */
  readonly goesOn?: () => Promise<boolean>;
};

/** How exchanges are judged; everything has a default. */
export type InspectionTerms = Selection & {
  /** Whether a broken `should` counts as a violation. */
  readonly strict?: boolean;
  readonly waivers?: readonly Waiver[];
  /** Told of each rule as it breaks, with the first exchanges that show it. */
  readonly onFinding?: (finding: Finding) => void;
};

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
  const { contract, isRecorded = false, catalogue = await loadCatalogue(parts.contract) } = parts;
  const goesOn = parts.goesOn && { goesOn: parts.goesOn };
  const selected = select(catalogue, terms);
  const ids = [...catalogue.rules.map(({ id }) => id), ...[...parts.target.choices.keys()].map(heldAs)];
  const waivers = openWaivers(terms.waivers ?? [], ids, selected.required, new Date());
  const { target, learn } = targetInTraffic(parts.target);
  const operations = new Set(
    catalogue.rules.filter(({ id }) => selected.rules.has(id)).map(({ operation }) => operation),
  );
  const rules = catalogue.rules.filter(({ operation }) => operations.has(operation));
  const started = performance.now();
  const read = createAnswerReader(contract, target, isRecorded);
  const secrets = rememberSecrets();
  const told = new Set<string>();
  const broken = new Set<string>();
  const bench = openBench(contract, target, rules, ({ id }) => broken.add(id));
  const observations = catalogue.observations.filter(({ id }) => selected.observations.has(id));
  /** What was seen of choices in stretches that are closed, by the id of the observation. */
  const seen = new Map<string, Glimpse>();
  let stretch = beginStretch(target, bench.blamed);
  let time = 0;
  let judged = 0;
  const leftAlone = countReasons();
  let startedAt: number | undefined;

  const attempts = findAttempts(contract, (attempt) => bench.takeAttempt(attempt));

  const add = async (original: ForeignExchange): Promise<void> => {
    const excess = excessIn(original);
    if (excess !== undefined) return leftAlone.add(`with a body of ${excess}`);
    const exchange = withoutStrangers(original);
    attempts.takeParts(exchange);
    const why = whyLeftAlone(contract, exchange);
    if (why !== undefined) return leftAlone.add(why);
    if (isRecorded && isGarbled(exchange)) return leftAlone.add('in which too much is redacted');
    secrets.take(secretsInExchange(original));
    time = exchange.startedAt ?? time;
    startedAt = Math.min(startedAt ?? time, time);
    judged += 1;
    const { call, reply } = exchange;
    if (isLost(reply)) return;
    learn(exchange);
    const answer = read(call, reply, judged);
    if (!answer) return;
    if (!stretch.takesAt(time)) await closeStretch();
    bench.take(answer);
    stretch.take(answer, time, exchange.look);
    attempts.take(answer, original, time);
    tellBroken();
  };

  async function closeStretch(): Promise<void> {
    const closing = stretch;
    for (const glimpse of readChoices(closing).glimpses)
      seen.set(`${glimpse.operation}/${glimpse.choice}`, glimpse);
    stretch = beginStretch(target, bench.blamed);
    await closing.judge({ contract, target, ledgers: bench.ledgers, ...goesOn });
    for (const { rule, isBroken } of bench.ledgers) if (isBroken) broken.add(rule.id);
    tellBroken();
  }

  /** Which options showed in a stretch, or before it. */
  function readChoices({ evidence }: Stretch): ReadChoices {
    const shown = { contract, target, attempts: attempts.ofCheck(), ...evidence() };
    return readEach(observations, (one) => {
      const glimpse = observe(one, shown);
      return 'answer' in glimpse ? glimpse : seen.get(one.id);
    });
  }

  /** What is broken so far, the listings that are still being read included: they are judged again with what follows. */
  async function ledgersSoFar(): Promise<readonly RuleLedger[]> {
    const ledgers = bench.ledgers.map((ledger) => ledger.copy());
    await stretch.judge({ contract, target, ledgers, ...goesOn });
    const found = ledgers.filter(({ isBroken }) => isBroken).map(({ rule }) => rule.id);
    tellFresh(found, ledgers);
    return ledgers;
  }

  function tellBroken(): void {
    if (broken.size > told.size) tellFresh([...broken], bench.ledgers);
  }

  function tellFresh(ids: readonly string[], ledgers: readonly RuleLedger[]): void {
    if (!terms.onFinding) return;
    const fresh = ids.filter((id) => !told.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) told.add(id);
    for (const finding of findingsOf(fresh, ledgers)) terms.onFinding(finding);
  }

  /** Knows all that is to be redacted where results are shown: what they show may be older than what is remembered. */
  const redactorOf = (results: readonly Result[], reportBy?: number): Redactor => {
    const redactor = createRedactor([...secretsOf(target), ...secrets.all()]);
    learnShown(redactor, results, secretsInExchange, reportBy);
    return redactor;
  };

  function findingsOf(ids: readonly string[], ledgers: readonly RuleLedger[]): Finding[] {
    const results = ledgers
      .filter(({ rule }) => ids.includes(rule.id) && selected.rules.has(rule.id))
      .map((ledger) => ledger.result());
    const showing = {
      target,
      strict: terms.strict ?? false,
      required: selected.required,
      redactor: redactorOf(results),
      isForeign: true,
    };
    return results.map((result) => findingOf(waivers.mark(result), showing));
  }

  async function report(others: readonly string[] = [], cut?: () => Cut): Promise<Report> {
    for (const attempt of attempts.ofCheck()) bench.takeAttempt(attempt);
    const ledgers = await ledgersSoFar();
    const choices = readChoices(stretch);
    const sights = sightsOf(choices.glimpses);
    const isSelected = ({ rule }: Result): boolean => selected.rules.has(rule);
    const all = ledgers.map((ledger) => explained(ledger.result(), ledger.rule));
    const pinned = judgePins(target.choices, sights, observations);
    const now = cut?.() ?? {};
    const recorded: RecordedNote = {
      judged,
      notes: [...others, ...leftAlone.words()],
    };
    return compileReport({
      contract,
      target,
      rules: catalogue.rules,
      results: [...all.filter(isSelected), ...choices.errors, ...pinned].map(waivers.mark),
      alsoSeen: all.filter((result) => !isSelected(result) && result.verdict === 'fail'),
      interferences: [],
      identities: bench.identities(),
      sights,
      strict: terms.strict ?? false,
      required: selected.required,
      secrets: [],
      redactor: redactorOf([...all, ...pinned], now.reportBy),
      seed: 0,
      nonce: '',
      created: [],
      requests: judged,
      recorded,
      ...now,
      durationMs: Math.round(performance.now() - started),
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

  return {
    add,
    findings: () => findingsOf([...broken], bench.ledgers),
    judged: () => judged,
    report,
  };
}
