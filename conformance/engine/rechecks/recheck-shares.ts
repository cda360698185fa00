import type { PageRequest } from '../../core/evidence.ts';
import { eachOnce, type Suspicion } from './recheck-outcomes.ts';
import type { Rechecks } from './recheck-responses.ts';
import { requestsFor, type Series } from './recheck-series.ts';
import type { Rechecker } from './rechecker.ts';

const keptForOthers = 40;
/** The most rechecks of one rule, so that others have theirs (READINGS P6). */
const fairShare = 100;

/** Shares rechecks fairly between rules; a rule that is checked alone has all of them (READINGS P6). */
export class RecheckShares {
  readonly #used = new Map<string, number>();
  readonly #rechecker: Rechecker;

  constructor(rechecker: Rechecker) {
    this.#rechecker = rechecker;
  }

  /** Sorts by rechecks used, fewest first. */
  byNeed<Some extends Suspicion>(suspicions: readonly Some[]): Some[] {
    return suspicions.toSorted((one, other) => this.#usedBy(one) - this.#usedBy(other));
  }

  /** Sends a series for one suspicion; undefined if there is no room. */
  async recheck(name: Series, suspicion: Suspicion): Promise<Rechecks | undefined> {
    const requests = eachOnce(suspicion);
    return this.#rechecker.hasRoom(name, requests, 0) ? this.#rechecker.recheck(name, requests) : undefined;
  }

  /**
   * Sends the repeats of suspicions, of as many together as there is room for, of the others one by one; returns those
   * of each. `keep` requests are left for later. At the end of a run (`isLast`) nothing is shared any more.
   */
  async repeat<Some extends Suspicion>(
    suspicions: readonly Some[],
    { keep = 0, isLast = false } = {},
  ): Promise<ReadonlyMap<Some, Rechecks>> {
    const rechecksOf = new Map<Some, Rechecks>();
    const together: Some[] = [];
    const requests = new Map<string, PageRequest>();
    for (const one of suspicions) {
      const all = new Map(requests);
      for (const page of eachOnce(one)) all.set(page.request.target, page);
      if (!this.#mayHave(one, [...all.values()], keep, isLast)) continue;
      this.#take(one, isLast);
      together.push(one);
      for (const [target, request] of all) requests.set(target, request);
    }
    if (together.length > 0) {
      const rechecks = await this.#rechecker.recheck('repeats', [...requests.values()]);
      for (const one of together) rechecksOf.set(one, rechecks);
    }
    for (const one of suspicions.filter((left) => !together.includes(left))) {
      const own = eachOnce(one);
      if (!this.#mayHave(one, own, keep, isLast)) continue;
      this.#take(one, isLast);
      rechecksOf.set(one, await this.#rechecker.recheck('repeats', own));
    }
    return rechecksOf;
  }

  #usedBy({ rule }: Suspicion): number {
    return this.#used.get(rule) ?? 0;
  }

  #take(one: Suspicion, isLast: boolean): void {
    if (!isLast) this.#used.set(one.rule, this.#usedBy(one) + costOf(one));
  }

  #mayHave(one: Suspicion, requests: readonly PageRequest[], keep: number, isLast: boolean): boolean {
    if (one.rule === this.#rechecker.alone) return this.#rechecker.hasRoom('repeats', requests, 0);
    const used = isLast ? 0 : this.#usedBy(one);
    if (used > 0 && used + costOf(one) > fairShare) return false;
    return this.#rechecker.hasRoom('repeats', requests, used > 0 ? keep + keptForOthers : keep);
  }
}

const costOf = (one: Suspicion): number => requestsFor('repeats', eachOnce(one));
