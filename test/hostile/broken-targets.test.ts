import { describe, expect, it } from 'vitest';
import { sampled } from '../seed.ts';
import { assay } from './command.ts';
import * as broken from './servers/broken.ts';
import { conforming, front, honestFor, type Manner } from './servers/front.ts';
import { rawServer } from './servers/raw.ts';
import { jsonReply, whole } from './servers/replies.ts';
import * as unsteady from './servers/unsteady.ts';
import { emptyCollections, honestTransport, type Trial, type TrialOptions, tryOut } from './trial.ts';

/** A check of a broken target ends, does not conform, is no error of ours, and its output steers no terminal. */
function expectSober({ report, shown }: Trial): void {
  expect(report?.headline.verdict).not.toBe('conforms');
  expect(report?.counts.error ?? 0).toBe(0);
  expect(shown).not.toMatch(/[^\P{C}\n]/u);
}

/** Rules enough for a verdict, on few requests: for targets whose every response is slow or long. */
const few = { only: ['node-products/page-limit', 'node-products/served', 'node-products/filter-eq-*'] };

/** That a response is JSON, and how long a page is. */
const json = { only: ['*/response-json', 'node-products/page-limit'] };

/** One rule on the smallest collection: where every response costs a second. */
const one = {
  only: ['node-products/page-limit'],
  target: { collections: emptyCollections.slice(0, 1) },
};
const hasty = { ...one, timeout: 250 };

/** Where a run is slowed to a request a second. */
const brief = { budget: 10_000 };

async function onFront(manner: Manner, options?: TrialOptions): Promise<Trial> {
  await using server = await front(honestTransport(), manner);
  return await tryOut(server.baseUrl, options);
}

describe('a target that is broken from the first reply on ends the check in one sentence', () => {
  it.each<[string, Manner, RegExp, TrialOptions?]>([
    ['never answers', broken.silent, /no complete response within 200 ms/, { timeout: 200 }],
    ['answers a byte at a time', broken.trickling, /no complete response within 200 ms/, { timeout: 200 }],
    ['speaks another protocol', broken.foreign, /not HTTP/],
    ['resets in the middle of the body', broken.resetting, /reset before the response was complete/],
    [
      'closes before its Content-Length',
      broken.short,
      /closed the connection before the response was complete/,
    ],
    ['sends megabytes of headers', broken.heavyHeaded, /headers of the response are longer than 16 KiB/],
    ['sends headers without end', broken.headlong, /headers of the response are longer than 16 KiB/],
    [
      'redirects in a circle',
      broken.circular,
      /redirects to \/pcm.* \(302\), and redirects are not followed/,
    ],
  ])('%s', async (_, manner, named, options) => {
    const { fault = '' } = await onFront(manner, options);
    expect(fault).toMatch(named);
    expect(fault).toMatch(/^http:\/\/127.0.0.1:\d+ [^\n]*\.?$/);
  });

  it('rejects connections', async () => {
    const gone = await rawServer(() => {});
    await gone[Symbol.asyncDispose]();
    expect((await tryOut(gone.baseUrl)).fault).toMatch(/the server rejects connections/);
  });

  it('redirects to another host, which never hears of the token', async () => {
    await using other = await rawServer(() => {});
    const away = { ...jsonReply('', 307), headers: [['location', other.baseUrl] as const] };
    const { fault = '' } = await onFront(({ socket }) => void socket.write(whole(away)));
    expect(fault).toContain(`redirects to ${other.baseUrl} (307)`);
    expect(other.connections()).toBe(0);
  });
});

