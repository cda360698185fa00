import { setTimeout as sleep } from 'node:timers/promises';
import type { connect } from './client.ts';

/** Where products are listed. */
export type Node = { readonly hierarchyID: string; readonly nodeID: string };

/** The names of the first products of a node. Asks once more where the service is busy. */
export async function bestsellers(
  shop: ReturnType<typeof connect>,
  node: Node,
  count: number,
): Promise<string[]> {
  for (const attempt of [1, 2]) {
    const { data, response } = await shop.GET('/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products', {
      params: { path: node, query: { 'page[limit]': count } },
    });
    if (data) return data.data.flatMap((product) => product.attributes?.name ?? []);
    if (attempt === 2 || response.status !== 429) throw new Error(`the shop answered ${response.status}`);
    await sleep(Number(response.headers.get('retry-after')) * 1000);
  }
  return [];
}
