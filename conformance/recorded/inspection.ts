import type { Contract } from '../../src/contract/contract.ts';
import { headersOf } from '../../src/contract/list.ts';
import { everyOperation, operationIn } from '../../src/contract/operations.ts';
import { header, isLost } from '../../src/http/exchange.ts';
import { excessLength, excessOf } from '../../src/json/body.ts';
import { withoutKeys } from '../../src/secrets/credentials.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { type Redactor, redactorOf } from '../../src/secrets/redactor.ts';
import { numberWords } from '../../src/words.ts';
import { choiceRuleId } from '../core/observation.ts';
import { collectionIn, operationOf } from '../core/operation-of.ts';
import { isGarbled } from '../core/redacted-values.ts';
import { wasRejected } from '../core/status.ts';
import { type Collection, keyOfCollection, type Target } from '../core/target.ts';
import { transientFailure } from '../core/transient.ts';
import type { Result, Waiver } from '../core/verdict.ts';
import { openJudgement } from '../engine/judgement.ts';
import {
  choiceObservationsOf,
  judgePins,
  type OperationObservation,
  observe,
} from '../engine/observe-choices.ts';
import { createExchangeReader } from '../engine/read-exchange.ts';
import { type Selection, select } from '../engine/rule-selection.ts';
import { type ReadChoices, readEach } from '../engine/run.ts';
import { openWaivers } from '../engine/waivers.ts';
import { isJsonType } from '../fields/rules/messages.ts';
import { compileReport } from '../report/compile.ts';
import type { Report } from '../report/report.ts';
import { secretsOf } from '../report/secrets.ts';
import { learnShown } from '../report/show-exchange.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';
import { beginComparisonWindow } from './comparison-window.ts';
import { type ForeignExchange, withoutUnreadHeaders } from './foreign-exchange.ts';
import { findAttempts } from './recorded-attempts.ts';
import { rememberSecrets } from './recorded-secrets.ts';

/** Why a report is made early, and the time from which nothing slow is done for it, by `performance.now()`. */
type Cut = Pick<Parameters<typeof compileReport>[0], 'partial' | 'reportBy'>;

const excessIn = ({ request, response }: ForeignExchange): string | undefined =>
  (request.body && excessOf(request.body)) ?? (isLost(response) ? undefined : excessOf(response.body));

/** Judges exchanges that others sent, in bounded memory. */
export function createInspection(parts: InspectionParts, terms: InspectionTerms) {
  const open = openInspection(parts, terms);
  return {
    /** Judges one exchange; never rejects because of its content. */
    add: (exchange: ForeignExchange) => add(open, exchange),
    /** Reports what was taken; `left` describes exchanges that the caller left out. */
    report: (left: readonly string[], cut: () => Cut) => report(open, left, cut),
  };
}

async function add(open: OpenInspection, original: ForeignExchange): Promise<void> {
  open.lastId += 1;
  const concealed = { ...original, request: withoutKeys(open.contract, original.request) };
  const placed = everyOperation(open.contract).flatMap(({ list }) => (list ? headersOf(list) : []));
  const exchange = withoutUnreadHeaders(concealed, placed);
  const why = whyNotJudged(open, original, exchange);
  if (why !== undefined) return open.leftAlone.add(why);
  open.secrets.take(secretsInExchange(open.contract, original));
  open.time = exchange.startedAt ?? open.time;
  open.startedAt = Math.min(open.startedAt ?? open.time, open.time);
  open.judged += 1;
  const { request, response } = exchange;
  if (isLost(response)) return;
  open.learn(exchange);
  const read = open.read({ id: open.lastId, request, response });
  if (!read) return;
  if (!open.comparisonWindow.takesAt(open.time)) await closeComparisonWindow(open);
  open.judgement.take(read);
  open.comparisonWindow.take(read, open.time, exchange.recheck);
  open.attempts.take(read, original, open.time);
}

/** Why an exchange is not judged; parts of attempts are kept all the same. */
function whyNotJudged(
  { contract, attempts, lastId }: OpenInspection,
  original: ForeignExchange,
  exchange: ForeignExchange,
): string | undefined {
  const excess = excessIn(original);
  if (excess !== undefined) return `with a body of ${excess}`;
  if (exchange.leftOut === undefined) attempts.takeParts(exchange, lastId);
  return (
    whyLeftAlone(contract, exchange) ?? (isGarbled(exchange) ? 'in which too much is redacted' : undefined)
  );
}

async function closeComparisonWindow(open: OpenInspection): Promise<void> {
  const { comparisonWindow: closing, contract, target, ruleSet, judgement, mayContinue, seen } = open;
  for (const operationObservation of readChoices(open).operationObservations)
    seen.set(`${operationObservation.operation}/${operationObservation.choice}`, operationObservation);
  open.comparisonWindow = beginComparisonWindow(contract, target, ruleSet.kinds);
  await closing.judge(judgement, mayContinue);
}

function readChoices({
  contract,
  target,
  attempts,
  comparisonWindow,
  observations,
  seen,
}: OpenInspection): ReadChoices {
  const shown = { contract, target, attempts: attempts.ofCheck(), ...comparisonWindow.evidence() };
  return readEach(observations, (one) => {
    const operationObservation = observe(one, shown);
    return 'option' in operationObservation ? operationObservation : seen.get(one.id);
  });
}

/** Results may show secrets that are no longer remembered. */
async function redactorFor(
  { contract, target, secrets }: OpenInspection,
  results: readonly Result[],
  reportBy?: number,
): Promise<Redactor> {
  const redactor = redactorOf(contract, [...secretsOf(target), ...secrets.all()]);
  await learnShown(redactor, results, (one) => secretsInExchange(contract, one), reportBy);
  return redactor;
}

