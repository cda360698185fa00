import { type Exchange, isLost } from '../../src/http/exchange.ts';
import { hidden, secretsIn } from '../../src/http/secrets.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject } from '../../src/json/json.ts';

/** The most secrets that are remembered: those that came last. */
const mostSecrets = 2000;
/** Shorter values are no secrets, and hiding them would hide half the text. */
const shortest = 6;

/** Remembers what strangers would not want to see in a report. */
export type Secrets = {
  /** Tells whether any was new. */
  readonly take: (exchange: Exchange) => boolean;
  readonly all: () => string[];
};

/** Opens a memory for the secrets of recorded exchanges, as they were before anything was taken from them. */
export function rememberSecrets(): Secrets {
  const known = new Set<string>();
  /** What was not met for longest is forgotten first. */
  const remember = (secret: string): boolean => {
    const isNew = !known.delete(secret);
    known.add(secret);
    const [oldest] = known;
    if (known.size > mostSecrets && oldest !== undefined) known.delete(oldest);
    return isNew;
  };
  return {
    take: (exchange) => recordedSecrets(exchange).map(remember).includes(true),
    all: () => [...known].sort((one, other) => other.length - one.length),
  };
}

/** What strangers would not want to see of one exchange. */
export function recordedSecrets(exchange: Exchange): string[] {
  const { call, reply } = exchange;
  const headers = [...call.headers, ...(isLost(reply) ? [] : reply.headers)];
  const all: unknown[] = [
    ...headers.flatMap(([name, value]) => {
      if (/^(proxy-)?authorization$/i.test(name)) return [value.replace(/^\w+ /, '')];
      if (/^(set-)?cookie$/i.test(name))
        return value.split(/;\s*/).map((pair) => pair.replace(/^[^=]*=/, ''));
      return /token|secret|api-?key|password|session/i.test(name) ? [value] : [];
    }),
    ...secretParameters(call.target),
    ...paymentMembers(call.body),
    ...secretsIn([exchange]),
  ];
  return all.filter(
    (secret): secret is string =>
      typeof secret === 'string' && secret.length >= shortest && secret !== hidden,
  );
}

const secretParameters = (target: string): string[] =>
  target.includes('?')
    ? [...new URLSearchParams(target.slice(target.indexOf('?')))].flatMap(([name, value]) =>
        /token|secret|key|password|session|signature/i.test(name) ? value : [],
      )
    : [];

/** Who pays, and with what. */
function paymentMembers(body: Uint8Array | undefined): unknown[] {
  const read = body && readBody(body);
  const payment = read && 'json' in read ? at(read.json, 'data', 'payment_authority') : undefined;
  return isObject(payment)
    ? Object.entries(payment).flatMap(([name, value]) => (name === 'type' ? [] : [value]))
    : [];
}
