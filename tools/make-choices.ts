import { writeFile } from 'node:fs/promises';
import { docsOf, made, readChoices, schemaOf, tableOf } from './choices.ts';

// Makes what comes from spec/choices.yaml; a test says when it is to be made again.
const choices = await readChoices();
const root = new URL('../', import.meta.url);
await writeFile(new URL(made.table, root), tableOf(choices));
await writeFile(new URL(made.schema, root), `${JSON.stringify(schemaOf(choices))}\n`);
await writeFile(new URL(made.docs, root), docsOf(choices));
