import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startStub } from 'assay/testing';
import type { ListedProduct, ProductListing } from 'assay/types';
import { afterAll, describe, expect, test } from 'vitest';
import { onceForText } from '../../src/once.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import { rowIn, rowOf } from '../client/row.ts';
import { sampled } from '../seed.ts';
import { command } from './command.ts';
import { commandsInDocs, page } from './docs.ts';
import type { Command, Environment, Generator } from './generator.ts';
import { oapiCodegen } from './go.ts';
import { openapiGenerator } from './java.ts';
import { pythonClient } from './python.ts';
import { heyApi } from './typescript.ts';

/** The first time tools are fetched and built, which may take some minutes. */
const timeout = 900_000;

const contract = new URL('../../spec/openapi.yaml', import.meta.url);
const folder = process.cwd();
const stub = await startStub();
afterAll(() => stub.close());

const generators: Readonly<Record<string, Generator>> = {
  '@hey-api/openapi-ts': heyApi,
  'openapi-python-client': pythonClient,
  'oapi-codegen': oapiCodegen,
  'OpenAPI Generator, Java': openapiGenerator,
};

/** Fetching and building takes long: a run takes one. */
const taken = sampled(Object.keys(generators), 1);

const { account_id, offering_id, plan_id } = stub.known.subscription ?? {};
const [first] = stub.description.collections;
// Those of one hierarchy: each has products, which the clients filter by.
const nodes = stub.description.collections
  .map(({ values }) => values)
  .filter(([hierarchy]) => hierarchy === first?.values[0]);
const words = [stub.baseUrl, ...[account_id, offering_id, plan_id].map(String), ...nodes.flat()];

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

/** A program that uses a client, and what it needs; or why there is none. */
type Built = { readonly own: string; readonly run: Command; readonly installed: Environment } | string;

const built = onceForText(async (name: string): Promise<Built> => {
  const generator = generators[name];
  if (!generator) throw new Error(`there is no generator ${name}`);
  const { missing, install, place, build } = generator;
  const reason = await missing();
  if (reason !== undefined) return reason;
  const installed = await install().catch((error) => `its tools cannot be installed: ${error}`);
  if (typeof installed === 'string') return installed;
  const own = join(folder, name.replaceAll(/\W/g, '-'));
  await mkdir(own);
  await copyFile(contract, join(own, 'openapi.yaml'));
  await place?.(own);
  const [tool = '', ...options] = commandsInDocs[name]?.split(' ') ?? [];
  await command(own, [tool, ...options], installed);
  return { own, run: await build(own), installed };
});

/** Runs a program, and fails if it did not find and create what it should. */
const judged = `out=$("$@") || exit
  for line in 'found [0-9a-f-]{36}' 'key Größe, “42”' 'subscription [0-9a-f-]{36}'; do
    printf '%s\\n' "$out" | grep -Eiqx "$line" || { printf '%s\\n' "$out"; exit 1; }
  done`;

describe.concurrent.for(taken)('the client of %s', { timeout }, (name) => {
  test('reads whole listings, and creates a key and a subscription', async ({ expect, skip }) => {
    const client = await built(name);
    if (typeof client === 'string') return skip(client);
    const { own, run, installed } = client;
    expect(await command(own, [...run, ...words], installed)).toBe(expected);
  });

  test('depends on what the page says', async ({ expect, skip }) => {
    const client = await built(name);
    if (typeof client === 'string') return skip(client);
    const { own, run, installed } = client;
    const row = rowIn(page, name) ?? '';
    const few = [...row.matchAll(/`([^`]+)`/g)]
      .map(([, id = '']) => id)
      .concat('extra-*', 'path-prefix', 'raw-brackets');
    const only = process.env.TEST_VARIATIONS === 'all' ? [] : few.flatMap((id) => ['--only', id]);
    const file = join(own, 'client.json');
    const told = ['sh', '-c', judged, 'sh', ...run, '{url}', ...words.slice(1, 6)];
    await runAssay(['client', ...only, '--report', `json=${file}`, '--', ...told], {
      folder: own,
      environment: { ...process.env, ...installed },
    });
    expect(rowOf(name, JSON.parse(await readFile(file, 'utf8')))).toBe(row);
  });
});
