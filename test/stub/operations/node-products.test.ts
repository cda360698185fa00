import { describe, expect, it } from 'vitest';
import { ask, nodeNamed } from '../shop-stub.ts';

const kitchen = nodeNamed('Kitchen');

const statusOf = async (target: string) => (await ask('GET', target)).status;

// What a listing shows, which pages it has and what a filter finds is found by the rules on the stub: here is what they leave open.
describe('a listing', () => {
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
