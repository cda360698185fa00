import { UserError } from '../../src/errors.ts';
import type { Lost, Reply, Transport } from '../../src/http/exchange.ts';
import type { Proof } from './proof.ts';

const reply = (status: number, body = '', type = 'application/json'): Reply => ({
  status,
  headers: [['content-type', type]],
  body: Buffer.from(body),
  ms: 0,
});

const crash = reply(500);
const lost: Lost = { lost: 'connection', detail: 'the connection failed', ms: 0 };

/** Servers that say nothing about the contract, each with its only response. */
export const mutes: Readonly<Record<string, Reply | Lost>> = {
  'an empty object': reply(200, '{}'),
  'an empty object, created': reply(201, '{}'),
  nothing: reply(200),
  'no content': reply(204),
  null: reply(200, 'null'),
  'an empty list': reply(200, '[]'),
  'not found': reply(404, '{}'),
  'bad request': reply(400, '{}'),
  unauthorized: reply(401, '{}'),
  'a crash': crash,
  HTML: reply(200, '<!doctype html><title>Shop</title>', 'text/html'),
  'a redirect': { ...reply(302), headers: [['location', 'http://192.0.2.1/']] },
  'too many requests': reply(429),
  'no response at all': lost,
};

/** The law of the mute: the rules that pass without evidence, or break down; there should be none. */
export async function believers(proof: Proof, answer: Reply | Lost): Promise<string[]> {
  try {
    return await believersOf(proof, async () => answer);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // A check ends here with what it asks first, in one sentence. A server that falls silent later is checked all the same.
    return believersOf(proof, mutedAfter(proof.target.nodes.length + 1, answer));
  }
}

async function believersOf({ judged }: Proof, transport: Transport): Promise<string[]> {
  const results = await judged(transport);
  return results
    .filter(({ verdict }) => verdict === 'pass' || verdict === 'error')
    .map(({ rule, verdict, why }) => `${rule} ${verdict} ${why ?? ''}`);
}

/** Crashes so many times, which ends no check, and then has that response only. */
function mutedAfter(times: number, answer: Reply | Lost): Transport {
  let calls = 0;
  return async () => {
    calls += 1;
    return calls > times ? answer : crash;
  };
}
