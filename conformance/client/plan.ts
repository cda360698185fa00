import { choicesOf } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { everyOperation } from '../../src/contract/operations.ts';
import { isStateful } from '../../src/contract/related-operations.ts';
import { UserError } from '../../src/errors.ts';
import {
  type Exchange,
  type Header,
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Lost,
} from '../../src/http/exchange.ts';
import { suggestion } from '../../src/words.ts';
import { createdIn } from '../core/created.ts';
import { wasAccepted } from '../core/status.ts';
import { idsMatching } from '../engine/rule-selection.ts';
import type { ClientQuestion, Option, StubChange } from './client-question.ts';
import type { Tried } from './client-report.ts';
import { sentenceOf } from './difference.ts';
import { type StubParts, stubOf } from './session.ts';
import { questionsFor, settingsFor, variationId } from './variations.ts';

export type Planned = {
  readonly variation: Pick<Tried, 'id' | 'part' | 'options'>;
  /** What the stub does under each option, all at the same time. */
  readonly served: readonly StubChange[];
  /** Where the baseline would notice it first; undefined if that is not known beforehand. */
  readonly noticed?: Noticed;
};

/** The variations that can matter to what a client sent, and the ids of those that cannot. */
type ClientPlan = {
  readonly planned: readonly Planned[];
  /** The variations about the form of requests, also those that are not run. */
  readonly ofForm: readonly Planned[];
  readonly unnoticed: readonly string[];
  readonly hasMore?: boolean;
};

/** Plans one variation for each option of each question that the client can notice. */
export async function planVariations(
  notice: Notice,
  only: readonly string[] = [],
  { contract, isOwnCatalog = false }: Pick<StubParts, 'contract' | 'isOwnCatalog'>,
): Promise<ClientPlan> {
  // An exact count over a catalog of one's own is no dependence.
  const all = questionsFor(contract)
    .flatMap((question) => question.others.map((option) => ({ question, option })))
    .filter(({ option }) => !isOwnCatalog || option.served.records === undefined);
  const ids = all.map(({ question, option }) => `${question.id}/${option.name}`);
  for (const pattern of only) {
    const reason = choicesOf(contract).get(pattern.split('=')[0] ?? '')?.varied;
    if (reason !== undefined)
      throw new UserError(
        `--only ${pattern}: clients are not tried with its options${reason.replace(/^no/, '')}.`,
      );
  }
  const wanted =
    only.length === 0
      ? new Set(ids)
      : idsMatching(
          '--only',
          only.map((pattern) => pattern.replaceAll('=', '/')),
          ids,
          'assay client --plan',
        );
  const planned: Planned[] = [];
  const ofForm: Planned[] = [];
  const unnoticed: string[] = [];
  for (const { question, option } of all) {
    const isWanted = wanted.has(`${question.id}/${option.name}`);
    const isOfForm = choicesOf(contract).get(question.id)?.isOfForm === true;
    if (!isWanted && !isOfForm) continue;
    const isFault = option.served.fault !== undefined;
    const noticed = isFault ? undefined : await notice(option.served, isOfForm);
    const one = planOne([[question, option]], noticed);
    if (isOfForm) ofForm.push(one);
    if (!isWanted) continue;
    if (isFault || noticed !== undefined) planned.push(one);
    else unnoticed.push(one.variation.id);
  }
  return { planned, ofForm, unnoticed };
}

/** Options that are not varied and would be noticed; tests that need one cannot pass with the default. */
export async function planSettings(notice: Notice, contract: Contract): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const question of settingsFor(contract))
    for (const option of question.others) {
      const noticed = await notice(option.served);
      if (noticed !== undefined) planned.push(planOne([[question, option]], noticed));
    }
  return planned;
}

/** One of `count` parts of a plan, counted from 1; neighbours, which are alike, are in different parts. */
export function shardOf(
  plan: ClientPlan,
  shard: { readonly index: number; readonly count: number } | undefined,
): ClientPlan {
  if (!shard) return plan;
  const planned = plan.planned.filter((_, at) => at % shard.count === shard.index - 1);
  return { ...plan, planned, hasMore: plan.planned.length > planned.length };
}

