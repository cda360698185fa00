import { mkdir, writeFile } from 'node:fs/promises';
import { listingPath } from '../../spec/stub/catalog.ts';
import { partsOf } from '../../spec/stub/parts.ts';
import { subscriptionIds } from '../../spec/stub/subscription.ts';
import type { OperationId } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { isLost } from '../../src/http/exchange.ts';
import { type Json, withAt } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { catalog, contract } from '../servers.ts';

/** What every contender is given, and asked for. */
export type TrialControls = {
  /** Files: a page of 100 products, the response to a subscription, the contract with both as examples. */
  readonly files: Readonly<Record<'page' | 'created' | 'contract', string>>;
  readonly listing: string;
  readonly subscribing: string;
  /** The body of a subscription. */
  readonly body: string;
};

/** Writes down what the contenders are to answer: what the stub itself answers, byte for byte. */
export async function prepare(): Promise<TrialControls> {
  const folder = new URL('../work/stub/', import.meta.url).pathname;
  await mkdir(folder, { recursive: true });
  const listing = await longListing();
  const subscribing = operationIn(contract, 'subscription').path;
  const body = JSON.stringify({
    data: { ...subscriptionIds(catalog), currency: 'USD', external_ref: 'bench' },
  });
  const page = await answerOf('GET', `${listing}?page%5Blimit%5D=100`);
  const created = await answerOf('POST', subscribing, body);
  const texts = {
    page,
    created,
    contract: JSON.stringify(exemplary(page, created)),
  };
  const files = { page: '', created: '', contract: '' };
  for (const [name, text] of Object.entries(texts)) {
    files[name as keyof typeof files] = `${folder}${name}.json`;
    await writeFile(`${folder}${name}.json`, text);
  }
  return { files, listing, subscribing, body };
}

/** The path of the first listing that fills a page of 100. */
async function longListing(): Promise<string> {
  const nodes = catalog.hierarchies.flatMap(({ id, nodes }) =>
    nodes.map((node) => ({ hierarchy: id, node })),
  );
  const long = nodes.find(
    ({ node }) => node.products.filter(({ attributes }) => attributes.status === 'live').length > 100,
  );
  if (!long) throw new Error('the shop has no node of more than 100 live products');
  return listingPath(contract, long.hierarchy, long.node.id);
}

async function answerOf(method: string, target: string, text = ''): Promise<string> {
  const headers = [
    ['host', '127.0.0.1:4010'],
    ['content-type', 'application/json'],
  ] as const;
  const { transport } = createStub({ contract, parts: partsOf(catalog), seed: 'bench' });
  const response = await transport({ method, target, headers, body: Buffer.from(text) });
  if (isLost(response) || response.status >= 300) throw new Error(`${method} ${target} was not answered`);
  return Buffer.from(response.body).toString();
}

/** The contract with one exact success for each of the two operations: what a mock can work with. */
function exemplary(page: string, created: string): Json {
  const { listing, subscribing } = {
    listing: operationIn(contract, 'node-products').path,
    subscribing: operationIn(contract, 'subscription').path,
  };
  const response = (text: string, id: OperationId): Json => {
    const value = JSON.parse(text);
    const schema = { ...operationIn(contract, id).response, example: value };
    return {
      description: 'Success.',
      content: { 'application/json': { schema, examples: { whole: { value } } } },
    };
  };
  const listed = withAt(contract.document, ['paths', listing, 'get', 'responses'], {
    '200': response(page, 'node-products'),
  });
  return withAt(listed, ['paths', subscribing, 'post', 'responses'], {
    '201': response(created, 'subscription'),
  });
}
