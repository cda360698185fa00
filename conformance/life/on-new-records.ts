// The turn of each life, and how often what fails in one is tried again on new records (READINGS P6).

import { creatorOf } from '../../src/contract/related-operations.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { Attempt } from '../core/evidence.ts';
import { timeToSettle } from '../core/settling.ts';
import { creationsOf, sendLeast } from '../create/creations.ts';

/** What creates the records that an operation is about: another operation, or itself. */
const creatorFor = ({ contract }: ExperimentContext, id: string): string => creatorOf(contract, id)?.id ?? id;

/**
 * Lives are told one after another, since listings show what others create meanwhile. What was created before may be in the
 * way of the first that is rejected: that one is told again.
 */
export function inTurn(context: ExperimentContext, id: string, life: () => Promise<void>): Promise<void> {
  const turn = context.shared('turn of lives', () => ({ last: Promise.resolve() }));
  const creations = creationsOf(context, creatorFor(context, id));
  const run = turn.last.then(async () => {
    const wasRejected = creations.lastRejected() !== undefined;
    await creations.inTurn(creations.makeRoom);
    await life();
    if (wasRejected || creations.lastRejected() === undefined) return;
    await creations.inTurn(creations.makeRoom);
    await life();
  });
  turn.last = run.catch(() => undefined);
  return run;
}

/** How often what failed is tried again on new records. */
const mostRepeats = 2;

type Tell = (context: ExperimentContext, isRepeated: boolean) => Promise<void>;

/**
 * Creates records and reports what is read of them. What fails is tried again on new records, since another user may have
 * changed these, and breaks a rule only if it fails each time (READINGS P6).
 */
export async function onNewRecords(
  context: ExperimentContext,
  id: string,
  tell: Tell,
  clear: () => Promise<void> = async () => undefined,
): Promise<void> {
  let thrown: { readonly error: unknown } | undefined;
  const told = async (isRepeated: boolean): Promise<ReadonlyMap<string, Attempt>> => {
    const attempts: Attempt[] = [];
    const report = (attempt: Attempt): number => attempts.push(attempt);
    await tell({ ...context, report }, isRepeated).catch((error: unknown) => {
      thrown ??= { error };
    });
    return numbered(attempts);
  };
  const open = new Map(await told(false));
  const settle = (
    isSettled: (attempt: Attempt, name: string) => boolean,
    more: Partial<Attempt> = {},
  ): void => {
    for (const [name, attempt] of open) {
      if (!isSettled(attempt, name)) continue;
      open.delete(name);
      context.report({ ...attempt, ...more });
    }
  };
  settle((attempt) => !context.breaks(attempt));
  for (let count = 1; count <= mostRepeats && open.size > 0; count += 1) {
    // Other records are in the same places then, if each so-many-th is changed.
    for (let more = 0; more < count; more += 1) await createAnother(context, id);
    await clear();
    await context.pause(timeToSettle(context.target));
    const again = await told(true);
    const passing = new Map(
      [...open.keys()].flatMap((name) => {
        const attempt = again.get(name);
        return attempt && !context.breaks(attempt) ? [[name, attempt] as const] : [];
      }),
    );
    for (const attempt of passing.values()) context.report(attempt);
    settle((_, name) => passing.has(name), { onNewRecords: 'passed' });
    settle((_, name) => !again.has(name), { onNewRecords: 'not tried' });
  }
  settle(() => true);
  if (thrown) throw thrown.error;
}

/** Attempts by what they are about, without ids and ETags, and their number among those about the same. */
function numbered(attempts: readonly Attempt[]): ReadonlyMap<string, Attempt> {
  const groups = Map.groupBy(
    attempts,
    ({ clause, what }) => `${clause} ${what.replaceAll(/"[^"]*"|\S*\d\S*/g, '')}`,
  );
  return new Map(
    [...groups].flatMap(([name, group]) => group.map((attempt, index) => [`${name} ${index}`, attempt])),
  );
}

async function createAnother(context: ExperimentContext, id: string): Promise<void> {
  await sendLeast(context, creatorFor(context, id));
}

/** An experiment that tells a life in its turn, again on new records if something fails. */
export const lifeExperiment =
  (shows: string, tell: (context: ExperimentContext, id: string, isRepeated: boolean) => Promise<void>) =>
  (id: string) => ({
    shows,
    when: 'last' as const,
    run: (context: ExperimentContext) =>
      inTurn(context, id, () => {
        const creations = creationsOf(context, creatorFor(context, id));
        const clear = () => creations.inTurn(creations.clear);
        return onNewRecords(context, id, (own, isRepeated) => tell(own, id, isRepeated), clear);
      }),
  });
