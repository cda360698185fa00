import {
  createApplicationKey,
  createSubscription,
  type ListedProduct,
  type ListNodeProductsParams,
  listNodeProducts,
  type ProductListing,
} from './orval';

const headers = { authorization: 'Bearer any' };

/** Reads nodes and creates a key and a subscription with the client of orval. */
export async function read([baseUrl, account, offering, plan, ...places]: readonly string[]): Promise<
  string[]
> {
  const { fetch } = globalThis;
  globalThis.fetch = (url, options) => fetch(String(url).replace('http://127.0.0.1:4010', baseUrl), options);
  const lines: string[] = [];
  while (places.length > 1) {
    const [hierarchy, node] = places.splice(0, 2);
    const list = async (params: ListNodeProductsParams): Promise<ProductListing> => {
      const { data } = await listNodeProducts(hierarchy, node, params, { headers });
      return data as ProductListing;
    };
    const first = await list({ 'page[limit]': 5 });
    const seen = [...first.data];
    while (seen.length < first.meta.results.total)
      seen.push(...(await list({ 'page[limit]': 5, 'page[offset]': seen.length })).data);
    lines.push(...seen.flatMap(show));
    const found = await list({ filter: `in(id,${seen.at(-1)?.id})` });
    lines.push(`found ${found.data[0]?.id}`);
  }

  const key = await createApplicationKey(
    { data: { type: 'application_key', name: 'Größe, “42”' } },
    { headers },
  );
  if (key.status === 201) lines.push(`key ${key.data.data.name}`);

  const wanted = { account_id: account, offering_id: offering, plan_id: plan, currency: 'USD' };
  const created = await createSubscription({ data: wanted }, {}, { headers });
  if (created.data) lines.push(`subscription ${created.data.data.attributes.plan_id}`);
  return lines;
}

const show = ({ id, relationships = {} }: ListedProduct): string[] => [
  `${id}`,
  ...Object.entries(relationships)
    .toSorted()
    .map(([name, { data }]) =>
      Array.isArray(data) ? `  ${name}: [${data.map((each) => each.id).join(' ')}]` : `  ${name}: ${data.id}`,
    ),
];
