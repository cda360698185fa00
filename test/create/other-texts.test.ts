import { describe, expect, it } from 'vitest';
import { numbersOf, withOtherTexts } from '../../conformance/create/other-texts.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { at } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { changes, creates, deletes, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';

const part = {
  sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$', example: 'BRK-0042' },
  code: { type: 'string', pattern: '^[A-Z]{5,}$' },
  country: { type: 'string', pattern: '^[A-Z]{2}$', example: 'NL' },
  due: { type: 'string', format: 'date' },
  size: { type: 'string', enum: ['size-1000', 'size-2000'] },
  weight: { type: 'integer' },
  // Shows whose record it is.
  note: { type: 'string', minLength: 12 },
};
type Part = Record<keyof typeof part, object>;

const contractOf = (properties: Part): Promise<Contract> => {
  const Part = {
    type: 'object',
    required: ['sku', 'weight', 'note'],
    properties: { id: { type: 'string', readOnly: true }, ...properties },
  };
  return loadPaths(`
  /parts:
    ${creates('createPart', 'Part')}
  /parts/{id}:
    ${pathParameter('id', 'string')}
    ${reads('getPart', 'Part')}
    ${changes('put', 'replacePart', 'Part')}
    ${deletes('deletePart')}
components: { schemas: ${JSON.stringify({ Part })} }
`);
};
const contract = await contractOf(part);

it('texts of a form get other digits or letters, as many as there are; codes, dates and listed values stay', () => {
  const creation = operationIn(contract, 'createPart');
  const sent = {
    sku: 'BRK-0042',
    code: 'ABCDE',
    country: 'NL',
    due: '2026-01-01',
    size: 'size-1000',
    weight: 9,
  };
  const other = (number: number, except: string[] = [], least = 4) =>
    withOtherTexts(creation, sent, { except, least, numbers: () => number });
  expect(other(42)).toEqual({ ...sent, sku: 'BRK-0042', code: 'AAABQ' });
  expect(other(123_456)).toEqual({ ...sent, sku: 'BRK-3456', code: 'AHAQI' });
  expect(other(7, ['sku', 'code'])).toEqual(sent);
  expect(other(42, ['sku', 'code'], 2)).toEqual({ ...sent, country: 'BQ' });
});

it('operations of a run count the texts of a pattern together, so that no two of them send the same', () => {
  const made = new Map<string, unknown>();
  const shared = <T>(key: string, make: () => T): T => {
    if (!made.has(key)) made.set(key, make());
    return made.get(key) as T;
  };
  const [ofCreation, ofChange] = [1, 2].map(() => numbersOf({ nonce: 'a55a4000', shared }));
  const first = ofCreation?.(part.sku) ?? 0;
  expect([ofChange?.(part.sku), ofCreation?.(part.sku)]).toEqual([first + 1, first + 2]);
  expect(ofChange?.(part.code)).not.toBe(first + 3);
});

/** The stub, which takes each `sku` once, and answers otherwise with a status. */
function takingEachOnce(
  contract: Contract,
  status: number,
  isOfOthers: (sku: string) => boolean = () => false,
) {
  const { transport: next } = createStub({ contract, seed: 'parts' });
  const taken = new Map<string, string>();
  const answers: number[] = [];
  const transport: Transport = async (request) => {
    const text = Buffer.from(request.body ?? []).toString();
    const sku = /"sku":"(.*?)"/.exec(text)?.[1];
    const owner = sku === undefined ? undefined : taken.get(sku);
    const isTaken =
      (owner !== undefined && owner !== request.target) || (sku !== undefined && isOfOthers(sku));
    const response = isTaken
      ? { status, headers: [], body: Buffer.from('{"detail":"another part has it"}'), ms: 1 }
      : await next(request);
    if ('status' in response && sku !== undefined) answers.push(response.status);
    if (isTaken || sku === undefined || !('status' in response) || response.status > 299) return response;
    const id = at(JSON.parse(Buffer.from(response.body).toString()), 'id');
    taken.set(sku, `/parts/${id}`);
    return response;
  };
  return { transport, answers };
}

describe('a server that takes each value of a field once', () => {
  it.each([409, 422])('is tested as any other, if it answers %i', async (status) => {
    const { transport, answers } = takingEachOnce(contract, status);
    const seen = await runAgainst(contract, transport);
    const verdicts = new Map(seen.results.map(({ rule, verdict }) => [rule, verdict]));
    expect([...verdicts].filter(([, one]) => one === 'fail' || one === 'inconclusive')).toEqual([]);
    for (const rule of [
      'createPart/accepted',
      'replacePart/accepted',
      'replacePart/shown',
      'getPart/as-created',
    ])
      expect([rule, verdicts.get(rule)]).toEqual([rule, 'pass']);
    expect(answers.filter((one) => one === 201).length).toBeGreaterThan(10);
  });

  it.each([
    ['few characters', '^[A-F]K[0-9]{3}$', 'AK100'],
    ['fewer characters', '^[A-F]{2}[0-9]$', 'AB1'],
  ])('is tested with texts of %s', async (_, pattern, example) => {
    const own = await contractOf({ ...part, sku: { type: 'string', pattern, example } });
    const { transport } = takingEachOnce(own, 422);
    const { results } = await runAgainst(own, transport);
    const wrong = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
    expect(wrong.map(({ rule }) => rule)).toEqual([]);
  });

  it('is tested although others have every fourth text', async () => {
    const own = await contractOf({
      ...part,
      sku: { type: 'string', pattern: '^[A-F]{2}[0-9]$', example: 'AB1' },
      weight: { type: ['integer', 'null'] },
    });
    const { transport } = takingEachOnce(own, 422, (sku) => /[159]$/.test(sku));
    const { results } = await runAgainst(own, transport);
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)).toEqual([]);
  });

  it.each([
    [{ minLength: 1, maxLength: 12 }, 400, []],
    [{ pattern: '^[A-Z]{3}-[0-9]{2}$', maxLength: 6 }, 400, []],
    [
      { minLength: 3, pattern: '^[A-Z]*$', maxLength: 12, 'x-distinct': 'requests' },
      500,
      ['createPart/taken-not-crash'],
    ],
  ] as const)(
    'accepts texts at a bound, of which another record may have the one that is sent: %j, %i',
    async (bounds, status, broken) => {
      const short = await contractOf({ ...part, sku: { type: 'string', ...bounds } });
      const { transport } = takingEachOnce(short, status);
      const { results } = await runAgainst(short, transport);
      const wrong = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
      expect(wrong.map(({ rule }) => rule)).toEqual(broken);
    },
  );
});
