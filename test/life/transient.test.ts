import { expect, it } from 'vitest';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import { bodyText, type HttpRequest, type HttpResponse, header, type Lost } from '../../src/http/exchange.ts';
import { check, stubWith } from './checked.ts';

const closed: Lost = { lost: 'connection', detail: 'closed', ms: 0 };
const failed = (status: number): HttpResponse => ({ status, headers: [], body: new Uint8Array(), ms: 1 });

/** Whether a request is meant; `last` is what was last written before it. */
type IsMeant = (request: HttpRequest, last: string | undefined) => boolean;

const wordsOf = ({ method, target, body = new Uint8Array() }: HttpRequest): string =>
  `${method} ${target} ${bodyText(body)}`;

const hasMethod =
  (...methods: readonly string[]): IsMeant =>
  ({ method }) =>
    methods.includes(method);
const isRepeated: IsMeant = (request, last) => request.method === 'PUT' && wordsOf(request) === last;
const hasOtherTag: IsMeant = ({ headers }) =>
  header(headers, 'if-none-match')?.includes('no-version') === true;

/** One in so many of the requests that are meant fails: its response is lost, or has a status of the server. */
const failures: readonly (readonly [
  what: string,
  isMeant: IsMeant,
  every: number,
  fails: number | 'lost',
])[] = [
  ['the response to a repeated replacement is lost', isRepeated, 2, 'lost'],
  ['the response to a deletion is lost', hasMethod('DELETE'), 5, 'lost'],
  ['a deletion is rejected', hasMethod('DELETE'), 5, 404],
  ['the response to a change is lost', hasMethod('PUT', 'PATCH'), 5, 'lost'],
  ['a reading with another ETag is rejected', hasOtherTag, 2, 404],
  ['a reading with another ETag crashes', hasOtherTag, 2, 500],
];

const trials = failures.flatMap(([what, isMeant, every, fails]) =>
  Array.from({ length: every }, (_, turn) => ({ what, isMeant, every, turn, fails })),
);

it.each(trials)('no must is broken where $what once in $every, from $turn on', async (trial) => {
  const { isMeant, every, turn, fails } = trial;
  const stub = stubWith();
  let last: string | undefined;
  let meant = 0;
  const { results } = await check(async (request) => {
    const isDisturbed = isMeant(request, last) && meant++ % every === turn;
    if (request.method !== 'GET') last = wordsOf(request);
    if (isDisturbed && fails !== 'lost') return failed(fails);
    const response = await stub(request);
    return isDisturbed ? closed : response;
  });
  expect(meant).toBeGreaterThan(0);
  const broken = results.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
  expect(broken.map((one) => `${one.rule}: ${wordsOfResult(one).why}`)).toEqual([]);
});
