import { describe, expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { defaultSeed } from '../../conformance/engine/option-defaults.ts';
import type { Report } from '../../conformance/report/report.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { contract, ruleSet } from '../shipped.ts';
import { declared, type Edit, serve } from './first-server.ts';

async function check(
  edits: readonly Edit[],
  { seed = defaultSeed, only = [] }: { readonly seed?: number; readonly only?: readonly string[] } = {},
): Promise<Report> {
  await using server = await serve(...edits);
  const target = resolveTarget(contract, declared, server.baseUrl);
  const { run } = await createCheck({ contract, ruleSet, target }, { seed, only });
  return await run();
}

function expectConforms({ results, headline }: Report): void {
  const wrong = results.filter(({ verdict }) => ['fail', 'error', 'inconclusive'].includes(verdict));
  expect(wrong.filter(({ level }) => level === 'must').map(({ rule, why }) => `${rule}: ${why}`)).toEqual([]);
  expect(headline.verdict).toBe('conforms');
}

describe('a server that shares no code with the stub conforms', () => {
  test('with another seed', async () => expectConforms(await check([], { seed: 1 })));

  test.each<[string, ...Edit[]]>([
    ['finds ids only as it shows them', [".map((id) => id.trim().toLowerCase())", '']],
    ['has relative links', ['return link.href;', 'return link.pathname + link.search;']],
    ['accepts a reference once', ['  const id = randomUUID();\n  const now = new Date().toISOString();\n  const subscription', `  if (data.external_ref && subscriptions.some((one) => one.attributes.external_ref === data.external_ref))
    throw new HttpError(409, 'that reference was used before');
  const id = randomUUID();\n  const now = new Date().toISOString();\n  const subscription`]],
    ['finds nothing by a filter that it does not know', ["throw new HttpError(400, 'this filter is not supported')", 'return []']],
  ])('if it %s', async (_, ...edits) => expectConforms(await check(edits)));
}); // biome-ignore format: one line an edit

describe('a mistake of its own is found', () => {
  test.each<[string, rule: string, ...Edit]>([
    ['ignores filters', 'node-products/filter-eq-name-only', 'if (filter === null) return list;', 'return list;'],
    ['finds names that begin so', 'node-products/filter-eq-name-only', 'p.attributes[attribute] === value', 'p.attributes[attribute].startsWith(value)'],
    ['finds drafts by their ids', 'node-products/hidden-never-shown', 'list.filter((p) => ids.includes(p.id))', 'products.filter((p) => ids.includes(p.id))'],
    ['finds the products of other nodes', 'node-products/own-records-only', 'list.filter((p) => p.attributes[attribute] === value)', "products.filter((p) => p.attributes.status === 'live' && p.attributes[attribute] === value)"],
    ['reverses the curated order', 'node-products/curated-order', 'order.indexOf(a.id) - order.indexOf(b.id)', 'order.indexOf(b.id) - order.indexOf(a.id)'],
    ['does not mark curated products', 'node-products/curated-flag', ', curated_product: true', ''],
    ['skips a record', 'node-products/page-limit-exact', 'found.slice(offset, offset + limit)', 'found.slice(offset && offset + 1, offset + limit)'],
    ['has one record too many', 'node-products/page-limit', 'offset + limit);\n', 'offset + limit + 1);\n'],
    ['counts all products', 'node-products/total-count', 'total: found.length', 'total: products.length'],
    ['lists drafts', 'node-products/live-only', "\n    .filter((p) => p.attributes.status === 'live');\n  const order", ';\n  const order'],
    ['includes no components', 'node-products/included-some', 'componentProducts(page)', '[]'],
    ['links to a page before the first', 'node-products/links-prev-null', 'offset === 0 ? null', 'false ? null'],
    ['links to a page after the last', 'node-products/links-next-null', 'offset + limit >= total ? null', 'false ? null'],
    ['lets anyone in', 'application-key/authorization', 'req.headers.authorization !==', 'false && req.headers.authorization !=='],
    ['creates with 200', 'application-key/created', 'sendJson(res, 201, { data: key })', 'sendJson(res, 200, { data: key })'],
    ['gives one id', 'application-key/id-distinct', 'randomUUID()', "'c3b8e0d4-5c0f-4b8c-9b55-0a0e53a8f0a1'"],
    ['needs no currency', 'subscription/request-currency-required', 'currency: { required: true', 'currency: { required: false'],
    ['accepts long references', 'subscription/request-external-ref-length', 'textOf(0, 2048)', 'textOf(0, 9999)'],
    ['mixes up ids', 'subscription/account-id-echo', 'account_id: data.account_id', 'account_id: data.plan_id'],
  ])('if it %s: %s', async (_, rule, ...edit) => {
    // A rule alone says what it says in a check of everything.
    const { results, headline } = await check([edit], { only: [rule] });
    expect(headline.verdict).toBe('violates');
    const broken = results.filter(({ level, verdict }) => level === 'must' && verdict === 'fail');
    expect(broken.map((result) => result.rule)).toContain(rule);
  });
}); // biome-ignore format: one line a mistake
