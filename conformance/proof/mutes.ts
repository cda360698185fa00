import type { Lost, Reply } from '../../src/wire/exchange.ts';
import { observe } from '../engine/run.ts';
import { createWire } from '../engine/wire.ts';
import { judged, observations, setting } from './ground.ts';

const reply = (status: number, body = '', type = 'application/json'): Reply => ({
  status,
  headers: [['content-type', type]],
  body: Buffer.from(body),
  ms: 0,
});

const lost: Lost = { lost: 'connection', detail: 'the connection failed', ms: 0 };

/** Servers that say nothing about the contract, each with its one answer. */
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
  'a crash': reply(500),
  HTML: reply(200, '<!doctype html><title>Shop</title>', 'text/html'),
  'a redirect': { ...reply(302), headers: [['location', 'http://192.0.2.1/']] },
  'too many requests': reply(429),
  'no answer at all': lost,
};

/** The law of the mute: the rules that pass without evidence, or fall over; there should be none. */
export async function believers(answer: Reply | Lost): Promise<string[]> {
  const transport = async () => answer;
  const results = await judged(transport);
  for (const observation of observations) await observe(setting, createWire(transport), observation);
  return results
    .filter(({ verdict }) => verdict === 'pass' || verdict === 'error')
    .map(({ rule, verdict, why }) => `${rule} ${verdict} ${why ?? ''}`);
}
