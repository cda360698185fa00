import { describe, expect, it } from 'vitest';
import { isLive } from '../../../spec/stub/catalog.ts';
import { ask, nodeNamed } from '../shop-stub.ts';

const kitchen = nodeNamed('Kitchen');
const maps = nodeNamed('Maps and ropes');
const idsOf = (products: readonly { id: string }[]) => products.map(({ id }) => id);

const statusOf = async (target: string) => (await ask('GET', target)).status;

// What a listing shows, which pages it has and what a filter finds is found by the rules on the stub: here is what they leave open.
describe('a listing', () => {
  it.each([
    '?page[offset]=98&page[limit]=7',
    '?page%5Blimit%5D=7&page%5Boffset%5D=98',
    '?page[limit]=%2B7&unknown=1&page%5boffset%5d=98',
  ])('is paged as requested: %s', async (query) => {
    const { data, meta } = JSON.parse((await ask('GET', `${maps.path}${query}`)).text);
    const live = maps.products.filter(isLive);
    expect(idsOf(data)).toEqual(idsOf(live.slice(98, 105)));
    expect(meta.results.total).toBe(live.length);
  });

  it.each([
    'page[limit]=0',
    'page[limit]=-1',
    'page[limit]=',
    'page[limit]=abc',
    'page[limit]=1.5',
    'page[limit]=10001',
    'page[limit]=99999999999999999999',
    'page[offset]=10001',
    'page[offset]=-1',
    'page[limit]=1&page[limit]=1',
    'filter=',
    'filter=eq(sku,KI-001)',
    'filter=%E0%A4',
    '%',
  ])('is rejected with %s', async (query) => {
    expect(await statusOf(`${kitchen.path}?${query}`)).toBe(400);
  });

  it('reports all problems at once, and the position of an error in a filter', async () => {
    const { text } = await ask('GET', `${kitchen.path}?page[limit]=x&page[offset]=-1&filter=eq(name,a`);
    const problems = JSON.parse(text).errors.map(({ source, detail }: Record<string, object>) => [
      source,
      detail,
    ]);
    expect(problems.map(([source]: [object]) => source)).toEqual([
      { parameter: 'page[offset]' },
      { parameter: 'page[limit]' },
      { parameter: 'filter' },
    ]);
    expect(problems[2][1]).toContain('position 9');
  });

  it('is not found if the node does not exist', async () => {
    expect(await statusOf(kitchen.path.replace(kitchen.id, kitchen.id.replace(/^./, '0')))).toBe(404);
  });
});
