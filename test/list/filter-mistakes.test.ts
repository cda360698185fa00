import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { isPlainFor } from '../../conformance/list/filters/filter.ts';
import { loadProof } from '../../conformance/proof/proof.ts';
import { trials } from '../../conformance/proof/trials.ts';
import { filterFields } from '../../src/contract/list-filters.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { brokenMusts } from '../check-of.ts';
import { listingAt, loadDocument, withFiles } from '../contract/own-contract.ts';

const plants = listingAt('/plants', 'listPlants', {
  list: `items: /plants, identifier: /id, offset: offset, pageSize: limit, filter: {
    template: '{attribute}={value}',
    queryables: { healthy: /healthy, country: /country, light: /light, height: /height, tag: /tags },
    operators: {
      eq: { means: eq, on: [healthy, country, light, tag] },
      in: { means: in, on: [light] },
      not: { means: ne, on: [country], template: 'notFrom={value}' },
      outside: { means: ne, on: [country], template: 'outside={value}' },
      from: { means: ge, on: [height], template: 'heightMin={value}' },
      to: { means: le, on: [height], template: 'heightMax={value}' } } }`,
  query: {
    offset: 'type: integer, format: int32, minimum: 0, default: 0',
    limit: 'type: integer, minimum: 1, maximum: 100, default: 20',
    healthy: 'type: boolean',
    country: "type: string, pattern: '^[a-z0-9-]{2,20}$'",
    tag: 'type: string',
    light: 'type: array, items: { type: string }',
    notFrom: 'type: array, items: { type: string }',
    outside: 'type: string',
    heightMin: 'type: integer',
    heightMax: 'type: integer',
  },
  page: `type: object, required: [plants], properties: { plants: { type: array, items: {
    type: object,
    required: [id, tags, healthy, country, light, height],
    properties: {
      id: { type: string },
      healthy: { type: boolean },
      tags: { type: array, minItems: 2, items: { type: string, enum: [tall, rare, old] } },
      country: { type: string, pattern: '^[a-z0-9-]{2,20}$' },
      light: { type: string, enum: [sun, shade, dark] },
      height: { type: integer, minimum: 0, maximum: 300 } } } } }`,
}).replace('{ name: light, in: query,', '{ name: light, in: query, explode: false,');

test('a filter is found that mistakes one of few values, a range, a list, or one of two operators that mean the same', () =>
  withFiles({ 'openapi.yaml': plants }, async (folder) => {
    const all = await trials({ openapi: join(folder, 'openapi.yaml'), only: ['listPlants/filter-*'] });
    const chosen = all.filter(({ trial }) =>
      /(healthy|light) \w+ is taken|country, ne\S* is checked|bounds of one field|several values/.test(trial),
    );
    expect(chosen.map(({ trial }) => trial)).toEqual([
      'of two bounds of one field only the last counts',
      'the healthy false is taken for none',
      'the light dark is taken for none',
      'a filter by tag looks at the first of several values only',
      'a filter by light, in, looks for the first of several values',
      'a filter by light, in, is not applied for several values',
      'a filter by country, ne, is checked but not applied',
      'a filter by country, ne, is not applied for several values',
      'a filter by country, ne, looks for the first of several values',
      'a filter by country, ne-outside, is checked but not applied',
    ]);
    const results = await Promise.all(chosen.map(({ run }) => run()));
    expect(results.filter(({ holds, others }) => !holds || others.length > 3)).toEqual([]);
  }));

test('a value that a parameter does not allow may be rejected', () =>
  withFiles({ 'openapi.yaml': plants }, async (folder) => {
    const proof = await loadProof({ openapi: join(folder, 'openapi.yaml') });
    const { run } = await createCheck(proof, {});
    const { results } = await run(proof.conforming());
    expect(results.flatMap(({ rule, verdict }) => (verdict === 'fail' ? rule : []))).toEqual([]);
    const passed = results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? rule : []));
    expect(passed).toEqual(
      expect.arrayContaining(['listPlants/filter-eq-country-all', 'listPlants/page-offset-past-end']),
    );
  }));

test.each(['format: int32, ', ''])('a number beyond 32 bits may be read as another: { %s… }', (format) =>
  withFiles({ 'openapi.yaml': plants.replace('format: int32, ', format) }, async (folder) => {
    const proof = await loadProof({ openapi: join(folder, 'openapi.yaml') });
    const wraps: Mutant = (next) => (request) =>
      next({
        ...request,
        target: request.target.replace(/offset=(\d{10,})/, (offset, number) =>
          Number(number) > 2 ** 31 - 1 ? 'offset=0' : offset,
        ),
      });
    const { run } = await createCheck(proof, {});
    expect(brokenMusts(await run(proof.conforming({ mutants: [wraps] })))).toEqual([]);
  }),
);

test('a value that is no boolean is not sought in a boolean parameter, whatever records show there', async () => {
  const open = plants.replace('healthy: { type: boolean }, tags', 'healthy: {}, tags');
  const { operations } = await loadDocument(open);
  const [field] = filterFields(operations.listPlants?.list ?? {});
  const taken = (value: string): boolean => field !== undefined && isPlainFor(field, value);
  expect([field?.schema, ...['true', 'false', '0', 'no'].map(taken)]).toEqual([{}, true, true, false, false]);
});
