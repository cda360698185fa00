import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStub } from 'assay/testing';
import type { ListedProduct, ProductListing } from 'assay/types';
import { afterAll, expect, test } from 'vitest';
import { command } from './command.ts';
import { commandsInDocs } from './docs.ts';
import type { Generator } from './generator.ts';
import { oapiCodegen } from './go.ts';
import { goOfGenerator, javaOfGenerator, pythonOfGenerator } from './openapi-generator.ts';
import { pythonClient } from './python.ts';
import { heyApi, orval } from './typescript.ts';

/** The first time tools are fetched and built, which may take some minutes. */
const timeout = 900_000;

const contract = new URL('../../spec/openapi.yaml', import.meta.url);
const folder = await mkdtemp(join(tmpdir(), 'assay-generators-'));
const stub = await startStub();
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});

const generators: Readonly<Record<string, Generator>> = {
  '@hey-api/openapi-ts': heyApi,
  orval,
  'openapi-python-client': pythonClient,
  'oapi-codegen': oapiCodegen,
  'OpenAPI Generator, Java': javaOfGenerator,
  'OpenAPI Generator, Go': goOfGenerator,
  'OpenAPI Generator, Python': pythonOfGenerator,
};

const { account_id = '', offering_id = '', plan_id = '' } = stub.subscription;
const [hierarchy] = stub.description.hierarchies;
const nodes = hierarchy?.nodes.map(({ id }) => [hierarchy.id, id] as const) ?? [];
const words = [stub.baseUrl, account_id, offering_id, plan_id, ...nodes.flat()];

const show = ({ id, relationships = {} }: ListedProduct): string[] => [
  `${id}`,
  ...Object.entries(relationships)
    .toSorted()
    .map(([name, { data }]) =>
      Array.isArray(data) ? `  ${name}: [${data.map((one) => one.id).join(' ')}]` : `  ${name}: ${data.id}`,
    ),
];

const listings = nodes.map(async ([hierarchyId, node]) => {
  const url = `${stub.baseUrl}/pcm/hierarchies/${hierarchyId}/nodes/${node}/products?page[limit]=100`;
  const { data } = (await (await fetch(url)).json()) as ProductListing;
  return [...data.flatMap(show), `found ${data.at(-1)?.id}`];
});
const lines = (await Promise.all(listings)).flat();

/** What every program prints: each product with what it is related to, and what was found by a filter and created. */
const expected = [...lines, 'key Größe, “42”', `subscription ${plan_id}`, ''].join('\n');

test('the docs have a command for each generator', () => {
  expect(Object.keys(commandsInDocs)).toEqual(Object.keys(generators));
});

test.concurrent.for(Object.entries(generators))(
  'the client of %s reads whole listings, and creates a key and a subscription',
  { timeout },
  async ([name, { missing, install, place, run }], { expect, skip }) => {
    const reason = await missing();
    skip(reason !== undefined, reason);
    const installed = await install().catch(String);
    if (typeof installed === 'string') return skip(`its tools cannot be installed: ${installed}`);
    const own = join(folder, name.replaceAll(/\W/g, '-'));
    await mkdir(own);
    await copyFile(contract, join(own, 'openapi.yaml'));
    await place?.(own, words);
    const [tool = '', ...options] = commandsInDocs[name]?.split(' ') ?? [];
    await command(own, [tool, ...options], installed);
    expect(await run(own, words)).toBe(expected);
  },
);
