import { knownGoodOf, type Target, tokenFor } from '../../../conformance/core/target.ts';
import type { OperationId } from '../../../src/contract/contract.ts';
import { type HttpResponse, isLost, type Transport } from '../../../src/http/exchange.ts';
import { at, isObject, type Json } from '../../../src/json/json.ts';

/** What an ordinary client knows of a shop. */
export type Shop = {
  readonly token?: string;
  readonly tokens: Target['tokens'];
  readonly nodes: readonly { readonly hierarchy: string; readonly node: string }[];
  readonly subscription: {
    readonly account_id: string;
    readonly offering_id: string;
    readonly plan_id: string;
    readonly currency: string;
  };
};

/** A product as a shop page needs it. */
export type Product = { readonly id?: string; readonly name?: string; readonly slug?: string };

/** A page of a listing as a client reads it; empty where it was rejected. */
export type ListedPage = { readonly products: readonly Product[]; readonly total?: number };

/** A client of the interface, as anybody would write one: it trusts what it is told. */
export function clientOf(transport: Transport, shop: Pick<Shop, 'token' | 'tokens'>) {
  const send = async (
    operation: OperationId,
    method: string,
    target: string,
    body?: Json,
  ): Promise<Json | undefined> => {
    const response = await transport({
      method,
      target,
      headers: [
        ['Accept', 'application/json'],
        ['Authorization', `Bearer ${tokenFor(shop, operation) ?? 'none'}`],
        ['User-Agent', 'shop/1.0'],
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ],
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    });
    return isLost(response) || response.status > 299 ? undefined : parsed(response);
  };
  return {
    list: async (
      { hierarchy, node }: Shop['nodes'][number],
      query: { readonly limit?: number; readonly offset?: number; readonly filter?: string } = {},
    ): Promise<ListedPage> => {
      const pairs = [
        ...(query.filter === undefined ? [] : [`filter=${encodeURI(query.filter)}`]),
        ...(query.limit === undefined ? [] : [`page%5Blimit%5D=${query.limit}`]),
        ...(query.offset === undefined ? [] : [`page%5Boffset%5D=${query.offset}`]),
      ];
      const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
      const page = await send(
        'node-products',
        'GET',
        `/pcm/hierarchies/${hierarchy}/nodes/${node}/products${search}`,
      );
      const [data, total] = [at(page, 'data'), at(page, 'meta', 'results', 'total')];
      return {
        products: (Array.isArray(data) ? data : []).filter(isObject).map(productOf),
        ...(typeof total === 'number' ? { total } : {}),
      };
    },
    createKey: (data: Json) => send('application-key', 'POST', '/v2/application-keys', { data }),
    subscribe: (data: Json) => send('subscription', 'POST', '/subscriptions/subscriptions', { data }),
  };
}

function parsed({ body }: HttpResponse): Json | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

function productOf(product: Json): Product {
  const [id, name, slug] = [['id'], ['attributes', 'name'], ['attributes', 'slug']].map((path) =>
    at(product, ...path),
  );
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof slug === 'string' ? { slug } : {}),
  };
}

/** What a client of a target knows of its shop. */
export function shopOf(target: Target): Shop {
  const [set] = knownGoodOf(target, 'subscription');
  return {
    ...(target.token === undefined ? {} : { token: target.token }),
    tokens: target.tokens,
    nodes: target.collections.map(({ values: [hierarchy = '', node = ''] }) => ({ hierarchy, node })),
    subscription: {
      account_id: String(set.account_id ?? ''),
      offering_id: String(set.offering_id ?? ''),
      plan_id: String(set.plan_id ?? ''),
      currency: String(set.currency ?? 'USD'),
    },
  };
}