/** The one variation that `--choose` names: all of its options at the same time. */
export function planChosen(chosen: readonly string[], contract: Contract): Planned {
  const all = questionsFor(contract);
  const pairs = chosen.map((text): readonly [ClientQuestion, Option] => {
    const [, id = '', name = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    const question = [...all, ...settingsFor(contract)].find((one) => one.id === id);
    if (!question)
      throw new UserError(
        `--choose ${text}: write NAME=OPTION; ${suggestion(
          id || text,
          all.map((one) => one.id),
        )}`,
      );
    const option = question.others.find((one) => one.name === name) ?? question.named?.(name);
    if (!option || name === question.usual)
      throw new UserError(
        `--choose ${text}: ${
          name === question.usual
            ? `"${name}" is what the baseline does; name another option.`
            : suggestion(
                name,
                question.others.map((one) => one.name),
              )
        }`,
      );
    return [question, option];
  });
  const twice = pairs.find(([question], index) => pairs.findIndex(([one]) => one === question) !== index);
  if (twice) throw new UserError(`--choose names ${twice[0].id} twice; name one option of it.`);
  return planOne(pairs);
}

function planOne(pairs: readonly (readonly [ClientQuestion, Option])[], noticed?: Noticed): Planned {
  const options = pairs.map(([{ id: question, asks, usual }, { name: option, words }]) => ({
    question,
    asks,
    option,
    words,
    usual,
  }));
  const [first] = pairs;
  return {
    variation: {
      id: chosenBy(options).join(','),
      part: pairs.length > 1 || !first ? 'combination' : first[0].part,
      options,
    },
    served: pairs.map(([, { served }]) => served),
    ...(noticed ? { noticed } : {}),
  };
}

export const chosenBy = (options: Tried['options']): string[] =>
  options.map(({ question, option }) => variationId(question, option));

type Noticed = {
  readonly at: number;
  readonly rejected: readonly RejectedRequest[];
};

type RejectedRequest = { readonly at: number; readonly clause?: string; readonly says: string };

/**
 * Returns where an option first changes the response to a request of the baseline; undefined if all are the same, byte for byte.
 * `isWhole`: looks also for what else it rejects.
 */
type Notice = (served: StubChange, isWhole?: boolean) => Promise<Noticed | undefined>;

/** A request of the baseline, and what its response says that other requests may name. */
type AskedRequest = { readonly request: HttpRequest; readonly at: number; readonly said: readonly string[] };

/**
 * Asks stubs in process, with simulated ids and clock, what a client sent in its baseline. If an option changes none of
 * the responses, a client cannot notice it. This is exact for whatever a client sends in
 * order, and needs to know nothing about any choice.
 */
export async function createNotice(setting: StubParts, exchanges: readonly Exchange[]): Promise<Notice> {
  const { contract } = setting;
  const asked = distinctRequests(exchanges, contract);
  const usual: (HttpResponse | Lost)[] = [];
  const senderTo = (served: StubChange) => {
    const stub = stubOf(setting, served, exchanges, { seed: 'replay' });
    // What the baseline created has other ids here.
    const ids = new Map<string, string>();
    return async ({ request, said }: AskedRequest) => {
      const renamed = withRecordIds(request, ids);
      const response = await stub.transport({
        ...renamed,
        target: `${served.prefix ?? ''}${renamed.target}`,
      });
      const now = saidIn({ request, response }, contract);
      if (now.length === said.length)
        for (const [index, one] of said.entries()) {
          const is = now[index] ?? one;
          if (is === one) ids.delete(one);
          else ids.set(one, is);
        }
      return response;
    };
  };
  const send = senderTo({});
  for (const one of asked) usual.push(await send(one));
  return async (served, isWhole = false) => {
    const other = senderTo(served);
    const rejected: RejectedRequest[] = [];
    let first: number | undefined;
    for (const [index, one] of asked.entries()) {
      if (first !== undefined && !isWhole) break;
      const [before, now] = [usual[index], await other(one)];
      if (!before || isAlike(before, now)) continue;
      first ??= one.at;
      if (!wasAccepted({ response: before }) || isLost(now) || now.status < 400) continue;
      // What an earlier rejection did not create is not there.
      if (header(now.headers, 'assay-choice') === undefined) continue;
      const clause = header(now.headers, 'assay-clause');
      const says = sentenceOf(contract, { request: one.request, response: now });
      rejected.push({ at: one.at, says, ...(clause === undefined ? {} : { clause }) });
    }
    return first === undefined ? undefined : { at: first, rejected };
  };
}

/** A request with the ids and the ETags of this stub instead of those of the baseline. */
function withRecordIds(request: HttpRequest, ids: ReadonlyMap<string, string>): HttpRequest {
  const put = (text: string): string => [...ids].reduce((one, [was, is]) => one.replaceAll(was, is), text);
  const { target, headers, body } = request;
  return {
    ...request,
    target: put(target),
    headers: headers.map(([name, value]) => [name, /^if-/i.test(name) ? put(value) : value]),
    ...(body ? { body: Buffer.from(put(Buffer.from(body).toString())) } : {}),
  };
}

/** The id of a new record in a response, and its ETag. */
function saidIn(exchange: Exchange, contract: Contract): string[] {
  const { response } = exchange;
  if (isLost(response)) return [];
  return [createdIn(contract, exchange)?.id, header(response.headers, 'etag')].flatMap((one) => one ?? []);
}

/** Leaves out repeated reads: the same stub responds to them alike, unless something was written meanwhile that it shows. */
function distinctRequests(exchanges: readonly Exchange[], contract: Contract): AskedRequest[] {
  const seen = new Set<string>();
  const isLiving = everyOperation(contract).some(({ id }) => isStateful(contract, id));
  return exchanges.flatMap((exchange, at) => {
    const { request } = exchange;
    const isReading = request.method === 'GET';
    if (!isReading && isLiving) seen.clear();
    if (isReading && seen.has(keyOfReading(request))) return [];
    if (isReading) seen.add(keyOfReading(request));
    return [{ request, at, said: saidIn(exchange, contract) }];
  });
}

const keyOfReading = ({ target, headers }: HttpRequest): string =>
  `${target} ${header(headers, 'authorization')} ${header(headers, 'if-none-match')}`;

/** No test relies on when a response was sent. */
const isComparedHeader = ([name]: Header): boolean => name.toLowerCase() !== 'date';

function isAlike(one: HttpResponse | Lost, other: HttpResponse | Lost): boolean {
  if (isLost(one) || isLost(other)) return isLost(one) && isLost(other);
  return (
    one.status === other.status &&
    String(one.headers.filter(isComparedHeader)) === String(other.headers.filter(isComparedHeader)) &&
    Buffer.compare(one.body, other.body) === 0
  );
}
