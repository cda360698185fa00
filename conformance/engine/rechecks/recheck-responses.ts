import type { HttpRequest } from '../../../src/http/exchange.ts';
import { signOfCache } from '../../core/cache-sign.ts';
import type { Page, ReadExchange } from '../../core/evidence.ts';
import { type Fingerprint, fingerprintOf } from '../../core/same-as-sent.ts';
import { type Round, type Series, series } from './recheck-series.ts';

/** A response to a recheck; undefined if there was none that can be read. */
export type RecheckedPage = Pick<ReadExchange, 'response' | 'page' | 'unserved'> | undefined;

/** The responses to one page in the order in which they were requested: two for each round. */
type Responses = ReadonlyMap<string, readonly RecheckedPage[]>;

type ReadRound = Round & {
  readonly pages: ReadonlyMap<string, readonly [first: RecheckedPage, second: RecheckedPage]>;
  readonly cacheSign: string | undefined;
};

/** The responses of a series, by round and by the target of the page. What a cache sent is not evidence. */
export class Rechecks {
  readonly #rounds: readonly ReadRound[];

  constructor(rounds: readonly ReadRound[]) {
    this.#rounds = rounds;
  }

  static of(name: Series, responses: Responses): Rechecks {
    return new Rechecks(series[name].map((round, index) => ({ ...round, ...readRound(responses, index) })));
  }

  /** The rounds that meet a condition. */
  where(isMeant: (round: Round) => boolean): Rechecks {
    return new Rechecks(this.#rounds.filter(isMeant));
  }

  /** The rounds between the first and the last, which show whether a page changed meanwhile. */
  get repeats(): Rechecks {
    return new Rechecks(this.#rounds.slice(1, -1));
  }

  /** Each round by itself. */
  get rounds(): readonly Rechecks[] {
    return this.#rounds.map((round) => new Rechecks([round]));
  }

  /** The page of the first round, or its second reading there. */
  page(request: HttpRequest, isSecond = false): Page | undefined {
    return this.#rounds[0]?.pages.get(request.target)?.[isSecond ? 1 : 0]?.page;
  }

  unserved(request: HttpRequest): Page | undefined {
    return this.#rounds[0]?.pages.get(request.target)?.[0]?.unserved;
  }

  /** Whether each page was the same each time. */
  areUnchanged(requests: readonly HttpRequest[], fingerprint: Fingerprint): boolean {
    return requests.every(({ target }) => {
      const prints = this.#rounds
        .flatMap(({ pages }) => pages.get(target) ?? [undefined])
        .map((one) => {
          const page = one?.page ?? one?.unserved;
          return page && fingerprintOf(page, fingerprint);
        });
      return prints.every((one) => one !== undefined && one === prints[0]);
    });
  }

  /** The total that the last round shows without a filter. */
  total(): number | undefined {
    return [...(this.#rounds.at(-1)?.pages.values() ?? [])].flatMap(([, last]) =>
      last?.page?.query.filter === undefined ? (last?.page?.total ?? []) : [],
    )[0];
  }

  /** The header by which a cache shows itself, such as `Age: 7`. */
  get cacheSign(): string | undefined {
    return this.#rounds.flatMap(({ cacheSign }) => cacheSign ?? [])[0];
  }
}

function readRound(responses: Responses, index: number): Pick<ReadRound, 'pages' | 'cacheSign'> {
  const own = [...responses].map(
    ([target, all]) => [target, [all[index * 2], all[index * 2 + 1]] as const] as const,
  );
  const usable = (one: RecheckedPage): RecheckedPage =>
    one && signOfCache(one.response) === undefined ? one : undefined;
  return {
    pages: new Map(own.map(([target, [one, other]]) => [target, [usable(one), usable(other)]])),
    cacheSign: own.flatMap(([, both]) => both).flatMap((one) => (one && signOfCache(one.response)) ?? [])[0],
  };
}
