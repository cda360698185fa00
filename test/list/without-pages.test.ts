import { describe, expect, it } from 'vitest';
import { checkOf } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const contract = await loadDocument(
  listingAt('/regions', 'listRegions', {
    list: 'items: $response.body, identifier: /region',
    page: 'type: array, items: { type: object, required: [region], properties: { region: { type: string } } }',
  }),
);

const regions = ['north', 'south', 'west'];

/** Checks a server that lists all its regions at once; it is told of each request. */
async function checked(holds: readonly string[], sent: (target: string) => void = () => {}) {
  return checkOf(contract, { collections: [{ list: 'listRegions', at: {}, holds }] }, async (request) => {
    sent(request.target);
    const isListing = /^\/regions\/?(?:\?|$)/.test(request.target);
    return isListing ? jsonResponse(200, regions.map((region) => ({ region }))) : jsonResponse(404, {}); // biome-ignore format: one line
  });
}

describe('a listing that no parameter cuts into pages', () => {
  it('is held to what it holds', async () => {
    const verdictOf = async (holds: readonly string[]) =>
      (await checked(holds)).results.find(({ rule }) => rule === 'listRegions/holds')?.verdict;
    expect(await verdictOf(regions)).toBe('pass');
    expect(await verdictOf([...regions, 'east'])).toBe('fail');
    expect(await verdictOf(regions.slice(1))).toBe('fail');
  });

  it('is asked for with an unknown parameter, and with a slash at the end', async () => {
    const sent = new Set<string>();
    await checked(regions, (target) => sent.add(target));
    expect([...sent]).toEqual(expect.arrayContaining(['/regions', '/regions?assay=1', '/regions/']));
    expect([...sent].filter((target) => target.includes('&'))).toEqual([]);
  });

  it('has no rule about parameters of pages', async () => {
    const names = (await checked(regions)).results.map(({ rule }) => rule.replace('listRegions/', ''));
    expect(names).not.toContain('parameters-optional');
    expect(names).not.toContain('valid-not-crash');
    expect(names).not.toContain('bad-input-not-crash');
  });
});
