import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import schema from '../../src/contract/choices/choices.schema.json' with { type: 'json' };
import { choiceTable } from '../../src/contract/choices/table.ts';
import { docsOf, made, readChoices, schemaOf } from '../../tools/choices.ts';
import { root } from '../docs/pages.ts';

it('what is made from spec/choices.yaml says what it says; if not, run npm run generate:choices', async () => {
  const choices = await readChoices();
  expect(choiceTable).toEqual(choices);
  expect(schema).toEqual(schemaOf(choices));
  expect(await readFile(join(root, made.docs), 'utf8')).toBe(docsOf(choices));
});
