import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { loadContract } from '../src/contract/load.ts';
import { prebuiltFiles, toPrebuilt } from '../src/contract/prebuilt.ts';
import { assembleCatalog } from '../src/stub/catalog/build-catalog.ts';
import { shop } from '../src/stub/catalog/load-catalog.ts';
import { readYaml } from '../src/yaml/yaml-file.ts';
import { build as folder } from './bundle/checkout.ts';

// Parses and checks what ships with assay, and puts it into the build as data that can be taken as it is.
const contract = await loadContract();
const catalog = await readYaml(shop);
assembleCatalog([catalog], contract);

const build = pathToFileURL(`${folder}/`);
await writeFile(new URL(prebuiltFiles.contract, build), JSON.stringify(toPrebuilt(contract)));
await writeFile(new URL(prebuiltFiles.shop, build), JSON.stringify(catalog.value));
