import { choiceOf } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import {
  everyOperation,
  idsOf,
  isChanging,
  isOfKind,
  isWriting,
  type Operation,
  operationIn,
} from '../../src/contract/operations.ts';
import { recordsIn, shownIdOf } from '../../src/contract/record.ts';
import { creatorOf, listingOf } from '../../src/contract/related-operations.ts';
import { uncheckedCounts } from '../../src/contract/unchecked.ts';
import { bodyText, type HttpRequest, isLost } from '../../src/http/exchange.ts';
import { at, isObject } from '../../src/json/json.ts';
import { onceFor } from '../../src/once.ts';
import { withoutKeys } from '../../src/secrets/credentials.ts';
import { secretsInResponse } from '../../src/secrets/exchange-secrets.ts';
import { type Redactor, redactorOf } from '../../src/secrets/redactor.ts';
import { createdIn, jsonIn } from '../core/created.ts';
import type { Attempt, Undeletable } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { demandsOf } from '../core/kind.ts';
import { operationAsked, operationOf } from '../core/operation-of.ts';
import { remedyWords } from '../core/remedies.ts';
import { jsonOfRequest } from '../core/requests.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import { topicBroken } from '../core/topic.ts';
import {
  blockerOf,
  type ObservedChoice,
  type Result,
  type Unavailable,
  type Unseen,
} from '../core/verdict.ts';
import { type CodeTerms, isWarning } from '../engine/exit-code.ts';
import { countKept } from '../engine/memory-limits.ts';
import type { ChoiceObservation } from '../engine/observe-choices.ts';
import { wordsOfRate } from '../engine/observed-target.ts';
import type { TakenRecheck } from '../engine/rechecks/rechecker.ts';
import type { SeenInRun } from '../engine/run.ts';
import type { TimedExchange } from '../engine/sending/recorder.ts';
import { beginLongWork } from '../engine/yielding.ts';
import { kinds } from '../kinds.ts';
import { withValuesOf } from '../life/changes.ts';
import { queryOf } from '../list/query.ts';
import { namedCollection } from '../target/collections.ts';
import { adviceWords, sawWords } from './not-judged.ts';
import { proposedLines } from './proposed-lines.ts';
import { explanationWords, wordsOfResult } from './reasons.ts';
import {
  type AttemptPart,
  type Counts,
  deletesNothing,
  type Finding,
  mayNotExist,
  type RecordedExchange,
  type Report,
  type ShownExchange,
  type ShownUnavailable,
} from './report.ts';
import { repeatLine, variablesIn } from './secrets.ts';
import { learnShown, show } from './show-exchange.ts';
import { lackOf } from './untested-causes.ts';
import { wordOver } from './verdict-line.ts';
import { version } from './version.ts';

function purposesOf(
  attempts: readonly Attempt[],
  rechecks: readonly TakenRecheck[],
): (exchange: RunExchange) => Pick<RecordedExchange, 'attempts' | 'recheck'> {
  const parts = new Map<number, AttemptPart[]>();
  for (const [attempt, { exchange, before, after, failedOnce, readings, ...rest }] of attempts.entries()) {
    const about = { ...rest, ...(readings ? { readAfter: readings.after.length } : {}) };
    const roles = [
      { as: 'exchange', one: exchange, about },
      { as: 'before', one: before },
      { as: 'after', one: after },
      { as: 'failedOnce', one: failedOnce },
      { as: 'readBefore', one: readings?.before },
      ...(readings?.after ?? []).map((one, place) => ({ as: 'readAfter', one, place }) as const),
    ] as const;
    for (const { one, ...role } of roles)
      if (one) parts.set(one.id, [...(parts.get(one.id) ?? []), { attempt, ...role }]);
  }
  const taken = new Map(rechecks.map(({ exchange, ...recheck }) => [exchange.id, recheck]));
  return ({ id }) => {
    const [own, recheck] = [parts.get(id), taken.get(id)];
    return { ...(own ? { attempts: own } : {}), ...(recheck ? { recheck } : {}) };
  };
}

