import type { Contract } from '../../src/contract/contract.ts';
import { headersOf } from '../../src/contract/list.ts';
import { everyOperation } from '../../src/contract/operations.ts';
import { plainHeaders } from '../../src/contract/response-headers.ts';
import { allSchemes } from '../../src/contract/security.ts';
import { header, isLost } from '../../src/http/exchange.ts';
import { excessLength, excessOf } from '../../src/json/body.ts';
import { bareType, isJsonType } from '../../src/media-type.ts';
import { withoutKeys } from '../../src/secrets/credentials.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { rememberSecrets } from '../../src/secrets/latest-secrets.ts';
import { type Redactor, redactorOf } from '../../src/secrets/redactor.ts';
import { numberWords } from '../../src/words.ts';
import { collectionIn, operationAsked } from '../core/operation-of.ts';
import { isGarbled } from '../core/redacted-values.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { type Collection, keyOfCollection, type Target } from '../core/target.ts';
import { transientFailure } from '../core/transient.ts';
import type { Result, Waiver } from '../core/verdict.ts';
import { createExchangeJudge } from '../engine/judge-exchanges.ts';
import { judgePins } from '../engine/judge-pins.ts';
import {
  choiceObservationsOf,
  type OperationObservation,
  observe,
  readEach,
} from '../engine/observe-choices.ts';
import { createExchangeReader } from '../engine/read-exchange.ts';
import { type Selection, select } from '../engine/rule-selection.ts';
import { openWaivers } from '../engine/waivers.ts';
import { compileReport } from '../report/compile.ts';
import type { Report } from '../report/report.ts';
import { secretsOf } from '../report/secrets.ts';
import { learnShown } from '../report/show-exchange.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';
import { beginComparisonWindow } from './comparison-window.ts';
import { type ForeignExchange, withoutUnreadHeaders } from './foreign-exchange.ts';
import { findAttempts } from './recorded-attempts.ts';

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

/** Why a report is made early, and the time from which nothing slow is done for it, by `performance.now()`. */
type Cut = Pick<Parameters<typeof compileReport>[0], 'partial' | 'reportBy'>;

