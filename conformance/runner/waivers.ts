import { UserError } from '../../src/errors.ts';
import type { Judgement, Waived } from '../core/verdict.ts';
import type { Waiver, WaiverNote } from '../core/waiver.ts';
import { matches } from './select.ts';

/** How many days before its end a waiver is announced. */
const announcedDays = 14;

const millisecondsOfDay = 86_400_000;

/** What the waivers of a target come to in a run. */
type Waivers = {
  /** The result, marked where it is waived: itself, or because a waived rule keeps it from being judged. */
  readonly mark: <T extends Judgement>(result: T) => T;
  /** What has become of each waiver, by the results of a run. */
  readonly notes: (results: readonly Judgement[]) => readonly WaiverNote[];
};

/**
 * Finds the rules, and the choices that are pinned, that waivers are for; `ids` are all of them. Past its date (UTC) a
 * waiver counts for nothing; for no rule, it is a fault.
 */
export function openWaivers(
  waivers: readonly Waiver[],
  ids: readonly string[],
  required: ReadonlySet<string>,
  today: Date,
): Waivers {
  const date = today.toISOString().slice(0, 10);
  const notes = waivers.map((waiver): WaiverNote => {
    const waived = [...matches('the waiver of', [waiver.rule], ids)];
    const daysLeft = (Date.parse(waiver.until) - Date.parse(date)) / millisecondsOfDay;
    return {
      ...waiver,
      rules: waived,
      state: daysLeft < 0 ? 'expired' : 'active',
      ...(daysLeft >= 0 && daysLeft <= announcedDays ? { daysLeft } : {}),
    };
  });
  const active = new Map<string, Waived>();
  for (const { rules, reason, until } of notes.filter(({ state }) => state === 'active').toReversed())
    for (const id of rules) active.set(id, { reason, until });
  const both = [...required].find((id) => active.has(id));
  if (both !== undefined)
    throw new UserError(`--require names ${both}, which a waiver lets fail; remove one of the two.`);
  return {
    mark: (result) => {
      const waived = active.get(result.rule) ?? (result.because && active.get(result.because));
      return waived ? { ...result, waived } : result;
    },
    notes: (results) => withState(notes, results),
  };
}

/**
 * Returns `notes` with the state that `results` give them: stale if all rules of a waiver ran and pass, else active.
 * What has expired stays so.
 */
function withState(notes: readonly WaiverNote[], results: readonly Judgement[]): WaiverNote[] {
  const passed = new Set(results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule));
  return notes.map((note) => {
    if (note.state === 'expired') return note;
    return { ...note, state: note.rules.every((id) => passed.has(id)) ? 'stale' : 'active' };
  });
}