/** The outcome of a run. Unlike a report, it contains secrets. */
type FinishedRun = {
  readonly contract: Contract;
  readonly target: Target;
  readonly rules: readonly Rule[];
  readonly strict: boolean;
  readonly required: ReadonlySet<string>;
  readonly secrets: readonly string[];
} & Pick<CodeTerms, 'selected'> &
  Pick<SeenInRun, 'results' | 'alsoSeen' | 'transientFailures' | 'rate' | 'choiceObservations' | 'created'> &
  Partial<Omit<SeenInRun, 'startedAt' | 'sampled'>> &
  Pick<Report, 'seed' | 'nonce' | 'requests' | 'durationMs' | 'startedAt' | 'referenceStub'> &
  Pick<Report, 'waivers' | 'selection' | 'sampled' | 'recorded'>;

function partialWords({ partial, experiments = [] }: FinishedRun): Pick<FinishedRun, 'partial'> {
  if (partial === undefined) return {};
  const [left, all] = (['left', 'cases'] as const).map((key) =>
    experiments.reduce((sum, { [key]: count = 0 }) => sum + count, 0),
  );
  return { partial: left === 0 ? partial : `${partial}, with no room for ${left} of ${all} cases` };
}

/** What was read in part: collections first. */
const sampledIn = ({ target, collectionsRead: read, sampled = [] }: FinishedRun): readonly string[] => {
  const all = target.collections.length;
  return read === undefined || read === all ? sampled : [`${read} of ${all} collections`, ...sampled];
};

