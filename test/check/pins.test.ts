import { describe, expect, it } from 'vitest';
import { type CheckOptions, runCheck } from '../../conformance/check.ts';
import { rules } from '../../conformance/register.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { json } from '../../conformance/report/json.ts';
import { junit } from '../../conformance/report/junit.ts';
import { html } from '../../conformance/report/page-of-check.ts';
import type { Report } from '../../conformance/report/report.ts';
import { markdown, terminal } from '../../conformance/report/report-document.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, contract } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

type Given = Partial<TargetFile> &
  CheckOptions & { readonly stub?: Partial<Choices>; readonly over?: (stub: Transport) => Transport };

/** Checks the stub with pinned choices; of everything else only what is asked for. */
function check(choices: TargetFile['choices'], { stub = {}, over = (same) => same, collections, waivers, writes, ...options }: Given = {}): Promise<Report> {
  const target = {
    ...targetOfCatalog(catalog, 'http://localhost', stub, contract),
    choices,
    ...(collections ? { collections } : {}),
    ...(waivers ? { waivers } : {}),
    ...(writes ? { writes } : {}),
  } as TargetFile;
  const only = Object.keys(choices ?? {}).map((id) => `choice/${id}`);
  return runCheck(target, { only, transport: over(conforming({ choices: stub })), ...options });
} // biome-ignore format: one line a step

const shown = (report: Report): string => terminal(report, { colours: coloursIf(false), verbose: true });

const verdicts = ({ results }: Report) => results.map(({ rule, verdict }) => [rule, verdict]);
const waiver = { rule: 'choice/trailing-slash', reason: 'known', until: '2999-01-01' };

