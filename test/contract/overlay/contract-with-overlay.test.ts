import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { loadEdited, overlayOf } from '../edited-contract.ts';
import { withFiles } from '../own-contract.ts';

const shipped = await loadContract();
const gateways = fileURLToPath(new URL('../../../fixtures/gateways.overlay.yaml', import.meta.url));

const overlaid = (...actions: string[]) => loadEdited({ overlays: actions.map((text) => overlayOf(text)) });
const amended = async (...actions: string[]) => (await overlaid(...actions)).amended;
const text = (contract: typeof shipped, clause: string) => contract.clauses.get(clause)?.text;

const type = '$.components.schemas.PaymentAuthority.properties.type';
const card = '$.components.schemas.PaymentAuthority.properties.card_id';

describe('a contract with Overlays on it', () => {
  it('is not amended without Overlays, or by Overlays that only describe', async () => {
    expect(shipped.amended).toEqual([]);
    expect(await amended(`  - { target: ${card}, update: { description: other words } }`)).toEqual([]);
  });

  it('is not amended by what only an Overlay states of a listing', async () => {
    const openapi = join(import.meta.dirname, '../../../examples/orders/openapi.yaml');
    const listing = (await readFile(openapi, 'utf8')).replace(/ {6}x-list:\n(?: {8}.*\n)+/, '');
    expect(listing).not.toContain('x-list');
    const overlay = `overlay: 1.0.0
info: { title: Listings, version: '1' }
actions:
  - target: $.paths['/orders'].get
    update:
      x-list:
        items: $response.body
        filter: { template: '{attribute}={value}', queryables: { state: /state }, operators: [eq] }
`;
    await withFiles({ 'openapi.yaml': listing, 'listings.yaml': overlay }, async (folder) => {
      const contract = await loadContract({
        openapi: join(folder, 'openapi.yaml'),
        overlays: [join(folder, 'listings.yaml')],
      });
      expect(contract.amended).toEqual([]);
    });
  });

  it('takes the gateways of the fixture, and lists what is amended', async () => {
    const contract = await loadContract({ overlays: [gateways] });
    expect(contract.amended).toEqual(['subscription/payment_authority.type/enum']);
    expect(text(contract, 'subscription/request-payment-type-allowed')).toContain(
      '`acme_pay` or `orbit_pay`',
    );
    expect(JSON.stringify(contract.document)).not.toContain('payments_gateway_a');
    expect(contract.sha256).not.toBe(shipped.sha256);
  });

  it('lists the constraints that were changed, removed, added and mapped to another clause', async () => {
    expect(await amended(`  - { target: ${card}, update: { maxLength: 9 } }`)).toEqual([
      'subscription/payment_authority.card_id/maxLength',
    ]);
    const added = `  - target: ${card}\n    update:\n      minLength: 4\n      x-clause: { minLength: subscription/request-payment-card-id-length }`;
    expect(await amended(added)).toEqual(['subscription/payment_authority.card_id/minLength']);
    const mapped = `  - { target: ${card}.x-clause, update: { maxLength: subscription/request-payment-card-id-type } }`;
    expect(await amended(mapped)).toEqual(['subscription/payment_authority.card_id/maxLength']);
    const lowered = `  - { target: ${card}.x-clause, update: { type: subscription/request-payment-name-type } }`;
    expect(await amended(lowered)).toEqual(['subscription/payment_authority.card_id/type']);
    const optional = `  - { target: "$.components.schemas.PaymentAuthority.required[?@ == 'name']", remove: true }`;
    expect((await amended(optional)).toSorted()).toEqual(
      ['maxLength', 'minLength', 'required', 'type'].map(
        (keyword) => `subscription/payment_authority.name/${keyword}`,
      ),
    );
  });

  it('derives a clause for a field that returns what was sent, or differs', async () => {
    const attributes =
      '$.components.schemas.SubscriptionResponse.properties.data.properties.attributes.properties';
    const promise = (extension: string): string =>
      `  - { target: ${attributes}, update: { note: { type: string, ${extension} } } }`;
    const { amended: changed, promises } = await overlaid(
      promise('x-returns: /data/external_ref'),
      promise('x-distinct: requests'),
    );
    expect(promises.map(({ clause: { id, level, text } }) => [id, level, text])).toEqual([
      ['subscription/attributes-note-returned', 'must', '`data.attributes.note` is returned as sent in `data.external_ref`.'],
      ['subscription/attributes-note-distinct', 'must', 'Different requests get different `data.attributes.note`.'],
    ]); // biome-ignore format: one line a clause
    expect(changed).toContain('subscription/data.attributes.note/x-returns');
    await expect(overlaid(promise('x-returns: /data/note'))).rejects.toThrow(
      /openapi\.yaml:\d+: x-returns of data\.attributes\.note: no request has \/data\/note; correct the place\./,
    );
    await expect(overlaid(promise('x-distinct: true'))).rejects.toThrow(
      /x-distinct of data\.attributes\.note is true; write: requests\./,
    );
  });

  it('derives a clause for what names none: of a response always a must, of a request only what is surely rejected', async () => {
    const product = '$.components.schemas.Product.properties.attributes.properties.name';
    const contract = await overlaid(
      `  - { target: ${type}, update: { maxLength: 20, pattern: "^[a-z_]+$" } }`,
      `  - { target: ${product}, update: { pattern: "^[A-Z]" } }`,
    );
    const derived = [...contract.clauses.values()].filter((clause) => clause.derived);
    expect(derived.map(({ id, level, text }) => [id, level, text])).toEqual([
      ['subscription/request-payment-authority-type-maxLength', 'must', 'In a request, `payment_authority.type` is at most 20 characters long.'],
      ['subscription/request-payment-authority-type-pattern', 'should', 'In a request, `payment_authority.type` is text that matches ^[a-z_]+$.'],
      ['node-products/response-product-attributes-name-pattern', 'must', 'In a response, `product.attributes.name` is text that matches ^[A-Z].'],
    ]); // biome-ignore format: one line a clause
  });

  it('notes a format that it does not know, or that every value has, without a rule', async () => {
    const contract = await overlaid(
      `  - { target: ${card}, update: { format: uiud } }`,
      `  - { target: ${type}, update: { format: binary } }`,
    );
    const noted = [...contract.clauses.values()].filter(({ id }) => id.endsWith('-format'));
    expect(noted.map(({ id, text: words, unobservable }) => [id, words, unobservable])).toEqual([
      ['subscription/request-payment-authority-type-format', 'In a request, `payment_authority.type` is in the format binary.', 'every value has this format'],
      ['subscription/request-payment-authority-card-id-format', 'In a request, `payment_authority.card_id` is in the format uiud.', 'assay does not know this format; did you mean "uuid"?'],
    ]); // biome-ignore format: one line a clause
    expect(
      contract.constraints.filter(({ keyword, clause }) => keyword === 'format' && clause.derived),
    ).toEqual([]);
  });

  it('makes a must of a format of a response only where servers write it in one way', async () => {
    const product = '$.components.schemas.Product.properties.attributes.properties';
    const formats = ['uuid', 'date', 'date-time', 'ipv4', 'uri'];
    const fields = formats.map((format) => `at_${format}: { type: string, format: ${format} }`).join(', ');
    const contract = await overlaid(`  - { target: ${product}, update: { ${fields} } }`);
    const levels = contract.constraints.flatMap(({ keyword, value, clause }) =>
      keyword === 'format' && clause.derived ? [[value, clause.level]] : [],
    );
    expect(Object.fromEntries(levels)).toEqual({
      uuid: 'must',
      date: 'must',
      'date-time': 'should',
      ipv4: 'must',
      uri: 'should',
    });
  });

  it('has no clause about an operator that was removed, and says what else does not belong to one', async () => {
    const filter = "$.paths['/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products'].get.x-list.filter";
    const { lost, clauses } = await overlaid(`  - { target: "${filter}.operators.in", remove: true }`);
    const gone = ['filter-in-id-only', 'filter-in-id-all', 'filter-in-list', 'filter-in-list-complete'];
    expect(lost).toEqual(gone.map((name) => `node-products/${name}`));
    expect(clauses.has('node-products/filter-served')).toBe(true);
    await expect(
      overlaid(`  - { target: "${filter}.operators.eq", update: { mpn: /attributes/mpn } }`),
    ).rejects.toThrow(/: an operator has no keyword "mpn"; use means, on, template\.$/);
  });

  it('keeps a number that was removed in the text, with a note', async () => {
    const schema = '$.components.schemas.PaymentAuthority.properties.name';
    const contract = await loadEdited({
      overlays: [overlayOf(`  - { target: ${schema}.minLength, remove: true }`)],
    });
    expect(contract.amended).toEqual(['subscription/payment_authority.name/minLength']);
    expect(text(contract, 'subscription/request-payment-name-length')).toBe(
      'If `payment_authority.name` has fewer than 3 or more than 1024 characters, the request is rejected. (An Overlay removes minLength.)',
    );
  });

  it('has neither an operation that an Overlay removes nor its clauses', async () => {
    const contract = await overlaid("  - target: $.paths['/v2/application-keys']\n    remove: true");
    const isOfKeys = (id: string): boolean => id.startsWith('application-key/');
    const own = [...shipped.clauses.keys()].filter(isOfKeys);
    expect(own.length).toBeGreaterThan(50);
    expect(Object.keys(contract.operations)).toEqual(['subscription', 'node-products']);
    expect([...contract.clauses.keys()].filter(isOfKeys)).toEqual([]);
    expect(contract.lost).toEqual(own);
  });

  it('has an operation that an Overlay adds, with the clauses of its kind', async () => {
    const contract = await overlaid(`  - target: $.paths
    update:
      /subscriptions/subscriptions/{id}:
        get:
          x-operation: reading
          operationId: getSubscription
          tags: [subscriptions]
          summary: Read a subscription
          parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
          responses:
            '200':
              description: The subscription.
              content: { application/json: { schema: { $ref: '#/components/schemas/SubscriptionResponse' } } }`);
    expect(contract.operations.reading).toMatchObject({ kind: 'read', security: [], record: ['data'] });
    expect([...contract.clauses.keys()].filter((id) => id.startsWith('reading/'))).toEqual(
      expect.arrayContaining(['reading/as-created', 'reading/unknown-id', 'reading/account-id-uuid']),
    );
    expect(contract.lost).toEqual([]);
  });

  it('applies several Overlays in order', async () => {
    const bound = (most: number) => `  - { target: ${card}, update: { maxLength: ${most} } }`;
    const contract = await overlaid(bound(9), bound(7));
    expect(text(contract, 'subscription/request-payment-card-id-length')).toContain('more than 7 characters');
  });

  it('names what no rule checks', async () => {
    const { unchecked } = await overlaid(`  - target: ${card}\n    update:\n      not: { const: none }`);
    expect(unchecked).toEqual([
      { what: 'the keyword not', where: expect.stringMatching(/overlay-1\.yaml:8$/) },
    ]);
  });

  it.each([
    ['an action that matches nothing', '  - { target: $.nowhere, remove: true }', 'overlay-1.yaml:6: action 1: $.nowhere matches nothing; correct "target", or remove the action.'],
    ['another x-operation', "  - target: $.paths['/v2/application-keys'].post\n    update: { x-operation: credentials }", 'overlay-1.yaml:7: clauses.yaml names this operation "application-key", and an Overlay cannot rename it; leave x-operation as it is.'],
    ['a misspelled name', '  - { target: $.components.schemas.PaymentAutority.properties, remove: true }', 'overlay-1.yaml:6: action 1: $.components.schemas.PaymentAutority.properties matches nothing: $.components.schemas contains no "PaymentAutority", only "PaymentAuthority"; correct "target", or remove the action.'],
    ['an unknown clause', `  - target: ${type}\n    update:\n      maxLength: 20\n      x-clause:\n        maxLength: nothing`, 'overlay-1.yaml:10: "maxLength" is mapped to "nothing", which clauses.yaml does not have; correct the id, or add the clause there.'],
    ['a required member without a schema', '  - target: $.components.schemas.PaymentAuthority\n    update:\n      required: [cvc]', 'overlay-1.yaml:8: "cvc" is required, but the schema does not describe it; add it under properties.'],
    ['a bound that is not a number', `  - target: ${card}\n    update: { maxLength: long }`, 'overlay-1.yaml:7: /components/schemas/PaymentAuthority/properties/card_id/maxLength must be integer; correct it.'],
    ['bounds in two parts that exclude each other', `  - target: ${card.replace('.card_id', '')}\n    update:\n      card:\n        allOf: [{ type: array, minItems: 2 }, { maxItems: 1 }]`, expect.stringMatching(/^openapi\.yaml:\d+: the parts of an "allOf" in post \/subscriptions\/subscriptions contradict each other \(.*minItems: 2, maxItems: 1\)\); correct one of them\.$/)],
    ['a reference to nothing', `  - target: ${card}\n    update:\n      properties:\n        a: { $ref: '#/x' }`, 'overlay-1.yaml:9: $ref "#/x" does not resolve; point it at something under #/components.'],
    ['an unknown field', '  - target: $.info\n    update:\n      colour: red', 'overlay-1.yaml:8: "colour" is an unknown field at /info; remove it, or correct its name.'],
    ['values that cannot be merged', `  - target: ${type}\n    update:\n      enum: acme_pay`, 'overlay-1.yaml:8: /components/schemas/PaymentAuthority/properties/type/enum is a list, which cannot be merged with a plain value; remove it in an earlier action.'],
  ])('describes %s in one sentence', async (_, actions, sentence) => {
    const message = await overlaid(actions).then(() => 'nothing', (error: Error) => `${error.name} ${error.message}`);
    expect(message.replace(/^UserError /, '')).toEqual(sentence);
  }); // biome-ignore format: one line a case

  it('names a file that is missing', async () => {
    await expect(loadContract({ overlays: ['nowhere.yaml'] })).rejects.toThrow(
      'nowhere.yaml: cannot be read (ENOENT); check the path.',
    );
  });
});
