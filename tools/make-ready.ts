import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { targetSchema } from '../conformance/target/target-schema.ts';
import { assembleCatalog } from '../spec/stub/catalog.ts';
import { prebuiltShop, shop } from '../spec/stub/load-catalog.ts';
import { choicesOf } from '../src/contract/choices.ts';
import type { Choice, Contract } from '../src/contract/contract.ts';
import { loadContract, prebuiltContract, toPrebuilt } from '../src/contract/load.ts';
import type { Json, JsonObject } from '../src/json/json.ts';
import { readYaml } from '../src/yaml/yaml-file.ts';
import { build } from './bundle/checkout.ts';

/**
 * Parses and checks what ships with assay, and puts it into the build as data that can be taken as it is; and the JSON
 * Schemas of files with choices and of target files.
 */
export async function makeReady(): Promise<void> {
  const contract = await loadContract();
  const catalog = await readYaml(shop);
  assembleCatalog([catalog], contract);
  const ready = {
    [prebuiltContract]: toPrebuilt(contract),
    [prebuiltShop]: catalog.value,
    'spec/choices.schema.json': choicesSchema(contract),
    'conformance/target/target.schema.json': targetSchema(contract),
  };
  for (const [name, value] of Object.entries(ready)) {
    await mkdir(dirname(join(build, name)), { recursive: true });
    await writeFile(join(build, name), JSON.stringify(value));
  }
}

/** The JSON Schema of a file with choices. */
function choicesSchema(contract: Contract): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'assay choices',
    description: 'The options of a server; the default of a choice is its first option.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(
        [...choicesOf(contract)].map(([id, choice]) => [id, propertyOf(choice)] as const),
      ),
    },
  };
}

function propertyOf({ asks, options, words = {}, range, seen }: Choice): JsonObject {
  const explained = Object.entries(words).map(([name, text]) => `${name}: ${text}.`);
  const unseen = seen === undefined ? [] : ['Checks do not observe it.'];
  const allowed = options.flatMap((one): Json[] =>
    one === 'null' ? ['null', null] : one === 'true' ? ['true', true] : [one],
  );
  return {
    description: [asks, ...explained, ...unseen].join(' '),
    ...(range
      ? { anyOf: [{ enum: allowed }, { type: 'integer', minimum: range[0], maximum: range[1] }] }
      : { enum: allowed }),
  };
}
