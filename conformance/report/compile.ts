import { choiceOf } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { uncheckedCounts } from '../../src/contract/unchecked.ts';
import { at, isObject } from '../../src/json/json.ts';
import { withoutKeys } from '../../src/secrets/credentials.ts';
import { secretsInResponse } from '../../src/secrets/exchange-secrets.ts';
import { type Redactor, redactorOf } from '../../src/secrets/redactor.ts';
import type { Undeletable } from '../core/evidence.ts';
import { demandsOf } from '../core/kind.ts';
import { remedyWords } from '../core/remedies.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { ObservedChoice, Unavailable, Unseen } from '../core/verdict.ts';
import type { CodeTerms } from '../engine/exit-code.ts';
import type { ChoiceObservation } from '../engine/observe-choices.ts';
import { wordsOfRate } from '../engine/observed-target.ts';
import type { SeenInRun } from '../engine/run.ts';
import type { TimedExchange } from '../engine/sending/recorder.ts';
import { beginLongWork } from '../engine/yielding.ts';
import { kinds } from '../kinds.ts';
import { namedCollection } from '../target/collections.ts';
import { findingOf } from './finding.ts';
import { adviceWords, sawWords } from './not-judged.ts';
import { purposesOf } from './own-marks.ts';
import { proposedLines } from './proposed-lines.ts';
import { explanationWords } from './reasons.ts';
import {
  type Counts,
  deletesNothing,
  type Finding,
  mayNotExist,
  type RecordedExchange,
  type Report,
  type ShownUnavailable,
} from './report.ts';
import { repeatLine, variablesIn } from './secrets.ts';
import { learnShown, show } from './show-exchange.ts';
import { wordOver } from './verdict-line.ts';
import { version } from './version.ts';

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