describe('a choice that is pinned', () => {
  it('passes where the target goes that way, and is broken where it goes another', async () => {
    const held = await check({ 'rejection-status': 422, 'default-page-size': '100' });
    expect([held.exitCode, held.headline.verdict]).toEqual([0, 'passes']);
    const broken = await check({ 'rejection-status': 422 }, { stub: { 'rejection-status': 400 } });
    expect(broken.results[0]).toMatchObject({ rule: 'choice/rejection-status', source: 'pin', why: 'pinned: 422, the target: 400' });
    expect(broken.results[0]?.reproduce).toContain('/v2/application-keys');
    expect(broken.exitCode).toBe(1);
  }); // biome-ignore format: one line an expectation

  it('leaves what is said of the interface as it is', async () => {
    const only = ['application-key/created', 'choice/trailing-slash'];
    const [free, pinned] = [await check({}, { only }), await check({ 'trailing-slash': 'served' }, { only })];
    expect(free.headline).toEqual({ verdict: 'passes', why: '1 of 1 selected rule; the stub was checked' });
    expect(pinned.headline).toEqual({ verdict: 'passes', why: '1 of 1 selected rule; pinned choices: 1 broken (trailing-slash); the stub was checked; exit code 1' });
    expect([free.exitCode, pinned.exitCode]).toEqual([0, 1]);
    expect(pinned.counts).toEqual(free.counts);
    expect(pinned.requests).toBe(free.requests);
  }); // biome-ignore format: one line an expectation

  it('is in every kind of report', async () => {
    const report = await check({ 'trailing-slash': 'served' });
    expect(shown(report)).toMatch(/^checked the stub at http:\/\/localhost\n\n✗ choice\/trailing-slash +pinned · .*\n {4}What does a slash after the path.*\n(?: .*\n)* {4}expected {2}pinned: served\n {4}got {7}the target: rejected\n/);
    expect(JSON.parse(json(report)).results[0]).toMatchObject({ rule: 'choice/trailing-slash', verdict: 'fail' });
    expect(junit(report)).toMatch(/<testsuite name="pinned choices" tests="1" failures="1"[\s\S]*<failure [^>]*pinned: served/);
    expect(markdown(report)).toContain('### ❌ ` choice/trailing-slash `');
    expect(html(report)).toMatch(/Broken pins[\s\S]*pinned: served/);
  }); // biome-ignore format: one line a kind

  it('can be waived, and required, and says so where the waiver is stale', async () => {
    const waived = await check({ 'trailing-slash': 'served' }, { waivers: [waiver] });
    expect([waived.exitCode, waived.results[0]?.waived?.reason]).toEqual([0, 'known']);
    const stale = await check({ 'trailing-slash': 'rejected' }, { waivers: [waiver] });
    expect([stale.exitCode, stale.waivers?.[0]?.state]).toEqual([1, 'stale']);
    const required = await check({ 'uncurated-order': 'name' }, { require: ['choice/uncurated-order'], collections: [] });
    expect(required.exitCode).toBe(3);
  }); // biome-ignore format: one line an expectation

  it('is untested without an occasion, skipped where nothing may be written, and never broken for that', async () => {
    const unseen = await check({ 'trailing-slash': 'served' }, { collections: [] });
    expect(verdicts(unseen)).toEqual([['choice/trailing-slash', 'untested']]);
    expect(unseen.results[0]?.remedy).toMatch(/^collections: /);
    const denied = await check({ state: 'none' }, { writes: 'deny' });
    expect(verdicts(denied)).toEqual([['choice/state', 'skipped']]);
    expect([unseen.exitCode, denied.exitCode]).not.toContain(1);
  });

  it('is untested where a quota rejects what it would accept', async () => {
    let created = 0;
    // One is accepted before the one that is tried: the request that it differs from.
    const over = (stub: Transport): Transport => async (request) => {
      const response = created < 1 ? await stub(request) : { status: 402, headers: [], body: new Uint8Array(), ms: 1 };
      if ('status' in response && response.status === 201) created += 1;
      return response;
    };
    const only = ['subscription/empty-text'];
    const spent = await check({ 'empty-text': 'accepted' }, { over, only });
    expect(verdicts(spent)).toEqual([['choice/empty-text', 'untested']]);
    const alone = await check({ 'empty-text': 'accepted' }, { stub: { 'empty-text': 'rejected' }, only });
    expect(verdicts(alone)).toEqual([['choice/empty-text', 'fail']]);
  }); // biome-ignore format: one line an expectation

  it('shows what a hostile target answers as text', async () => {
    const hostile = '\u001b[2J::error::<img src=x onerror=alert(1)>|`owned`';
    const over = (stub: Transport): Transport => async (request) => {
      const response = await stub(request);
      if (!('status' in response) || response.status < 400) return response;
      return { ...response, headers: [['content-type', 'application/json']], body: Buffer.from(JSON.stringify({ [hostile]: 1 })) };
    };
    const report = await check({ 'error-body': 'errors' }, { over });
    expect(report.results[0]?.saw).toContain('owned');
    expect(shown(report)).not.toContain('\u001b');
    expect(shown(report)).not.toMatch(/^\s*::/m);
    expect(html(report)).not.toContain('<img');
    expect(junit(report)).not.toMatch(/<img/);
  }); // biome-ignore format: one line an expectation

  it('names each operation where operations differ', async () => {
    const over = (stub: Transport): Transport => async (request) => {
      const response = await stub(request);
      const isOther = 'status' in response && response.status === 422 && request.target.includes('subscriptions');
      return isOther ? { ...response, status: 400 } : response;
    };
    const report = await check({ 'rejection-status': 422 }, { over, only: ['choice/rejection-status'] });
    expect(report.results[0]?.saw).toBe('the target: other: 422 for application-key, 400 for subscription');
    const one = await check({ 'rejection-status': 422 }, { over, only: ['application-key/rejection-status'] });
    expect(verdicts(one)).toEqual([['choice/rejection-status', 'pass']]);
  }); // biome-ignore format: one line an expectation

  it('is a test of its own in any runner', async () => {
    const target = { ...targetOfCatalog(catalog, 'http://localhost'), choices: { 'trailing-slash': 'served', 'limit-zero': 'rejected' } };
    const tests = await rules(target, { only: ['choice'], transport: conforming() });
    expect(tests.map(({ id }) => id)).toEqual(['choice/trailing-slash', 'choice/limit-zero', 'the verdict']);
    const ends = await Promise.allSettled(tests.map(({ fn }) => fn.call(undefined)));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  }); // biome-ignore format: one line an expectation
});

describe('what cannot be pinned', () => {
  it.each<[TargetFile['choices'], string]>([
    [{ 'rejection-statu': 422 }, 'the target: /choices/rejection-statu is an unknown choice; did you mean "rejection-status"?'],
    [{ 'trailing-slash': 'reject' }, 'the target: /choices/trailing-slash must be rejected or served; did you mean "rejected"?'],
    [{ 'node-products/live-only': 'yes' }, 'the target: /choices/node-products/live-only is an unknown choice; assay clauses choice lists all.'],
    [{ quota: 4 }, 'the target: /choices/quota cannot be pinned, because testing a quota uses it up; remove it.'],
    [{ 'filter-case': 'sensitive' }, 'the target: /choices/filter-case is an unknown choice'],
    [{ 'trailing-slash': 'served', constructor: 'x' }, '/choices/constructor is an unknown choice'],
  ])('%j is one clear sentence', async (choices, sentence) => {
    await expect(check(choices)).rejects.toThrow(sentence);
  }); // biome-ignore format: one line a case
});
