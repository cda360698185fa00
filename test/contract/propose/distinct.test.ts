import { expect, it } from 'vitest';
import { type MaybeDistinct, maybeDistinct } from '../../../src/contract/maybe-distinct.ts';
import { loadPaths } from '../own-contract.ts';

/** What seems to differ of wells: by the schemas of the contract, and the description of 409 or another status, if it has that. */
const proposals = async (
  schemas: string,
  conflict?: string,
  status = 409,
): Promise<readonly MaybeDistinct[]> =>
  maybeDistinct(
    await loadPaths(`
  /wells:
    post:
      operationId: create
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Well' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Well' } } } }
        ${conflict === undefined ? '' : `'${status}': { description: ${JSON.stringify(conflict)} }`}
components:
  schemas:
    ${schemas}
`),
  );

it.each([
  ['Unique in the shop.', 'conflict', ['code']],
  ['No two wells have it.', 'conflict', ['code']],
  ['Unique in the shop.', undefined, []],
  ['It is not unique.', 'conflict', []],
  ['A label.', 'conflict', []],
  ['A label.', 'Another well has this `code`, which is unique.', ['code']],
  ['A label.', 'A well with this code exists.', ['code']],
  ['A label.', 'The code is wrong.', []],
  ['A label.', 'Another well has this barcode.', []],
  ['A label.', 'Other codes are taken.', []],
])('of a field "%s" and a conflict "%s", %o is proposed', async (field, conflict, names) => {
  const well = `Well:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        code: { type: string, description: ${JSON.stringify(field)} }
        codes: { type: array, items: { type: string }, description: unique codes }`;
  const proposed = await proposals(well, conflict);
  expect(proposed.flatMap(({ fields }) => fields.map(({ name }) => name))).toEqual(names);
});

it.each([
  [400, 'Unique in the shop.', ['code']],
  [422, 'Unique in the shop.', ['code']],
  [404, 'Unique in the shop.', []],
  [400, 'The unique identifier of its site.', []],
])('of a rejection with %i and a field "%s", %o is proposed', async (status, field, names) => {
  const well = `Well: { type: object, properties: { code: { type: string, description: ${field} } } }`;
  const proposed = await proposals(well, 'Wrong.', status);
  expect(proposed.flatMap(({ fields }) => fields.map(({ name }) => name))).toEqual(names);
});

it.each([
  ['of a schema', 'type: object, properties: { code: { $ref: "#/components/schemas/Code" } }', 'Well'],
  ['of a part', 'allOf: [{ $ref: "#/components/schemas/Named" }, { type: object }]', 'Named'],
])('names the place %s', async (_, schema, holder) => {
  const schemas = `Code: { type: string }
    Named: { type: object, properties: { code: { $ref: '#/components/schemas/Code' } } }
    Well: { ${schema} }`;
  const path = ['components', 'schemas', holder, 'properties', 'code'];
  expect(await proposals(schemas, 'Another well has this code.')).toEqual([
    { method: 'POST', url: '/wells', fields: [{ name: 'code', path }] },
  ]);
});
