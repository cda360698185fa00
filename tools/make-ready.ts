import { writeFile } from 'node:fs/promises';
import { loadContract } from '../src/contract/load.ts';
import { type PrebuiltContract, prebuiltFiles } from '../src/contract/prebuilt.ts';
import { readFiles } from '../src/contract/read-contract.ts';
import { assembleCatalog } from '../src/stub/catalog/build-catalog.ts';
import { shop } from '../src/stub/catalog/load-catalog.ts';
import { readYaml } from '../src/yaml/yaml-file.ts';

// Parses and checks what ships with assay, and puts it into the build as data that can be taken as it stands.
const { document, clauses } = await readFiles({});
const ready: PrebuiltContract = { document, clauses: [...clauses.values()] };
const catalog = await readYaml(shop);
assembleCatalog([catalog], await loadContract());

const build = new URL('../dist/', import.meta.url);
await writeFile(new URL(prebuiltFiles.contract, build), JSON.stringify(ready));
await writeFile(new URL(prebuiltFiles.shop, build), JSON.stringify(catalog.value));
