import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { withAt } from '../../src/json/json.ts';
import { front, honestFor, type Manner } from './servers/front.ts';
import { relisting } from './servers/unsteady.ts';
import * as odd from './servers/unusual.ts';
import { honestTransport, type Trial, type TrialOptions, tryOut } from './trial.ts';
import { strange, strangeTransport } from './unusual-shop.ts';

async function onFront(manner: Manner, options?: TrialOptions, transport?: Transport): Promise<Trial> {
  await using server = await front(transport ?? honestTransport(), manner);
  return await tryOut(server.baseUrl, options);
}

/** Everything a terminal gets is letters, signs, spaces and line breaks; the rest is spelt out. */
const unclean = /[^\P{C}\n\u200c\u200d]/u;

function expectClean({ shown, json }: Trial): void {
  expect(shown).not.toMatch(unclean);
  expect(() => JSON.parse(json)).not.toThrow();
}

const readOnly = { target: { writes: false } };

describe('an odd but honest target conforms', () => {
  it.each<[string, Manner, TrialOptions?]>([
    ['speaks HTTP/1.0', odd.old],
    ['closes the connection after every reply', odd.closing],
    ['sends 102 and 103 first', odd.hinting],
    ['sends 100 and 103 first, unasked and several times', odd.continuing],
    ['sends 100 first, piece by piece', odd.hesitating, readOnly],
    ['sends a chunk for every byte', odd.crumbling, { ...readOnly, timeout: 10_000 }],
    ['sends trailers', odd.trailing],
    ['packs with gzip, unasked', odd.zipped],
    ['packs with gzip, asked for', odd.zipped, { target: { headers: [['accept-encoding', 'gzip']] } }],
    ['packs with deflate, unasked', odd.deflated],
    ['packs with brotli, unasked', odd.brotlied],
    ['packs with zstd, unasked', odd.standardised],
    ['begins with a byte order mark', odd.marked],
    ['has headers by the names of inherited members', odd.inheriting],
    ['has members by the names of inherited members, and doubled ones', odd.crowded],
    ['takes its time', odd.slow(Number(process.env.SOAK_REPLY_MS ?? 20)), { timeout: 10_000 }],
    ['drops one connection in twenty, and is only read from', odd.dropping, readOnly],
  ])('that %s', async (_, manner, options) => {
    const trial = await onFront(manner, options);
    expect(trial.said).not.toMatch(/no response: /);
    expect(trial.report?.headline.verdict).toBe('conforms');
    // A byte order mark is warned of, once for each operation (READINGS 30).
    expect(trial.report?.counts).toMatchObject({ warning: manner === odd.marked ? 3 : 0, error: 0 });
    expectClean(trial);
  });

  it('that has strange words in every free text, and names of a million characters', async () => {
    const trial = await onFront((turn) => odd.zipped(turn), {}, strangeTransport());
    expect(trial.report?.headline.verdict).toBe('conforms');
    expectClean(trial);
  });
});

it('a dropped connection is never held against the target', async () => {
  const trial = await onFront(odd.dropping);
  expect(trial.report?.headline.verdict).toBe('conforms');
  expect(trial.report?.counts).toMatchObject({ fail: 0, warning: 0, error: 0 });
});

it('a target with strange words that breaks a clause is shown in clean words', async () => {
  const broken = relisting((listing) => withAt(listing, ['data', 0, 'type'], strange));
  const trial = await onFront(honestFor(5, broken), {}, strangeTransport());
  expect(trial.report?.headline.verdict).toBe('violates');
  expect(trial.shown).toContain('\\u{202e}');
  expectClean(trial);
});