/** How targets break down, the verdict, and what is said; a run tries half of them. */
const breakdowns: readonly [string, Manner, 'undetermined' | 'violates', RegExp, TrialOptions?][] = [
  ['never answers', broken.silent, 'undetermined', /no complete response within 250 ms/, hasty],
  ['answers a byte at a time', broken.trickling, 'undetermined', /no complete response/, hasty],
  ['resets in the middle of the body', broken.resetting, 'undetermined', /reset before/, few],
  ['closes before its Content-Length', broken.short, 'undetermined', /closed the connection before/, few],
  ['sends more than its Content-Length', broken.long, 'undetermined', /unrequested response|not HTTP/, few],
  ['sends every reply twice', broken.doubled, 'undetermined', /unrequested response/, few],
  [
    'says its length in two ways',
    broken.twoLengths,
    'undetermined',
    /before the body was as long as its Content-Length/,
    few,
  ],
  ['sends a body without end', broken.endless, 'undetermined', /longer than 8388608 bytes/, one],
  ['packs a bomb with gzip', broken.gzipBomb, 'undetermined', /longer than .* after decompression/, one],
  ['packs a bomb with brotli', broken.brotliBomb, 'undetermined', /longer than .* after decompression/, one],
  [
    'says gzip and does not mean it',
    broken.falselyPacked,
    'undetermined',
    /declares the content coding gzip/,
    few,
  ],
  ['packs in a way of its own', broken.strangelyPacked, 'undetermined', /content coding rot13/, few],
  ['sends millions of values', broken.wide, 'undetermined', /more than 250,000 values/, one],
  ['sends megabytes of headers', broken.heavyHeaded, 'undetermined', /headers of the response/, few],
  ['speaks another protocol', broken.foreign, 'undetermined', /not HTTP/, few],
  ['is always too busy', broken.limited, 'undetermined', /returned 429/, brief],
  ['is too busy every other time', broken.flapping, 'undetermined', /returned 503/, brief],
  ['redirects in a circle', broken.circular, 'undetermined', /redirects \(302/, few],
  ['sends text that is no UTF-8', broken.mojibake, 'violates', /the body is not UTF-8/, json],
  ['nests a hundred thousand arrays', broken.deep, 'violates', /nests deeper than 500 levels/],
  ['sends two documents in one body', broken.lines, 'violates', /the body is not JSON/, json],
  ['sends HTML with 200', broken.hypertext, 'violates', /the body is not JSON/, json],
  [
    'says a total beyond all doubles',
    unsteady.astronomical,
    'violates',
    /total is an integer; got Infinity/,
    { only: ['node-products/*'] },
  ],
  ['repeats one id', unsteady.nameless, 'violates', /whose id is 0{8}-|as other pages number them/],
];

// Most of them take their time doing nothing.
describe('a target that breaks down after its first reply never conforms', () => {
  it.concurrent('while the same target, unbroken, does', async () => {
    expect((await onFront(conforming)).report?.headline.verdict).toBe('conforms');
    expect((await onFront(conforming, few)).report?.counts.fail).toBe(0);
  });

  it.concurrent.each(sampled(breakdowns, 3))('%s', async (_, manner, verdict, named, options) => {
    const trial = await onFront(honestFor(5, manner), options);
    expectSober(trial);
    expect(trial.report?.headline.verdict).toBe(verdict);
    expect(trial.said).toMatch(named);
  });

  it.concurrent.each<[string, Manner, RegExp]>([
    ['whose total grows with every request', unsteady.growing, /total|listing changed/],
    ['whose pages never end', unsteady.boundless, /at most \d+ products?/],
    ['that shows the same page forever', unsteady.stuck, /products/],
  ])('%s', async (_, manner, named) => {
    const trial = await onFront(honestFor(5, manner));
    expectSober(trial);
    expect(trial.said).toMatch(named);
  });

  it.concurrent('closes connections that it promised to keep, which breaks no rule', async () => {
    const trial = await onFront(broken.fickle);
    expect([0, 1]).not.toContain(trial.report?.counts.pass);
    expect(trial.report?.counts).toMatchObject({ fail: 0, error: 0 });
  });
});

describe('the memory of a check', () => {
  it('stays flat however much a target sends', async () => {
    const before = process.memoryUsage.rss();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    const trial = await onFront(honestFor(5, broken.huge), one);
    clearInterval(watch);
    expectSober(trial);
    expect(trial.said).toMatch(/longer than 8388608 bytes/);
    expect(most - before).toBeLessThan(600 * 1024 * 1024);
  });

  it('is bounded over all replies, so that a small process comes to its end as well', async () => {
    await using server = await front(honestTransport(), broken.filling);
    const small = { NODE_OPTIONS: '--max-old-space-size=128' };
    const node = '606699e3-d3d0-4977-9433-444b2d312311/fa5f7e49-aa64-4842-90c8-7398f92c0df3';
    const words = [
      'check',
      server.baseUrl,
      '--at',
      node,
      '--only',
      'node-products/page-*',
      '--only',
      'subscription',
    ];
    const { code, out } = await assay(words, small);
    expect([1, 3]).toContain(code);
    expect(out).toMatch(/\n(violates|undetermined) — [^\n]+\n$/);
    expect(out).toMatch(/the responses of this run take more than \d+ MiB of memory/);
  });
});
