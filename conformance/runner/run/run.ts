import type { Lost } from '../../../src/http/exchange.ts';
import type { Rule } from '../../core/rule.ts';
import type { Unavailable } from '../../core/unavailable.ts';
import type { Result } from '../../core/verdict.ts';
import { explained, unreadNodes, withCause } from '../../target/availability.ts';
import { awaitStart } from '../../target/await-start.ts';
import { sendFirstRequests, unavailableOf } from '../../target/first-requests.ts';
import { harmlessCalls } from '../../target/preflight.ts';
import { endEarly, timeToEnd } from '../../transport/ending.ts';
import { wordsOfHalt } from '../../transport/halt.ts';
import { turnOfOthers } from '../../transport/turns.ts';
import { choiceObservationsOf } from '../choices/choice-observations.ts';
import { judgePins } from '../choices/pins.ts';
import { denied, errorOf, type Gathering, gather, type Job, jobsOf } from '../gather.ts';
import { recheckerOver } from '../page-rechecks.ts';
import { countSteps } from '../progress.ts';
import { judgeRelations } from '../relations.ts';
import { nodesSampled } from '../sample-nodes.ts';
import { type ChoicesOfRun, openChoices } from './choices-of-run.ts';
import type { Seen } from './seen.ts';
import { defaultConcurrency, type OpenRun, openRun, type Run } from './session.ts';

/** Runs a check: preflight, experiments gather; claims judge, observations read. What only the operator can settle is a `UserError`. */
export async function run(options: Run): Promise<Seen> {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const session = openRun(options);
  const { setting, stop, recorder, availability, unanswered } = session;
  using _ = endEarly(stop, options);
  const probes = await lookAround(session, options);
  const choices = openChoices(session, options);
  const broken = await gatherAll(session, choices, options);
  session.bench.judgeWaiting();
  if (!stop.halted())
    await broken.takeStep('relations between responses', () =>
      judgeListings(session, [...(options.selected ?? [])]),
    );

  const { operationObservations, errors } = choices.read();
  const { wasAccepted } = availability;
  const missing = unavailableOf(probes, wasAccepted, setting.target, unanswered.rateAgainst);
  const { results, alsoSeen } = resultsOf(session, options, missing);
  const unavailable = [...missing, ...unreadNodes(session.evidence.listings(), results, missing)];
  const choiceObservations = choiceObservationsOf(operationObservations);
  const pinned = judgePins(
    setting.target.choices,
    choiceObservations,
    options.ruleSet.observations.filter(session.isSelected),
  );
  const halt = stop.halted();
  return {
    seed: setting.seed,
    nonce: setting.nonce,
    results: [...results, ...broken.errors, ...errors, ...pinned],
    alsoSeen,
    choiceObservations,
    sampled: [
      ...nodesSampled(setting.target.nodes, options.target),
      ...session.samples,
      ...results.flatMap(({ sampled = [] }) => sampled),
    ],
    transientFailures: session.transientFailures,
    unavailable,
    created: recorder.created(),
    redactor: recorder.redactor,
    requests: recorder.sent(),
    isReferenceStub: recorder.isReferenceStub(),
    startedAt,
    durationMs: Math.round(performance.now() - started),
    ...(options.record
      ? { exchanges: recorder.exchanges(), attempts: session.attempts, rechecks: session.taken }
      : {}),
    ...(halt?.verdict === 'inconclusive' ? { partial: halt.why, reportBy: halt.at + timeToEnd } : {}),
  };
}

/** Waits for the target to start, if it is to be waited for, and looks whether its operations are there. */
async function lookAround(session: OpenRun, options: Run): ReturnType<typeof sendFirstRequests> {
  const { setting, stop, operations, mayRun, sender, transport } = session;
  if (options.wait !== undefined) {
    const [{ call }] = harmlessCalls(setting);
    await awaitStart(setting.target.baseUrl, call, options.transport, stop, options);
  }
  return sendFirstRequests({
    context: session.openExperimentContext(),
    sendAfresh: sender.sendAfresh,
    transport,
    operations: new Set([...operations].filter(mayRun)),
  });
}

