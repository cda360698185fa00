import { UserError } from '../../src/errors.ts';
import { blockerOf, type Judgement, type Waived, type Waiver, type WaiverNote } from '../core/verdict.ts';
import { idsMatching, type Selected } from './rule-selection.ts';

const announcedDays = 14;

const millisecondsOfDay = 86_400_000;

/**
 * Finds the rules and pinned choices of waivers. After its date (UTC) a waiver has no effect; one without a rule is
 * an error.
 */
export function openWaivers(
  waivers: readonly Waiver[] = [],
  { ids, required, skipped }: Pick<Selected, 'ids' | 'required' | 'skipped'>,
  today = new Date(),
) {
  const date = today.toISOString().slice(0, 10);
  const notes = waivers.map((waiver): WaiverNote => {
    const waived = [...idsMatching('the waiver of', [waiver.rule], ids)];
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
    /** The rules whose findings take no evidence away from others: they may fail today, or are skipped. */
    tolerated: new Set([...skipped, ...active.keys()]),
    mark: <T extends Judgement>(result: T): T => {
      const waived = active.get(result.rule) ?? active.get(blockerOf(result) ?? '');
      return waived ? { ...result, waived } : result;
    },
    notes: (results: readonly Judgement[]): readonly WaiverNote[] => withState(notes, results),
  };
}

function withState(notes: readonly WaiverNote[], results: readonly Judgement[]): WaiverNote[] {
  const passed = new Set(results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule));
  return notes.map((note) => {
    if (note.state === 'expired') return note;
    return { ...note, state: note.rules.every((id) => passed.has(id)) ? 'stale' : 'active' };
  });
}
