import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromSource } from '../../bench/command-of-assay.ts';
import { type RuleTest, rules } from '../../conformance/register.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { faultyIn } from '../report/report-on.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, target } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const [broken, held, unseen] = [
  'node-products/page-limit-exact',
  'node-products/total-present',
  'application-key/id-uuid',
];
const { collections = [] } = targetOfCatalog(catalog, target.baseUrl);
const where = { baseUrl: target.baseUrl, collections: collections.slice(4, 5), writes: 'deny' } as const;
const testsOf = (transport: Transport, only = [broken, held, unseen]): Promise<RuleTest[]> =>
  rules(where, { transport, only });
const find = (tests: readonly RuleTest[], id: string): RuleTest =>
  tests.find((one) => one.id === id) ?? expect.fail(`${id} is not registered`);

/** Counts what a server is asked. */
function counting(next: Transport) {
  const asked = { count: 0 };
  const transport: Transport = (request) => {
    asked.count += 1;
    return next(request);
  };
  return { asked, transport };
}

afterEach(() => vi.restoreAllMocks());

describe('the tests of any runner', () => {
  it('are one a rule and one for the verdict, before anything is sent', async () => {
    const { asked, transport } = counting(conforming());
    const tests = await testsOf(transport);
    expect(tests.map(({ name }) => name).toSorted()).toEqual([
      'application-key/id-uuid (must): data.id is a UUID',
      expect.stringMatching(/^node-products\/page-limit-exact \(must\): \S/),
      expect.stringMatching(/^node-products\/total-present \(must\): \S/),
      'the verdict',
    ]);
    expect(tests.at(-1)?.id).toBe('the verdict');
    expect(asked.count).toBe(0);
    await find(tests, held).fn();
    const once = asked.count;
    expect(once).toBeGreaterThan(0);
    for (const { fn } of tests.slice(0, -1)) await fn({ skip: () => {} });
    await expect(find(tests, 'the verdict').fn()).rejects.toThrow(`undetermined: ${unseen} was skipped`);
    expect(asked.count).toBe(once);
  });

  it('fail where the rule is broken, and the verdict with it', async () => {
    const tests = await testsOf(faultyIn(broken));
    await expect(find(tests, broken).fn()).rejects.toThrow('a page contains `page[limit]` products');
    await expect(find(tests, held).fn()).resolves.toBeUndefined();
    await expect(find(tests, 'the verdict').fn()).rejects.toThrow(`violates: 1 rule broken: ${broken}`);
  });

  it('repeat nothing of the target that a CI engine would obey', async () => {
    const headers = [['location', 'http://shop.example/##vso[task.setvariable variable=a]b']] as const;
    const redirecting: Transport = async () => ({ status: 302, headers, body: new Uint8Array(), ms: 0 });
    const said = await find(await testsOf(redirecting), held)
      .fn()
      .then(String, String);
    expect(said).toContain('redirects to http://shop.example/');
    expect(said).not.toContain('##vso[');
  });

  it('are skipped by the context that the runner hands over, or that it calls them on', async () => {
    const { fn } = find(await testsOf(conforming()), unseen);
    const skip = vi.fn();
    await fn({ skip });
    await fn.call({ skip });
    expect(skip.mock.calls).toEqual([[expect.stringMatching(/writes/)], [expect.stringMatching(/writes/)]]);
  });

  it('say that they are skipped where the runner has no way to do it', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { fn } = find(await testsOf(conforming()), unseen);
    await fn.call({});
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^skipped: application-key\/id-uuid: .*writes/)],
    ]);
  });

  it('name no argument, since runners take that for a wish for a callback', async () => {
    for (const { fn } of await testsOf(conforming())) expect(fn.length).toBe(0);
  });

  it('all fail with the reason why nothing can be sent', async () => {
    const tests = await rules(() => Promise.reject(new Error('the server did not start')), { only: [held] });
    for (const { fn } of tests) await expect(fn()).rejects.toThrow('the server did not start');
  });

  it('reject a rule that does not exist', async () => {
    await expect(rules(where, { only: ['node-products/nothing'] })).rejects.toThrow('node-products/nothing');
  });
});

it("Node's own runner ends each test as its rule ended", async () => {
  const fixture = fileURLToPath(new URL('faulty.fixture.ts', import.meta.url));
  const words = [`--import=${fromSource}`, '--test', '--test-isolation=none', '--test-reporter=tap', fixture];
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, words, { env }, (_, stdout) => resolve(stdout));
  });
  const ends = [...output.matchAll(/^ *((?:not )?ok) \d+ - (\S+ \S+?)(?:: .*?)?( # SKIP .*)?$/gm)];
  expect(ends.map(([, end, name, skip]) => [name, skip === undefined ? end : 'skipped']).toSorted()).toEqual([
    ['application-key/id-uuid (must)', 'skipped'],
    ['node-products/page-limit-exact (must)', 'not ok'],
    ['node-products/total-present (must)', 'ok'],
    ['the verdict', 'not ok'],
  ]);
});
