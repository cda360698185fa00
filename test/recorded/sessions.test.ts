import { describe, expect, it } from 'vitest';
import { conforming, contract, faulty, targetFor } from '../../conformance/proof/fixtures.ts';
import { type Choices, contraryChoices, randomChoices, seededRandom } from '../../src/stub/choices.ts';
import { catalog } from '../sample-catalog.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { wireMutants } from './judged-again.ts';
import { findingsIn, inspectSessions } from './sessions/inspect-sessions.ts';

const random = Array.from({ length: 3 }, (_, index): [string, Partial<Choices>] => [
  `random ${index}`,
  randomChoices(contract, seededRandom(String(index))),
]);

describe('the sessions of ordinary clients', () => {
  it.each([['default', {}], ['contrary', contraryChoices(contract)], ...random] as [
    string,
    Partial<Choices>,
  ][])('contain no finding on a conforming server: %s', async (_, choices) => {
    const target = targetFor(choices);
    const alone = await inspectSessions(conforming({ choices }), target);
    expect(findingsIn(alone)).toEqual([]);
    expect(alone.headline.verdict).toBe('no violation');
    expect(alone.exitCode).toBe(0);
    const known = targetOfCatalog(catalog, target.baseUrl, choices, contract);
    expect(findingsIn(await inspectSessions(conforming({ choices }), target, known))).toEqual([]);
  });

  it('say nothing of a listing that changes while it is read', async () => {
    const stub = conforming();
    let pages = 0;
    const target = targetFor({});
    const changing = await inspectSessions(async (request) => {
      const response = await stub(request);
      pages += 1;
      if (request.method !== 'GET' || !('body' in response) || response.status > 299) return response;
      const json = JSON.parse(Buffer.from(response.body).toString());
      // A product is added every now and then.
      json.meta.results.total += Math.floor(pages / 7);
      return { ...response, body: Buffer.from(JSON.stringify(json)) };
    }, target);
    expect(findingsIn(changing)).toEqual([]);
    expect(changing.headline.verdict).toBe('no violation');
  });

  it.each([
    ['subscription/currency-echo'],
    ['node-products/filter-eq-name-only'],
    ['node-products/live-only'],
    ['application-key/id-distinct'],
  ])('find a fault of %s', async (rule) => {
    const own = wireMutants.filter((one) => one.rule === rule);
    expect(own.length).toBeGreaterThan(0);
    const reports = await Promise.all(
      own.map(({ mutant }) => inspectSessions(faulty(mutant), targetFor({}))),
    );
    const found = reports.filter((report) =>
      report.results.some((one) => one.rule === rule && one.verdict === 'fail'),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.headline.verdict).toBe('violates');
  });
});
