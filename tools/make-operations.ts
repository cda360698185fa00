import { readFile, writeFile } from 'node:fs/promises';
import { withAt } from '../src/json/json.ts';
import { made, profilesOf, readDescriptors, schemasOf, stubModuleOf, tableOf } from './operations.ts';

// Makes what comes from the operations of spec/openapi.yaml; a test says when it is to be made again.
const descriptors = await readDescriptors();
const root = new URL('../', import.meta.url);
await writeFile(new URL(made.table, root), tableOf(descriptors));
await writeFile(new URL(made.stub, root), stubModuleOf(descriptors));
await writeFile(new URL(made.profiles, root), profilesOf(descriptors));
for (const { file, place, value } of schemasOf(descriptors)) {
  const schema = JSON.parse(await readFile(new URL(file, root), 'utf8'));
  await writeFile(new URL(file, root), JSON.stringify(withAt(schema, place, value)));
}
