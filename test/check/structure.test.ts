import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { changeListing, changeTotal, wholeListing } from '../../conformance/list/mutants.ts';
import { familiesIn } from '../../conformance/report/findings.ts';
import type { HttpRequest, Mutant } from '../../src/http/exchange.ts';
import { conforming, contract, ruleSet, target } from '../shipped.ts';

const some = { ...target, collections: target.collections.slice(0, 3) };

/** What a check finds on the stub with a fault. */
async function findings(mutant: Mutant) {
  const check = await createCheck({ contract, ruleSet, target: some }, { only: ['node-products/*'] });
  const { results } = await check.run(mutant(conforming(), contract));
  expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  return familiesIn(results).broken;
}

const without =
  (parameters: RegExp): Mutant =>
  (next) =>
  (request: HttpRequest) =>
    next({ ...request, target: request.target.replaceAll(parameters, '').replace(/[?&]$/, '') });

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const twice = changeListing((json) =>
  Array.isArray(json.data) && json.data.length > 2
    ? { ...json, data: [json.data[0] ?? {}, ...json.data.slice(0, -1)] }
    : json,
);

/** Cuts the page out of the listing, and then leaves out what does not match. */
const cutFirst = changeListing(async (json, query, next, request) => {
  const { filter, largest, limit = largest, offset } = query;
  if (filter === undefined) return undefined;
  const matching = new Set((await wholeListing(next, request, query)).records.map(({ id }) => id));
  const whole = await wholeListing(next, request, { ...query, filter: undefined });
  return { ...json, data: whole.records.slice(offset, offset + limit).filter(({ id }) => matching.has(id)) };
});

test.each<[string, Mutant, string, RegExp]>([
  ['a product that is twice on a page', twice, 'offset-tail-curated', new RegExp(`^${uuid} is twice on this page: `)],
  ['a filter that is applied to one page', cutFirst, 'filter-pages-exact', /^the filter is applied after page\[limit\] and page\[offset\], to the products of one page: 0$/],
  ['one response to all queries', without(/(?<=[?&])[^&]*&?/g), 'page-limit', /^the same response as to the listing without parameters: \d+ products$/],
  ['a filter that is ignored', without(/(?<=[?&])filter=[^&]*&?/g), 'filter-eq-name-only', /^the same response as to (the listing without parameters|page\[)/],
  ['the products of a page as the total', changeTotal(({ shown }) => shown), 'total-constant', /^\d+, the number of products on this page$/],
  ['the limit as the total', changeTotal(({ limit, total }) => limit ?? total), 'total-constant', /^\d+, the same as page\[limit\]$/],
  ['what is left as the total', changeTotal(({ total, offset }) => Math.max(0, total - offset)), 'total-constant', /^\d+, the number of products (from page\[offset\] on|up to the end of this page)$/],
  ['a count of everything under a filter', changeTotal(({ filter }) => filter !== undefined && 187), 'total-filter', /^187, more than all products of the collection$/],
])('%s is named', async (_, mutant, rule, saw) => {
  const families = await findings(mutant);
  expect(families.map(({ lead }) => lead.rule)).toContain(`node-products/${rule}`);
  expect(families.find(({ lead }) => lead.rule === `node-products/${rule}`)?.lead.saw).toMatch(saw);
}); // biome-ignore format: one line a fault

test('a page that is one short has nothing else named', async () => {
  const [family] = await findings(changeListing((json) => (Array.isArray(json.data) && json.data.length > 2 ? { ...json, data: json.data.slice(1) } : json)));
  expect(family?.lead.saw).toMatch(/^\d+ products?$/);
}); // biome-ignore format: one glance

test.each<[string, Mutant]>([
  ['is the size of the page', changeTotal(({ shown }) => shown)],
  ['ends with the page', changeTotal(({ offset, shown }) => offset + shown)],
])('a total that %s is told as such, and what follows from it under a filter below', async (_, mutant) => {
  const [first] = await findings(mutant);
  expect(first?.lead.rule).toBe('node-products/total-constant');
  expect(first?.others.map(({ rule }) => rule)).toContain('node-products/total-filter');
});
