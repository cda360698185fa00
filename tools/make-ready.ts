import { writeFile } from 'node:fs/promises';
import { loadContract } from '../src/contract/load.ts';
import { readFiles } from '../src/contract/read-contract.ts';
import { type ReadyContract, readyFiles } from '../src/contract/ready.ts';
import { readYaml } from '../src/contract/yaml-file.ts';
import { assembleCatalog } from '../src/stub/build-catalog.ts';
import { shop } from '../src/stub/load-catalog.ts';

// Parses and checks what ships with assay, and puts it into the build as data that can be taken as it stands.
const { document, clauses } = await readFiles({});
const ready: ReadyContract = { document, clauses: [...clauses.values()] };
const catalog = await readYaml(shop);
assembleCatalog([catalog], await loadContract());

const build = new URL('../dist/', import.meta.url);
await writeFile(new URL(readyFiles.contract, build), JSON.stringify(ready));
await writeFile(new URL(readyFiles.shop, build), JSON.stringify(catalog.value));
