import type { Answer } from '../core/evidence.ts';
import type { Target } from '../core/target.ts';
import { createEvidence } from '../runner/evidence.ts';
import type { Blamed } from '../runner/judge.ts';
import { judgeRelations, type RelationsOf } from '../runner/relations.ts';
import { keepLooks } from './recorded-looks.ts';

/** How long nobody may have listed anything for pages to be held against each other, in milliseconds. */
const longestPause = 5 * 60_000;
/** How many pages are held against each other. */
const mostPages = 1500;

/** A part of a recording in which listings are held against each other: beyond it they may have changed. */
export type Stretch = {
  /** Whether an answer of that time still belongs to it. */
  readonly takesAt: (time: number) => boolean;
  /** Takes an answer; a check asks again to look again. */
  readonly take: (answer: Answer, time: number, isOfCheck: boolean) => void;
  readonly judge: (run: Omit<RelationsOf, 'looker'>, blamed: Blamed) => Promise<void>;
};

/** Begins a stretch. */
export function beginStretch(target: Target): Stretch {
  const evidence = createEvidence(target);
  const looks = keepLooks();
  let pages = 0;
  let last: number | undefined;
  return {
    takesAt: (time) => pages < mostPages && (last === undefined || Math.abs(time - last) <= longestPause),
    take: (answer, time, isOfCheck) => {
      if (!answer.page?.node && !answer.unserved) return;
      pages += 1;
      last = time;
      if (!looks.take(answer, isOfCheck)) evidence.take(answer);
    },
    judge: (run, blamed) =>
      pages === 0
        ? Promise.resolve()
        : judgeRelations({ ...run, looker: looks.looker() }, evidence.listings(), blamed),
  };
}
