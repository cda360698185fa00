import type { Setting } from '../core/context.ts';
import { listingKindOf } from '../core/kind.ts';
import type { HaltSwitch } from './ending.ts';
import type { createGatherer } from './gather-choices.ts';
import { judgePins } from './judge-pins.ts';
import { choiceObservationsOf, readEach } from './observe-choices.ts';
import type { Receiving } from './run-receiving.ts';
import type { Run, RunScope } from './run-scope.ts';
import type { Sending } from './run-sending.ts';
import { type sendFirstRequests, unavailableOf } from './served-operations.ts';

/** A run that has sent everything. */
type RunToConclude = {
  readonly setting: Setting;
  readonly scope: RunScope;
  readonly sending: Sending;
  readonly receiving: Receiving;
  readonly gatherer: ReturnType<typeof createGatherer>;
  readonly probes: Awaited<ReturnType<typeof sendFirstRequests>>;
  readonly halt: ReturnType<HaltSwitch['halted']>;
};

/** The results that follow when all is sent: of rules, of choices, of operations that are not there. */
export function conclude(
  { ruleSet, skipped }: Run,
  { setting, scope, sending, receiving, gatherer, probes, halt }: RunToConclude,
) {
  const { contract, target } = setting;
  const { isSelected } = scope;
  const { evidence, judge, samples, errors, recorded } = receiving;
  const listings = evidence.listings();
  const furtherListings = evidence.furtherListings();
  const { attempts } = recorded;
  const seen = { contract, target, attempts, listings, furtherListings, creations: evidence.creations() };
  const choices = readEach(scope.observations.filter(isSelected), (one) => gatherer.read(one, seen));
  const choiceObservations = choiceObservationsOf(contract, choices.operationObservations);
  const { wasAccepted, rateAgainst } = judge.observed;
  const missing = unavailableOf(contract, probes, wasAccepted, target, rateAgainst);
  const rate = sending.pace.rateOfLimit();
  const known = { unavailable: missing, halt, spent: sending.writes.spent() };
  const results = judge.results(ruleSet.rules.filter(isSelected), known);
  const notSelected = scope.rules.filter((rule) => !isSelected(rule) && !skipped?.has(rule.id));
  const selected = ruleSet.observations.filter(isSelected);
  const pinned = judgePins(contract, target.choices, choiceObservations, selected);
  return {
    results: [...results, ...errors, ...choices.errors, ...pinned],
    alsoSeen: judge.results(notSelected, known).filter(({ verdict }) => verdict === 'fail'),
    choiceObservations,
    sampled: [...samples, ...results.flatMap(({ sampled = [] }) => sampled)],
    ...(rate === undefined ? {} : { rate }),
    unavailable: [...missing, ...listingKindOf(ruleSet.kinds).unread(contract, listings, results, missing)],
  };
}
