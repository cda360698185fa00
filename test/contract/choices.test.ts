import { expect, it } from 'vitest';
import schema from '../../src/contract/choices/choices.schema.json' with { type: 'json' };
import { choiceTable } from '../../src/contract/choices/table.ts';
import { docsOf, made, readChoices, schemaOf, textOf } from '../../tools/choices.ts';

it('what is made from spec/choices.yaml says what it says; if not, run npm run generate:choices', async () => {
  const choices = await readChoices();
  expect(choiceTable).toEqual(choices);
  expect(schema).toEqual(schemaOf(choices));
  expect(await textOf(made.docs)).toBe(docsOf(choices));
});
