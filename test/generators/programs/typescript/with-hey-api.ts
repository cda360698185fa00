import {
  createApplicationKey,
  createSubscription,
  type ListedProduct,
  type ListNodeProductsData,
  listNodeProducts,
} from './hey-api/index';

const throwOnError = true;

/** Reads nodes and creates a key and a subscription with the client of @hey-api/openapi-ts. */
export async function read([baseUrl, account, offering, plan, ...places]: readonly string[]): Promise<
  string[]
> {
  const options = { baseUrl, auth: 'any', throwOnError } as const;
  const lines: string[] = [];
  while (places.length > 1) {
    const [hierarchyID, nodeID] = places.splice(0, 2);
    const list = async (query: ListNodeProductsData['query']) => {
      const { data } = await listNodeProducts({ ...options, path: { hierarchyID, nodeID }, query });
      return data;
    };
    const first = await list({ 'page[limit]': 5 });
    const seen = [...first.data];
    while (seen.length < first.meta.results.total)
      seen.push(...(await list({ 'page[limit]': 5, 'page[offset]': seen.length })).data);
    lines.push(...seen.flatMap(show));
    const found = await list({ filter: `in(id,${seen.at(-1)?.id})` });
    lines.push(`found ${found.data[0]?.id}`);
  }

  const key = { data: { type: 'application_key', name: 'Größe, “42”' } } as const;
  const createdKey = await createApplicationKey({ ...options, body: key });
  lines.push(`key ${createdKey.data.data.name}`);

  const wanted = { account_id: account, offering_id: offering, plan_id: plan, currency: 'USD' };
  const created = await createSubscription({ ...options, body: { data: wanted } });
  lines.push(`subscription ${created.data.data.attributes.plan_id}`);
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