async function report(open: OpenInspection, others: readonly string[], cut: () => Cut): Promise<Report> {
  const { contract, target, ruleSet, rules, judgement, selected, waivers, terms, judged, startedAt } = open;
  for (const attempt of open.attempts.ofCheck()) judgement.takeAttempt(attempt);
  judgement.judgeWaiting();
  await open.comparisonWindow.judge(judgement, open.mayContinue);
  const choices = readChoices(open);
  const choiceObservations = choiceObservationsOf(contract, choices.operationObservations);
  const isSelected = ({ rule }: Result): boolean => selected.rules.has(rule);
  const all = judgement.results(rules, { unavailable: [] });
  const pinned = judgePins(contract, target.choices, choiceObservations, open.observations);
  const now = cut();
  return compileReport({
    contract,
    target,
    rules: ruleSet.rules,
    results: [...all.filter(isSelected), ...choices.errors, ...pinned].map(waivers.mark),
    alsoSeen: all.filter((result) => !isSelected(result) && result.verdict === 'fail'),
    transientFailures: [],
    choiceObservations,
    strict: terms.strict,
    required: selected.required,
    secrets: [],
    redactor: await redactorFor(open, [...all, ...pinned], now.reportBy),
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

const mostCollections = 10_000;

/** A target that learns collections from exchanges. */
function targetInTraffic(
  contract: Contract,
  given: Target,
): {
  readonly target: Target;
  readonly learn: (exchange: ForeignExchange) => void;
} {
  const collections: Collection[] = [...given.collections];
  const known = new Set(collections.map(keyOfCollection));
  return {
    target: { ...given, collections },
    learn: ({ request, response }) => {
      // A collection is known once it is listed.
      const collection =
        isLost(response) || response.status > 299 ? undefined : collectionIn(contract, request);
      if (
        collection &&
        collections.length < given.collections.length + mostCollections &&
        !known.has(keyOfCollection(collection))
      ) {
        known.add(keyOfCollection(collection));
        collections.push(collection);
      }
    },
  };
}

type InspectionParts = {
  readonly contract: Contract;
  /** The target of the exchanges. Other collections are added as they come. */
  readonly target: Target;
  readonly ruleSet: RuleSet;
  /** Lets others run while relations are judged, and returns false to end that. */
  readonly mayContinue: () => Promise<boolean>;
};

export type InspectionTerms = Selection & {
  readonly strict?: boolean;
  readonly waivers?: readonly Waiver[];
};

type OpenInspection = ReturnType<typeof openInspection>;

function openInspection(
  { contract, ruleSet, mayContinue, ...parts }: InspectionParts,
  terms: InspectionTerms,
) {
  const selected = select(ruleSet, terms);
  const { target, learn } = targetInTraffic(contract, parts.target);
  const operations = new Set(
    ruleSet.rules.filter(({ id }) => selected.rules.has(id)).map(({ operation }) => operation),
  );
  const rules = ruleSet.rules.filter(({ operation }) => operations.has(operation));
  const judgement = openJudgement({ contract, target, rules, kinds: ruleSet.kinds, of: 'recording' });
  return {
    contract,
    ruleSet,
    rules,
    target,
    learn,
    terms: { ...terms, strict: terms.strict ?? false },
    selected,
    waivers: openWaivers(
      terms.waivers ?? [],
      [...ruleSet.rules.map(({ id }) => id), ...[...parts.target.choices.keys()].map(choiceRuleId)],
      selected.required,
      new Date(),
    ),
    observations: ruleSet.observations.filter(({ id }) => selected.observations.has(id)),
    mayContinue,
    read: createExchangeReader(contract, target, ruleSet.kinds, true),
    secrets: rememberSecrets(),
    judgement,
    attempts: findAttempts(contract, judgement.takeAttempt),
    began: performance.now(),
    leftAlone: countReasons(),
    seen: new Map<string, OperationObservation>(),
    comparisonWindow: beginComparisonWindow(contract, target, ruleSet.kinds),
    lastId: 0,
    judged: 0,
    time: 0,
    startedAt: undefined as number | undefined,
  };
}

function whyLeftAlone(contract: Contract, exchange: ForeignExchange): string | undefined {
  const { request, response, isOfCheck, leftOut } = exchange;
  const operation = operationOf(contract, request);
  if (!operation || request.method !== operationIn(contract, operation).method) return 'of other operations';
  if (leftOut !== undefined) return leftOut;
  if (isLost(response))
    return response.lost === 'oversize' ? `with a body of ${excessLength}` : 'without a response';
  if (transientFailure({ response })) return 'a gateway, a rate limiter or a redirect responded';
  if (isOfCheck) return undefined;
  // A browser asks whether what it has is still current, and shows that instead.
  if (response.status === 304) return 'with the status 304, which shows nothing';
  // A header of a client may be the reason, and the specification states none.
  if ((request.body === undefined || !operationIn(contract, operation).hasBody) && wasRejected(exchange))
    return 'listings rejected, and a recording does not contain the reason';
  return asksForJson(exchange) ? undefined : 'that ask for something else than JSON';
}

const asksForJson = ({ request }: ForeignExchange): boolean =>
  (header(request.headers, 'accept') ?? '*/*')
    .split(',')
    .map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '')
    .some((range) => ['*/*', 'application/*', ''].includes(range) || isJsonType(range));

export function countReasons(): {
  readonly add: (reason: string, count?: number) => void;
  readonly words: () => string[];
} {
  const counts = new Map<string, number>();
  return {
    add: (reason, count = 1) => {
      if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
    },
    words: () => [...counts].map(([reason, count]) => `${numberWords(count)} ${reason}`),
  };
}