/** Judges exchanges that others sent, in bounded memory. */
export function createInspection(
  { contract, target: given, ruleSet, mayContinue }: InspectionParts,
  terms: InspectionTerms,
) {
  const { kinds } = ruleSet;
  const selected = select(ruleSet, terms, given.choices);
  const { target, learn } = targetInTraffic(contract, given);
  const operations = new Set(
    ruleSet.rules.filter(({ id }) => selected.rules.has(id)).map(({ operation }) => operation),
  );
  const rules = ruleSet.rules.filter(({ operation }) => operations.has(operation));
  const observations = ruleSet.observations.filter(({ id }) => selected.observations.has(id));
  const waivers = openWaivers(terms.waivers, selected);
  const { tolerated } = waivers;
  const judge = createExchangeJudge({ contract, target, rules, kinds, of: 'recording', tolerated });
  const readExchange = createExchangeReader(contract, target, kinds, true);
  const placed = [
    ...everyOperation(contract).flatMap((one) => [
      ...(one.list ? headersOf(one.list) : []),
      ...plainHeaders(contract, one).map(({ name }) => name.toLowerCase()),
    ]),
    // Whether a request had a key; its value is concealed.
    ...allSchemes(contract.operations).flatMap((scheme) => (scheme.in === 'header' ? scheme.field : [])),
  ];
  const secrets = rememberSecrets();
  const attempts = findAttempts(contract, judge.takeAttempt);
  const leftAlone = countReasons();
  const seen = new Map<string, OperationObservation>();
  const began = performance.now();
  let comparisonWindow = beginComparisonWindow(contract, target, kinds);
  let [lastId, judged, time] = [0, 0, 0];
  let startedAt: number | undefined;

  /** Why an exchange is not judged; parts of attempts are kept all the same. */
  function whyNotJudged(original: ForeignExchange, exchange: ForeignExchange): string | undefined {
    const excess = excessIn(original);
    if (excess !== undefined) return `with a body of ${excess}`;
    if (exchange.leftOut === undefined) attempts.takeParts(exchange, lastId);
    const why = whyLeftAlone(contract, exchange);
    return why ?? (isGarbled(exchange) ? 'in which too much is redacted' : undefined);
  }

  function readChoices() {
    const shown = { contract, target, attempts: attempts.ofCheck(), ...comparisonWindow.evidence() };
    return readEach(observations, (one) => {
      const observation = observe(one, shown);
      return 'option' in observation ? observation : seen.get(one.id);
    });
  }

  async function closeComparisonWindow(): Promise<void> {
    for (const one of readChoices().operationObservations) seen.set(`${one.operation}/${one.choice}`, one);
    const closing = comparisonWindow;
    comparisonWindow = beginComparisonWindow(contract, target, kinds);
    await closing.judge(judge, 'compare', mayContinue);
  }

  /** Results may show secrets that are no longer remembered. */
  async function redactorFor(results: readonly Result[], reportBy?: number): Promise<Redactor> {
    const redactor = redactorOf(contract, [...secretsOf(target), ...secrets.all()]);
    await learnShown(redactor, results, (one) => secretsInExchange(contract, one), reportBy);
    return redactor;
  }

  return {
    /** Judges one exchange; never rejects because of its content. */
    add: async (original: ForeignExchange): Promise<void> => {
      lastId += 1;
      const concealed = { ...original, request: withoutKeys(contract, original.request) };
      const exchange = withoutUnreadHeaders(concealed, placed);
      const why = whyNotJudged(original, exchange);
      if (why !== undefined) return leftAlone.add(why);
      secrets.take(secretsInExchange(contract, original));
      time = exchange.startedAt ?? time;
      startedAt = Math.min(startedAt ?? time, time);
      judged += 1;
      const { request, response } = exchange;
      if (isLost(response)) return;
      learn(exchange);
      const read = readExchange({ id: lastId, request, response });
      if (!read) return;
      if (!comparisonWindow.takesAt(time)) await closeComparisonWindow();
      judge.take(read);
      comparisonWindow.take(read, time, exchange.recheck);
      attempts.take(read, original, time);
    },
    /** Reports what was taken; `left` describes exchanges that the caller left out. */
    report: async (left: readonly string[], cut: () => Cut): Promise<Report> => {
      for (const attempt of attempts.ofCheck()) judge.takeAttempt(attempt);
      await comparisonWindow.judge(judge, 'finish', mayContinue);
      const choices = readChoices();
      const choiceObservations = choiceObservationsOf(contract, choices.operationObservations);
      const isSelected = ({ rule }: Result): boolean => selected.rules.has(rule);
      const isAside = ({ rule, verdict }: Result): boolean =>
        !selected.rules.has(rule) && !selected.skipped.has(rule) && verdict === 'fail';
      const all = judge.results(rules, { unavailable: [] });
      const pinned = judgePins(contract, target.choices, choiceObservations, observations);
      const now = cut();
      return compileReport({
        contract,
        target,
        rules: ruleSet.rules,
        results: [...all.filter(isSelected), ...choices.errors, ...pinned].map(waivers.mark),
        alsoSeen: all.filter(isAside),
        transientFailures: [],
        choiceObservations,
        strict: terms.strict ?? false,
        required: selected.required,
        secrets: [],
        redactor: await redactorFor([...all, ...pinned], now.reportBy),
        seed: 0,
        nonce: '',
        created: [],
        requests: judged,
        recorded: { judged, notes: [...left, ...leftAlone.words()] },
        ...now,
        durationMs: Math.round(performance.now() - began),
        ...(startedAt === undefined ? {} : { startedAt: new Date(startedAt).toISOString() }),
        ...(terms.waivers?.length ? { waivers: waivers.notes([]) } : {}),
      });
    },
  };
}

const mostCollections = 10_000;

/** A target that learns collections from exchanges. */
function targetInTraffic(contract: Contract, given: Target) {
  const collections: Collection[] = [...given.collections];
  const known = new Set(collections.map(keyOfCollection));
  return {
    target: { ...given, collections },
    learn: (exchange: ForeignExchange): void => {
      // A collection is known once it is listed.
      const collection = wasAccepted(exchange) ? collectionIn(contract, exchange.request) : undefined;
      if (!collection || known.has(keyOfCollection(collection))) return;
      if (collections.length >= given.collections.length + mostCollections) return;
      known.add(keyOfCollection(collection));
      collections.push(collection);
    },
  };
}

const excessIn = ({ request, response }: ForeignExchange): string | undefined =>
  (request.body && excessOf(request.body)) ?? (isLost(response) ? undefined : excessOf(response.body));

function whyLeftAlone(contract: Contract, exchange: ForeignExchange): string | undefined {
  const { request, response, isOfCheck, leftOut } = exchange;
  const operation = operationAsked(contract, request);
  if (!operation) return 'of other operations';
  if (leftOut !== undefined) return leftOut;
  if (isLost(response))
    return response.lost === 'oversize' ? `with a body of ${excessLength}` : 'without a response';
  if (transientFailure({ response })) return 'a gateway, a rate limiter or a redirect responded';
  if (isOfCheck) return undefined;
  // A browser asks whether what it has is still current, and shows that instead.
  if (response.status === 304) return 'with the status 304, which shows nothing';
  // A header of a client may be the reason, and the specification states none.
  if ((request.body === undefined || !operation.hasBody) && wasRejected(exchange))
    return 'listings rejected, and a recording does not contain the reason';
  return asksForJson(exchange) ? undefined : 'that ask for something else than JSON';
}

const asksForJson = ({ request }: ForeignExchange): boolean =>
  (header(request.headers, 'accept') ?? '*/*')
    .split(',')
    .map(bareType)
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