/** Runs the experiments, and what gathers for observations between them; tells the mistakes of ours in them. */
async function gatherAll(
  session: OpenRun,
  choices: ChoicesOfRun,
  { ruleSet, concurrency = defaultConcurrency, ...options }: Run,
): Promise<Pick<Gathering, 'takeStep'> & { readonly errors: readonly Result[] }> {
  const { setting, stop, operations, mayRun, isSelected, bench } = session;
  const experiments = ruleSet.experiments.filter(
    ({ operation }) => operations.has(operation) && mayRun(operation),
  );
  const jobs = jobsOf(experiments, setting.target.nodes);
  const takeStep = countSteps(jobs.length + choices.jobs.length + 1, (progress) =>
    options.onProgress?.(progress),
  );
  const errors: Result[] = [];
  const gathering: Gathering = {
    context: session.openExperimentContext(),
    concurrency,
    halted: () => stop.halted() !== undefined,
    takeStep,
    onError: ({ experiment }, error) => {
      const { id, operation } = experiment;
      const house = experiment.house && bench.ruleStates.find(({ rule }) => rule.id === id);
      if (house) house.error(error, 'gathers');
      else if (!choices.jobs.some((job) => job.experiment === experiment) || isSelected(experiment))
        errors.push(errorOf(id, operation, error));
    },
  };
  const isLast = ({ experiment }: Job): boolean => experiment.when === 'last';
  for (const some of [jobs.filter((job) => !isLast(job)), choices.jobs, jobs.filter(isLast)])
    await gather(some, gathering);
  return { takeStep, errors };
}

/** Judges relations between pages; those that fail are rechecked. */
const judgeListings = (
  { setting, stop, sender, taken, bench, evidence }: OpenRun,
  [alone, ...others]: readonly string[],
): Promise<void> =>
  judgeRelations(
    {
      ...(alone !== undefined && others.length === 0 ? { alone } : {}),
      contract: setting.contract,
      target: setting.target,
      accepted: bench.accepted,
      rechecker: recheckerOver(sender, (look) => taken.push(look)),
      ruleStates: bench.ruleStates,
      goesOn: () => turnOfOthers().then(() => stop.halted() === undefined),
    },
    evidence.listings(),
    bench.blamed,
  );

/** What breaks a curated order while a curated node changed says nothing of the server (READINGS P6). */
function unlessCuratedAgain({ claims }: Rule, result: Result, change: string | undefined): Result {
  const trusts = claims.some((claim) => claim.on === 'answer' && claim.byDeclaration === true);
  if (change === undefined || result.verdict !== 'fail' || !trusts) return result;
  const { expected: _expected, saw: _saw, ...about } = result;
  return { ...about, verdict: 'inconclusive', why: change };
}

/** What each selected rule comes to, and the broken ones of the same operations that were not selected. */
function resultsOf(
  session: OpenRun,
  { ruleSet, contract }: Run,
  unavailable: readonly Unavailable[],
): Pick<Seen, 'results' | 'alsoSeen'> {
  const { bench, evidence, stop, rules, isSelected, unanswered, lockouts, availability } = session;
  const judged = new Map(bench.ruleStates.map((ruleState) => [ruleState.rule.id, ruleState]));
  const halt = stop.halted();
  const change = evidence.listings().find(({ node, changed }) => changed && node.curated?.length)?.changed;
  const resultOf = (rule: Rule): Result => {
    const ruleState = judged.get(rule.id);
    if (!ruleState) return denied(rule, contract);
    const found = unlessCuratedAgain(rule, ruleState.result(), change);
    const result = explained(unanswered.explain(lockouts.explain(found)), unavailable);
    return halt && isUnreached(rule, result, halt) ? { ...result, ...wordsOfHalt(halt) } : result;
  };
  const others = rules.filter((rule) => !isSelected(rule)).map(resultOf);
  return {
    results: withCause(ruleSet.rules.filter(isSelected).map(resultOf), availability.wasAccepted),
    alsoSeen: others.filter(({ verdict }) => verdict === 'fail'),
  };
}

/** Whether a run that ended early may have kept a rule from judging: nothing came, not all, or its call was cut off. */
const isUnreached = (
  { claims }: Rule,
  { verdict, exchanges }: Result,
  { cutOff }: { readonly cutOff: Lost },
): boolean =>
  verdict === 'untested' ||
  (verdict === 'pass' && claims.some(({ on }) => on === 'listing')) ||
  (verdict === 'inconclusive' && exchanges.some(({ reply }) => reply === cutOff));
