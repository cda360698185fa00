import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assembleCatalog } from '../spec/stub/catalog.ts';
import { shop } from '../spec/stub/load-catalog.ts';
import { type Choice, choices } from '../src/contract/choices.ts';
import { loadContract, prebuiltFiles, toPrebuilt } from '../src/contract/load.ts';
import type { Json, JsonObject } from '../src/json/json.ts';
import { readYaml } from '../src/yaml/yaml-file.ts';
import { build as folder, root } from './bundle/checkout.ts';

// Parses and checks what ships with assay, and puts it into the build as data that can be taken as it is; and what is made for others: the
// types of the contract, and the JSON Schema of files with choices.
const contract = await loadContract();
const catalog = await readYaml(shop);
assembleCatalog([catalog], contract);

const build = pathToFileURL(`${folder}/`);
await writeFile(new URL(prebuiltFiles.contract, build), JSON.stringify(toPrebuilt(contract)));
await writeFile(new URL(prebuiltFiles.shop, build), JSON.stringify(catalog.value));
await writeFile(new URL('spec/choices.schema.json', build), JSON.stringify(choicesSchema()));
await copyFile(join(root, 'build/types.d.ts'), new URL('types.d.ts', build));
await writeFile(new URL('types.js', build), 'export {};\n');

/** The JSON Schema of a file with choices. */
function choicesSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'assay choices',
    description: 'The options of a server; the default of a choice is its first option.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries([...choices].map(([id, choice]) => [id, propertyOf(choice)] as const)),
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
