import { type Call, type Exchange, header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';
import { wasAccepted } from '../core/status.ts';
import type { StubChange } from './question.ts';
import { type StubParts, stubOf } from './session.ts';

/** Where a stub that is told otherwise answers otherwise. */
export type Noticed = {
  /** The exchange of the baseline, counted from 0. */
  readonly at: number;
  /** Whether it rejects what is accepted by default. */
  readonly isRejected: boolean;
  /** The clause for which it is rejected. */
  readonly clause?: string;
};

/** Tells where an option changes the response to a request of the baseline; undefined: nowhere, byte for byte. */
export type Notice = (served: StubChange) => Promise<Noticed | undefined>;

type Asked = { readonly call: Call; readonly at: number };

/**
 * Asks stubs in process, with simulated ids and clock, what a client sent in its baseline. If an option changes none of
 * the responses, a client that is told nothing else cannot notice it. This is exact for whatever a client sends in
 * order, and needs to know nothing about any choice.
 */
export async function createNotice(setting: StubParts, exchanges: readonly Exchange[]): Promise<Notice> {
  const asked = distinct(exchanges);
  const usual: (Reply | Lost)[] = [];
  const answerer = (served: StubChange) => {
    const stub = stubOf(setting, served, exchanges, { seed: 'replay' });
    return ({ call }: Asked) => stub.transport({ ...call, target: `${served.prefix ?? ''}${call.target}` });
  };
  const answer = answerer({});
  for (const one of asked) usual.push(await answer(one));
  return async (served) => {
    const other = answerer(served);
    for (const [index, one] of asked.entries()) {
      const [before, now] = [usual[index], await other(one)];
      if (!before || isAlike(before, now)) continue;
      const isRejected = wasAccepted({ reply: before }) && !isLost(now) && now.status >= 400;
      const clause = isLost(now) ? undefined : header(now.headers, 'assay-clause');
      return { at: one.at, isRejected, ...(clause === undefined ? {} : { clause }) };
    }
    return undefined;
  };
}

/** Reading the same twice tells nothing new. */
function distinct(exchanges: readonly Exchange[]): Asked[] {
  const seen = new Set<string>();
  return exchanges.flatMap(({ call }, at) => {
    if (call.method !== 'GET') return [{ call, at }];
    const isNew = !seen.has(keyOf(call));
    seen.add(keyOf(call));
    return isNew ? [{ call, at }] : [];
  });
}

const keyOf = ({ target, headers }: Call): string => `${target} ${header(headers, 'authorization')}`;

function isAlike(one: Reply | Lost, other: Reply | Lost): boolean {
  if (isLost(one) || isLost(other)) return isLost(one) && isLost(other);
  return (
    one.status === other.status &&
    String(one.headers) === String(other.headers) &&
    Buffer.compare(one.body, other.body) === 0
  );
}