/** Makes the report of a run, with turns of others meanwhile. From here on no secret is left in it. */
export async function compileReport(run: FinishedRun): Promise<Report> {
  const outcome = { ...run, sampled: sampledIn(run) };
  const { contract, target, results, choiceObservations, strict, required, startedAt, exchanges } = outcome;
  const { seed, nonce, created, requests, durationMs } = outcome;
  const isForeign = outcome.recorded !== undefined;
  const redactor = await redactorFor(outcome);
  const unseen = unseenIn(contract, choiceObservations);
  const { word, code } = wordOver(results, outcome.rules, {
    ...outcome,
    ...partialWords(outcome),
    demands: new Map(idsOf(contract).map((id) => [id, demandsOf(kinds, contract, id)])),
    amended: contract.amended,
    lost: contract.lost,
    ...(contract.unchecked?.length ? { unchecked: uncheckedCounts(contract) } : {}),
    isRecorded: outcome.recorded !== undefined,
  });
  const showing = { ...outcome, redactor, isForeign };
  const findings = await inPieces(results, (result) => findingOf(result, showing));
  const alsoSeen = await inPieces(outcome.alsoSeen, (result) => findingOf(result, showing));
  const left = created.map(({ operation, id, path, ...about }) => ({
    operation,
    id: id === null ? null : redactor.value(id),
    path: redactor.text(path),
    ...('why' in about
      ? { why: undeletable[about.why] }
      : {
          delete: repeatLine({ contract, target }, about.deletion, false, redactor.text),
          ...(about.deletionStatus === undefined ? {} : { deletionStatus: about.deletionStatus }),
        }),
  }));
  const variables = variablesIn(target, [
    ...[...findings, ...alsoSeen].flatMap(({ verdict, reproduce = '' }) =>
      verdict === 'fail' ? [reproduce] : [],
    ),
    ...left.flatMap((one) => ('delete' in one ? [one.delete] : [])),
  ]);
  const title = at(contract.document, 'info', 'title');
  const proposed = outcome.selection === undefined ? proposedLines(contract) : undefined;
  return {
    assay: version,
    contract: {
      ...(typeof title === 'string' ? { title } : {}),
      version: contract.version,
      sha256: contract.sha256,
    },
    operations: idsOf(contract),
    target: target.baseUrl,
    ...(outcome.referenceStub ? { referenceStub: true } : {}),
    seed,
    nonce,
    strict,
    ...(required.size === 0 ? {} : { required: [...required] }),
    ...(outcome.waivers === undefined ? {} : { waivers: outcome.waivers }),
    collections: target.collections.map((one) => namedCollection(contract, one)),
    ...(outcome.selection === undefined ? {} : { selection: outcome.selection }),
    ...(outcome.sampled?.length ? { sampled: redactor.data(outcome.sampled) } : {}),
    headline: redactor.data(word),
    exitCode: code,
    counts: count(findings),
    results: findings,
    ...(alsoSeen.length > 0 ? { alsoSeen } : {}),
    ...(variables.length > 0 ? { variables } : {}),
    observations: redactor.data(seenIn(contract, choiceObservations)),
    ...(unseen.length > 0 ? { unseen: redactor.data(unseen) } : {}),
    created: left,
    ...(outcome.rate === undefined ? {} : { rate: wordsOfRate(outcome.rate) }),
    ...(outcome.transientFailures.length > 0
      ? { transientFailures: redactor.data(outcome.transientFailures) }
      : {}),
    ...(outcome.unavailable?.length
      ? { unavailable: redactor.data(outcome.unavailable.map(shownUnavailable)) }
      : {}),
    ...(outcome.experiments === undefined ? {} : { experiments: outcome.experiments }),
    ...(outcome.recorded === undefined ? {} : { recorded: outcome.recorded }),
    requests,
    durationMs,
    clauses: Object.fromEntries(contract.clauses),
    ...sectionTitles(contract),
    ...(contract.amended.length === 0 ? {} : { amended: contract.amended }),
    ...(contract.lost.length === 0 ? {} : { lost: contract.lost }),
    ...(contract.unchecked?.length ? { unchecked: contract.unchecked } : {}),
    ...(proposed === undefined ? {} : { proposed }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(exchanges === undefined ? {} : { exchanges: await recordOf(exchanges, outcome, redactor) }),
  };
}

const undeletable: Readonly<Record<Undeletable, string>> = {
  'no deletions': deletesNothing,
  'no operation': 'the contract has no operation that deletes it',
  'no id': 'the response to its creation shows no id',
  uncertain: 'the responses do not show that it is what this run created',
  'no response': mayNotExist,
};

async function redactorFor({
  results,
  alsoSeen,
  secrets,
  contract,
  redactor = redactorOf(contract),
  recorded,
  reportBy,
}: FinishedRun): Promise<Redactor> {
  redactor.learn(secrets);
  // For recorded traffic it was taught already.
  if (recorded !== undefined) return redactor;
  await learnShown(redactor, [...results, ...alsoSeen], (one) => secretsInResponse(contract, one), reportBy);
  return redactor;
}

const seenIn = (contract: Contract, choiceObservations: readonly ChoiceObservation[]): ObservedChoice[] =>
  choiceObservations.flatMap((one) => {
    if (!('option' in one)) return [];
    const { asks: question, clauses } = choiceOf(contract, one.choice);
    const named = clauses.length === 0 ? {} : { clauses };
    return [{ id: one.choice, question, ...named, option: one.option }];
  });

const unseenIn = (contract: Contract, choiceObservations: readonly ChoiceObservation[]): Unseen[] =>
  choiceObservations.flatMap((choiceObservation) => {
    if ('option' in choiceObservation) return [];
    const { choice: id, why, remedy } = choiceObservation;
    return [
      {
        id,
        question: choiceOf(contract, id).asks,
        why: explanationWords(why),
        ...(remedy === undefined ? {} : { remedy: remedyWords(remedy) }),
      },
    ];
  });

/** What findings depend on, apart from the result; and whether somebody else sent the requests. */
type ShowingTerms = Pick<
  FinishedRun,
  'contract' | 'nonce' | 'target' | 'strict' | 'required' | 'reportBy'
> & {
  readonly redactor: Redactor;
  readonly isForeign: boolean;
};

/** The operations that wrote what a failing listing shows of this run; if its rule is checked alone, they send nothing. */
function writtenBy({ contract, nonce }: ShowingTerms, { verdict, operation, exchanges }: Result): string[] {
  const listing = operation === undefined ? undefined : operationIn(contract, operation);
  const isShown = exchanges.some(
    ({ response }) => !isLost(response) && bodyText(response.body).includes(nonce),
  );
  if (verdict !== 'fail' || !listing?.list || !isShown) return [];
  const isOfListing = (one: Operation): boolean =>
    listingOf(contract, creatorOf(contract, one.id) ?? one)?.id === operation;
  return everyOperation(contract).flatMap((one) => (isWriting(one) && isOfListing(one) ? [one.id] : []));
}

export function findingOf(result: Result, showing: ShowingTerms): Finding {
  const { contract, target, strict, required, redactor, isForeign } = showing;
  const {
    exchanges,
    intermittent,
    foreign: _foreign,
    dependsOn: _dependsOn,
    why: _why,
    isMissing: _isMissing,
    remedy,
    ...others
  } = result;
  const { rule, clause, level, verdict, operation } = result;
  const topic = topicBroken(result);
  const lack = lackOf(result);
  const because = blockerOf(result);
  const shown = result.verdict === 'fail' ? exchanges[0] : exchanges.at(-1);
  const said = isForeign ? redactor.foreign : redactor.text;
  const writers = writtenBy(showing, result);
  return {
    ...redactor.data({
      ...others,
      ...(because === undefined ? {} : { because }),
      ...(topic === undefined ? {} : { topic }),
      ...wordsOfResult(result),
      ...(remedy === undefined ? {} : { remedy: remedyWords(remedy) }),
      ...(lack === undefined ? {} : { lack }),
    }),
    // What assay and the contract state is never redacted, also if a secret is a part of it.
    rule,
    clause,
    level,
    verdict,
    ...(operation === undefined ? {} : { operation }),
    warning: isWarning(result, { strict, required }),
    ...(writers.length > 0 && !isForeign ? { writers } : {}),
    ...(shown ? { reproduce: repeatLine({ contract, target }, shown.request, isForeign, said) } : {}),
    ...(isForeign ? {} : stepsOf(exchanges, showing)),
    exchanges: exchanges.map((exchange) => shownOnce(exchange, showing)),
    ...(intermittent
      ? {
          intermittent: intermittent.map((once) => ({
            ...redactor.data({ expected: once.expected, saw: once.saw }),
            exchanges: once.exchanges.map((exchange) => shownOnce(exchange, showing)),
          })),
        }
      : {}),
  };
}

/** A check deletes the record that a change shows to be wrong: the lines that make another one, change it and read it. */
function stepsOf(exchanges: readonly RunExchange[], { contract, target, redactor }: ShowingTerms) {
  const find = (isMeant: (operation: Operation) => boolean): RunExchange | undefined =>
    exchanges.find(({ request }) => {
      const operation = operationAsked(contract, request);
      return operation !== undefined && isMeant(operation);
    });
  const change = find(isChanging);
  const created = find(({ kind }) => kind === 'create');
  const id = created && createdIn(contract, created)?.id;
  if (!change || !created || id === undefined) return {};
  const line = ({ request }: Pick<RunExchange, 'request'>): string =>
    repeatLine({ contract, target }, request, false, redactor.text);
  const read = find(({ kind }) => kind === 'read' || kind === 'list');
  const before = exchanges.findLast((one) =>
    isOfKind(contract, operationOf(contract, one.request) ?? '', 'read'),
  );
  return {
    steps: {
      create: `${line({ request: before ? creationLike(contract, created, before) : created.request })}  # below, its id instead of ${redactor.text(id)}`,
      change: line(change),
      ...(read ? { read: line(read) } : {}),
    },
  };
}

/** The request that created a record, with the values that a later reading shows: others may have changed it meanwhile. */
function creationLike(contract: Contract, { request }: RunExchange, reading: RunExchange): HttpRequest {
  const creation = operationAsked(contract, request);
  const body = jsonOfRequest(request);
  return creation && body !== undefined
    ? { ...request, body: Buffer.from(JSON.stringify(withValuesOf(creation, body, reading))) }
    : request;
}

function sectionTitles({ document }: Contract): Pick<Report, 'sections'> {
  const stated = at(document, 'x-sections');
  if (!isObject(stated)) return {};
  const titles = Object.entries(stated).map(([section, title]) => [section, String(title)] as const);
  return { sections: Object.fromEntries(titles) };
}

const shownUnavailable = (one: Unavailable): ShownUnavailable => ({
  operation: one.operation,
  ...(one.collection === undefined ? {} : { collection: one.collection }),
  state: one.state,
  saw: sawWords(one),
  advice: adviceWords(one),
  ...(one.remedy === undefined ? {} : { remedy: remedyWords(one.remedy) }),
});

function recordOf(
  exchanges: readonly TimedExchange[],
  {
    contract,
    attempts = [],
    rechecks = [],
    reportBy,
  }: Pick<FinishedRun, 'contract' | 'attempts' | 'rechecks' | 'reportBy'>,
  redactor: Redactor,
): Promise<RecordedExchange[]> {
  const purposeOf = purposesOf(attempts, rechecks);
  return inPieces(exchanges, (one) => ({
    startedAt: one.startedAt,
    ...show({ ...one, request: withoutKeys(contract, one.request) }, redactor, { reportBy }),
    ...redactor.data(purposeOf(one)),
  }));
}

async function inPieces<T, Made>(all: readonly T[], make: (one: T) => Made): Promise<Made[]> {
  const turn = beginLongWork();
  const made: Made[] = [];
  for (const one of all) {
    await turn();
    made.push(make(one));
  }
  return made;
}

/** Counts how the rules of the interface ended; house rules and pinned choices are distinguished. */
function count(findings: readonly Finding[]): Counts {
  const counts = { pass: 0, fail: 0, warning: 0, untested: 0, inconclusive: 0, skipped: 0, error: 0 };
  let waived = 0;
  for (const finding of findings) {
    if (finding.source !== 'contract') continue;
    if (finding.waived && finding.verdict === 'fail') waived += 1;
    else counts[finding.warning ? 'warning' : finding.verdict] += 1;
  }
  return waived === 0 ? counts : { ...counts, waived };
}

/** Exchanges that were made ready to be shown, and room for more: rules share exchanges, and many show the same one. */
const exchangeShower = onceFor((_: Redactor) => ({
  ready: new Map<number, ShownExchange>(),
  roomFor: countKept(),
}));

function shownOnce(
  exchange: RunExchange,
  { contract, redactor, isForeign, reportBy }: ShowingTerms,
): ShownExchange {
  const { ready, roomFor } = exchangeShower(redactor);
  const { id, response } = exchange;
  const made = ready.get(id);
  if (made) return made;
  const room = isLost(response) ? undefined : roomFor(response.body.byteLength);
  const concealed = { ...exchange, request: withoutKeys(contract, exchange.request) };
  const page = pageShown(contract, exchange);
  const shown = {
    ...show(concealed, redactor, { isForeign, reportBy, room }),
    ...(page === undefined ? {} : { page: redactor.data(page) }),
  };
  ready.set(id, shown);
  return shown;
}

/** The page that an exchange is, if it lists and its records have ids. */
function pageShown(contract: Contract, { request, response }: RunExchange): ShownExchange['page'] {
  const asked = operationOf(contract, request);
  if (asked === undefined || !isOfKind(contract, asked, 'list')) return undefined;
  const operation = operationIn(contract, asked);
  const ids = recordsIn(operation, jsonIn({ response })).flatMap((one) => shownIdOf(operation, one) ?? []);
  if (ids.length === 0) return undefined;
  const { filter, further, place, offset } = queryOf(contract, request);
  const selection = JSON.stringify([request.target.split('?', 1)[0], filter, further]);
  const from = place === undefined ? 0 : offset;
  return { selection, ids, ...(from === undefined ? {} : { from }) };
}
