import fc from 'fast-check';
import { draw } from '../../conformance/core/random-draws.ts';
import { isCounted } from '../../conformance/engine/exit-code.ts';
import { run, type SeenInRun } from '../../conformance/engine/run.ts';
import type { HttpRequest, HttpResponse, Lost, Transport } from '../../src/http/exchange.ts';
import { lazy } from '../../src/once.ts';
import { responseOf } from '../json-response.ts';
import { conforming, contract, ruleSet, target } from '../shipped.ts';
import { type Breaking, breakings, isReply, operationOfCall, requestKey } from './sweep.ts';

/** One exchange of a conforming run. */
type Recorded = { readonly request: HttpRequest; readonly response: HttpResponse };

/** A draw of the law: a breach, and the request or the response it is applied to. */
type Draw = {
  readonly breaking: Breaking;
  readonly at: Recorded;
  readonly to: 'request' | 'response';
};

/** The exchanges of a run on the conforming stub, made once. */
export const honestRun = lazy(async (): Promise<Recorded[]> => {
  const recorded: Recorded[] = [];
  await check((next) => async (request) => {
    const response = await next(request);
    if (isReply(response)) recorded.push({ request, response });
    return response;
  });
  return recorded;
});

/** So many draws among the requests and responses that each breach would make break a `must`, each breach alike. */
export function draws(recorded: readonly Recorded[], count: number, seed: number): Draw[] {
  const able = breakings.map((breaking) => ({
    breaking,
    at: recorded.filter(
      ({ request, response }) =>
        operationOfCall(request) === breaking.operation &&
        request.method !== 'HEAD' &&
        breaking.breaks({ request, response, target }) !== undefined,
    ),
  }));
  const unable = able.find(({ at }) => at.length === 0);
  if (unable) throw new Error(`no reply of a run can be broken so: ${unable.breaking.name}`);
  const numbers = draw(seed, 'sweep', fc.nat(1_000_000), count);
  return numbers.flatMap((number, index): Draw[] => {
    const one = able[(index + seed) % able.length];
    const at = one?.at[number % one.at.length];
    return one && at
      ? [
          {
            breaking: one.breaking,
            at,
            to: Math.floor(index / able.length) % 2 === 0 ? 'request' : 'response',
          },
        ]
      : [];
  });
}

/** What happened to a draw. */
export type Outcome = {
  /** Whether the request was asked again, and its response broken. */
  readonly applied: boolean;
  /** What should have been seen and was not. */
  readonly missed?: string;
};

/** Applies a draw, and tells whether the run says what the law asks for. */
export async function tryDraw({ breaking, at, to }: Draw): Promise<Outcome> {
  const key = requestKey(at.request);
  let times = 0;
  const seen = await check(
    (next) => async (request) => {
      const response = await next(request);
      if (requestKey(request) !== key || !isReply(response)) return response;
      const broken =
        to === 'response' && times > 0 ? undefined : breaking.breaks({ request, response, target });
      if (broken) times += 1;
      return broken ?? response;
    },
    breaking.operation,
  );
  if (times === 0) return { applied: false };
  const broken = seen.results.filter(
    (result) => result.verdict === 'fail' && isCounted(result, { strict: false, required: new Set() }),
  );
  const once = seen.results.reduce((sum, { intermittent = [] }) => sum + intermittent.length, 0);
  const violates = broken.length > 0;
  const where = `${breaking.name}, applied to the ${to} ${at.request.method} ${at.request.target} ${Buffer.from(
    at.request.body ?? [],
  )
    .toString('utf8')
    .slice(0, 120)}`;
  if (to === 'request' || !breaking.isRelation)
    return violates ? { applied: true } : { applied: true, missed: `${where}: not violates` };
  if (violates)
    return { applied: true, missed: `${where}: violates, by ${broken.map(({ rule }) => rule).join(', ')}` };
  // What did not come again is intermittent; where nothing shows that the node changed, it is inconclusive.
  const isOpen = once > 0 || seen.results.some(({ verdict }) => verdict === 'inconclusive');
  return isOpen ? { applied: true } : { applied: true, missed: `${where}: not seen once` };
}

/** A run on the stub behind something, of one operation or of all. */
function check(behind: (next: Transport) => Transport, operation?: string): Promise<SeenInRun> {
  const selected =
    operation && new Set(ruleSet.rules.filter((rule) => rule.operation === operation).map(({ id }) => id));
  return run({
    contract,
    ruleSet,
    target,
    transport: behind(conforming()),
    nonce: 'a55a4000',
    ...(selected ? { selected } : {}),
  });
}

const unavailable = (status: number): HttpResponse => responseOf(status, [['retry-after', '0']]);

/** What transient failure is put in front of the stub, each once on one request. */
export const transientFailures: Readonly<Record<string, HttpResponse | Lost>> = {
  'a limiter': unavailable(429),
  'a gateway without a server': unavailable(502),
  'a server that is not ready': unavailable(503),
  'a gateway that waited in vain': unavailable(504),
  'a lost connection': { lost: 'connection', detail: 'the connection was closed', ms: 0 },
};

/** A run of one operation in which one of its requests is interfered with once. */
export async function interfered(
  recorded: readonly Recorded[],
  place: number,
  transientFailure: HttpResponse | Lost,
): Promise<SeenInRun> {
  const request = recorded[place % recorded.length]?.request ?? { method: '', target: '', headers: [] };
  const key = requestKey(request);
  let isOver = false;
  const interfering =
    (next: Transport): Transport =>
    async (request) => {
      if (isOver || requestKey(request) !== key) return next(request);
      isOver = true;
      return transientFailure;
    };
  return check(interfering, operationOfCall(request));
}
