/** What a server that keeps the shipped contract does to one amendment of it. */
type Seen =
  /** It breaks a `must` of the amended contract. */
  | 'violates'
  /** It breaks a `should`. */
  | 'warned'
  /** It does not serve an operation at its new place. */
  | 'missing'
  /**
   * It rejects every creation, as a server may that takes each account once: only a rejection beside an accepted request is
   * evidence (READINGS P3). So nothing accuses it, and the check says which operation it could not judge.
   */
  | 'undetermined'
  /** It keeps the amended contract too, or nothing that it sends or takes tells both apart. */
  | 'hidden';

/** The actions of an Overlay: its target, and what is done there. */
export type Actions = readonly (readonly [target: string, change: string])[];

type Amendment = {
  readonly actions: Actions;
  /** How the unamended stub does. */
  readonly shipped: Seen;
  /** Whether it only gives another name or place, so that a server that follows it passes as many rules as before. */
  readonly isMove?: true;
};

const schemas = '$.components.schemas';
const authority = `${schemas}.PaymentAuthority`;
const subscription = `${schemas}.SubscriptionRequest.properties.data`;
const subscriptionReply = `${schemas}.SubscriptionResponse.properties.data.properties.attributes`;
const key = `${schemas}.ApplicationKeyRequest.properties.data`;
const keyResponse = `${schemas}.ApplicationKeyResponse.properties.data`;
const offering = `${schemas}.SubscriptionOffering.properties.attributes`;
const product = `${schemas}.Product.properties.attributes`;
const listing = "$.paths['/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products'].get";
const limit = `${listing}.parameters[?@.name == 'page[limit]'].schema`;
const offset = `${listing}.parameters[?@.name == 'page[offset]'].schema`;
const data = `${schemas}.ProductListing.properties.data`;
const filter = `${listing}.x-list.filter`;

const update = (change: string): string => `update: ${change}`;
const one = (target: string, change: string, shipped: Seen): Amendment => ({
  actions: [[target, change]],
  shipped,
});
const several = (shipped: Seen, ...actions: Actions): Amendment => ({ actions, shipped });
const remove = 'remove: true';

/** Gives another name or place, and changes nothing else. */
const move = (shipped: Seen, ...actions: Actions): Amendment => ({ actions, shipped, isMove: true });

/** Moves what stands under a name to another one. */
const renamed = (object: string, name: string, other: string): Actions => [
  [object, update(`{ '${other}': {} }`)],
  [`${object}['${other}']`, `copy: "${object}['${name}']"`],
  [`${object}['${name}']`, remove],
];

const keys = "$.paths['/v2/application-keys'].post";
const subscribing = "$.paths['/subscriptions/subscriptions'].post";
const paths = {
  keys: renamed('$.paths', '/v2/application-keys', '/credentials/keys/new'),
  subscriptions: renamed('$.paths', '/subscriptions/subscriptions', '/billing/subscribe'),
  products: renamed('$.paths', '/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products', '/catalog/{hierarchyID}/{nodeID}'),
} as const satisfies Readonly<Record<string, Actions>>; // biome-ignore format: one line a path
/** Moves a required field of an object; the clause that requires it stays the same. */
const renamedField = (object: string, name: string, other: string, clause: string): Actions => [
  ...renamed(`${object}.properties`, name, other),
  [`${object}.required[?@ == '${name}']`, remove],
  [`${object}.x-clause.required.${name}`, remove],
  [object, update(`{ required: [${other}], x-clause: { required: { ${other}: ${clause} } } }`)],
];

/** Records that are in another field of what is sent or returned. */
export const movedRecords = {
  key: renamedField(`${schemas}.ApplicationKeyResponse`, 'data', 'result', 'application-key/response-data'),
  keyRequest: renamedField(`${schemas}.ApplicationKeyRequest`, 'data', 'result', 'application-key/request-data'),
  subscription: renamedField(`${schemas}.SubscriptionResponse`, 'data', 'result', 'subscription/response-data'),
  subscriptionRequest: renamedField(`${schemas}.SubscriptionRequest`, 'data', 'result', 'subscription/request-data'),
  products: [
    ...renamedField(`${schemas}.ProductListing`, 'data', 'result', 'node-products/data-array'),
    [`${listing}.x-list`, update('{ items: /result }')],
  ],
} as const satisfies Readonly<Record<string, Actions>>; // biome-ignore format: one line a record

/** Makes the record of an object the object itself. */
const unwrapped = (object: string): Actions => [
  [object, `copy: "${object}.properties.data"`],
  [`${object}.properties.data`, remove],
  [`${object}.required[?@ == 'data']`, remove],
  [`${object}.x-clause.required.data`, remove],
];

const unwrappedRecords = {
  key: unwrapped(`${schemas}.ApplicationKeyResponse`),
  keyRequest: unwrapped(`${schemas}.ApplicationKeyRequest`),
  subscription: unwrapped(`${schemas}.SubscriptionResponse`),
  subscriptionRequest: unwrapped(`${schemas}.SubscriptionRequest`),
} as const satisfies Readonly<Record<string, Actions>>;

/** All of these at once. */
export const everythingMoved: { readonly actions: Actions } = {
  actions: [
    [keys, update('{ operationId: makeKey }')],
    [subscribing, update('{ operationId: subscribe }')],
    [listing, update('{ operationId: browse }')],
    ['$.servers[0]', update('{ url: https://api.example/shop/v9 }')],
    ...Object.values(movedRecords).flat(),
    ...Object.values(paths).flat(),
  ],
};

/** Amendments that a team may make to the contract, each an Overlay of its own. */
export const amendments: Readonly<Record<string, Amendment>> = {
  // Constraints tightened.
  'a reference of at most 40 characters': one(`${subscription}.properties.external_ref`, update('{ maxLength: 40 }'), 'violates'),
  'a card of at most 9 characters': one(`${authority}.properties.card_id`, update('{ maxLength: 9 }'), 'violates'),
  'a payer name of at least 7 characters': one(`${authority}.properties.name`, update('{ minLength: 7 }'), 'violates'),
  'a product name of at most 30 characters': one(`${product}.properties.name`, update('{ maxLength: 30 }'), 'violates'),
  'a tag of at most 12 characters': one(`${product}.properties.tags.items`, update('{ maxLength: 12 }'), 'violates'),
  'at most 2 tags': one(`${product}.properties.tags`, update('{ maxItems: 2 }'), 'violates'),
  'an offering name of at most 8 characters': one(`${offering}.properties.name`, update('{ maxLength: 8 }'), 'violates'),
  'one owner only': one(`${schemas}.SubscriptionMeta.properties.owner`, update('{ const: store }'), 'hidden'),
  // Constraints loosened.
  'a reference of at most 4096 characters': several(
    'violates',
    [`${subscription}.properties.external_ref`, update('{ maxLength: 4096 }')],
    [`${subscriptionReply}.properties.external_ref`, update('{ maxLength: 4096 }')],
  ),
  'a payer name of any length': several('hidden', [`${authority}.properties.name.minLength`, remove], [`${authority}.properties.name.maxLength`, remove]),
  'a currency in any form': several('violates', [`${subscription}.properties.currency.pattern`, remove], [`${subscriptionReply}.properties.currency.pattern`, remove]),
  'tags with spaces': one(`${product}.properties.tags.items.pattern`, remove, 'hidden'),
  'any product type': one(`${product}.properties.product_types.items.enum`, remove, 'hidden'),
  'any type of key in a request': one(`${key}.properties.type.const`, remove, 'hidden'),
  // Constraints added.
  'a key name of 3 to 64 characters': one(`${key}.properties.name`, update('{ minLength: 3, maxLength: 64 }'), 'violates'),
  'a key name in capitals and digits': one(`${key}.properties.name`, update("{ pattern: '^[A-Z0-9-]+$' }"), 'warned'),
  'a rate limit of 1 to 1000': one(`${key}.properties.reserved_rate_limit`, update('{ minimum: 1, maximum: 1000 }'), 'warned'),
  'a reference with a digit in it': one(`${subscription}.properties.external_ref`, update("{ pattern: '^(?=.*[0-9])[a-z0-9]*$' }"), 'warned'),
  'a reference in digits': one(`${subscription}.properties.external_ref`, update("{ pattern: '^[0-9]*$' }"), 'warned'),
  'a gateway name of at most 20 characters': one(`${authority}.properties.type`, update('{ maxLength: 20 }'), 'hidden'),
  'a slug in small letters': one(`${product}.properties.slug`, update("{ pattern: '^[a-z0-9-]+$' }"), 'violates'),
  'a slug of at most 12 characters': one(`${product}.properties.slug`, update('{ maxLength: 12 }'), 'violates'),
  'three currencies': one(`${subscription}.properties.currency`, update('{ enum: [USD, EUR, CHF] }'), 'violates'),
  // The target of the unamended stub declares another currency, which is then not sent.
  'two currencies, without the default one': one(`${subscription}.properties.currency`, update('{ enum: [EUR, CHF] }'), 'hidden'),
  'one currency': one(`${subscription}.properties.currency`, update('{ const: USD }'), 'violates'),
  // Allowed values.
  'real gateways': several('violates', [`${authority}.properties.type.enum`, remove], [`${authority}.properties.type`, update('{ enum: [stripe, PayPal] }')]),
  'one more gateway': one(`${authority}.properties.type`, update('{ enum: [acme_pay] }'), 'violates'),
  'one more commodity': one(`${product}.properties.commodity_type`, update('{ enum: [service] }'), 'hidden'),
  // Parameters.
  'a parameter with two values': one(`${listing}.parameters`, update('{ name: language, in: query, schema: { type: string, enum: [en, de] } }'), 'violates'),
  'a number as a parameter': one(`${listing}.parameters`, update('{ name: depth, in: query, schema: { type: integer, minimum: 1, maximum: 3 } }'), 'warned'),
  'a limit of at least 1': one(limit, update('{ minimum: 1 }'), 'hidden'),
  // Pages.
  'a page of 1 at most': one(data, update('{ maxItems: 1 }'), 'warned'),
  'a page of 7 at most': one(data, update('{ maxItems: 7 }'), 'warned'),
  'a page of 50 at most': one(data, update('{ maxItems: 50 }'), 'warned'),
  'a page of 250 at most': one(data, update('{ maxItems: 250 }'), 'violates'),
  'a limit of 50 at most': one(limit, update('{ maximum: 50 }'), 'warned'),
  'an offset of 0 at most': one(offset, update('{ maximum: 0 }'), 'warned'),
  'an offset of 100 at most': one(offset, update('{ maximum: 100 }'), 'warned'),
  // Filters.
  'eq on sku too': one(filter, update('{ queryables: { sku: /attributes/sku }, operators: { eq: { on: [sku] } } }'), 'violates'),
  'in on slug too': one(`${filter}.operators.in`, update('{ on: [slug] }'), 'violates'),
  'eq on slug no more': one(`${filter}.operators.eq.on[1]`, remove, 'hidden'),
  'no eq at all': one(`${filter}.operators.eq`, remove, 'hidden'),
  'no in at all': one(`${filter}.operators.in`, remove, 'hidden'),
  'equal in the place of eq': several('violates', [`${filter}.operators.eq`, remove], [`${filter}.operators`, update('{ equal: { means: eq, on: [name, slug] } }')]),
  // Members.
  'a required member of a subscription': several('violates', [subscription, update('{ required: [channel], properties: { channel: { type: string, minLength: 2, maxLength: 20 } } }')]),
  'an optional member of a subscription': one(`${subscription}.properties`, update('{ note: { type: string, maxLength: 500 } }'), 'violates'),
  'a note of a subscription, returned as sent': several(
    'violates',
    [subscription, update('{ required: [note], properties: { note: { type: string, maxLength: 60 } } }')],
    [subscriptionReply, update('{ required: [note], properties: { note: { type: string, x-returns: /data/note } } }')],
  ),
  'a number of seats, returned as sent': several(
    'warned',
    [`${subscription}.properties`, update('{ seats: { type: integer, minimum: 1, maximum: 500 } }')],
    [`${subscriptionReply}.properties`, update('{ seats: { type: integer, x-returns: /data/seats } }')],
  ),
  'a number of a key that no other key has': several(
    'violates',
    [keyResponse, update('{ required: [serial], properties: { serial: { type: string, x-distinct: requests } } }')],
  ),
  'an optional member of a key': one(`${key}.properties`, update('{ purpose: { type: string, enum: [test, live] } }'), 'violates'),
  'a required member of a product': several('violates', [product, update('{ required: [weight], properties: { weight: { type: integer, minimum: 1 } } }')]),
  'an optional member of a product': one(`${product}.properties`, update('{ colour: { type: string, maxLength: 20 } }'), 'hidden'),
  'a required slug': one(product, update('{ required: [slug] }'), 'hidden'),
  'no reference in a subscription': several('hidden', [`${subscription}.properties.external_ref`, remove], [`${subscriptionReply}.properties.external_ref`, remove]),
  'no rate limit': several('hidden', [`${key}.properties.reserved_rate_limit`, remove], [`${keyResponse}.properties.reserved_rate_limit`, remove]),
  'a name that may be left out': one(`${authority}.required[?@ == 'name']`, remove, 'violates'),
  'an e-mail that is gone': several('violates', [`${authority}.required[?@ == 'email']`, remove], [`${authority}.properties.email`, remove]),
  'a required rate limit': one(key, update('{ required: [reserved_rate_limit] }'), 'violates'),
  // Types, formats and what is inside.
  'a note or null': one(`${subscription}.properties`, update("{ note: { type: [string, 'null'], maxLength: 500 } }"), 'violates'),
  'a required note, which may be null': several('violates', [subscription, update("{ required: [note], properties: { note: { type: [string, 'null'] } } }")]),
  'a number or a text': one(`${subscription}.properties`, update('{ place: { type: [string, integer] } }'), 'warned'),
  'a flag or a price': one(`${key}.properties`, update('{ price: { oneOf: [{ type: boolean }, { type: number, minimum: 0.5 }] } }'), 'warned'),
  'a listed channel or null': one(`${subscription}.properties`, update("{ channel: { anyOf: [{ type: string, enum: [web, store] }, { type: 'null' }] } }"), 'violates'),
  'two numbers and a flag as values': one(`${subscription}.properties`, update('{ place: { enum: [1, 2, true] } }'), 'violates'),
  'any value in a required member': several('violates', [subscription, update('{ required: [note], properties: { note: true } }')]),
  'a required date': several('violates', [subscription, update('{ required: [from], properties: { from: { type: string, format: date } } }')]),
  'an optional address': one(`${key}.properties`, update('{ address: { type: string, format: ipv4 } }'), 'warned'),
  'a number of 32 bits': one(`${key}.properties`, update('{ count: { type: integer, format: int32 } }'), 'warned'),
  'a format that nobody knows': one(`${subscription}.properties`, update('{ note: { type: string, format: phone } }'), 'warned'),
  'a list of lines in an optional member': one(`${subscription}.properties`, update("{ order: { type: [object, 'null'], required: [lines], properties: { lines: { type: array, minItems: 1, maxItems: 3, items: { type: object, required: [count], properties: { count: { type: integer, minimum: 1 } } } } } } }"), 'violates'),
  'a map of lengths': one(`${subscription}.properties`, update('{ sizes: { type: object, additionalProperties: { type: string, maxLength: 9 } } }'), 'violates'),
  'a date in a response': several('violates', [offering, update('{ required: [since], properties: { since: { type: string, format: date } } }')]),
  'a number or null in a response': several('violates', [offering, update("{ required: [rank], properties: { rank: { anyOf: [{ type: integer, minimum: 1 }, { type: 'null' }] } } }")]),
  'a flag as a parameter': one(`${listing}.parameters`, update('{ name: new, in: query, schema: { type: boolean } }'), 'warned'),
  'a date as a parameter': one(`${listing}.parameters`, update('{ name: since, in: query, schema: { type: string, format: date } }'), 'warned'),
  'a number or a word as a parameter': one(`${listing}.parameters`, update('{ name: depth, in: query, schema: { type: [integer, string], enum: [1, 2, all] } }'), 'violates'),
  // The total.
  'the total in meta.total': several(
    'violates',
    [`${listing}.x-list`, update('{ total: { at: /meta/total } }')],
    [`${schemas}.ProductListing.properties.meta`, update('{ required: [total], properties: { total: { type: integer } } }')],
    [`${schemas}.ProductListing.properties.meta.properties.results`, remove],
    [`${schemas}.ProductListing.properties.meta.required[?@ == 'results']`, remove],
  ),
  // Names of parameters.
  'limit in the place of page[limit]': several(
    'violates',
    [`${listing}.parameters[?@.name == 'page[limit]']`, update('{ name: limit }')],
    [`${listing}.x-list`, update('{ pageSize: limit }')],
  ),
  // Names and places.
  'another path of keys': move('missing', ...paths.keys),
  'another path of subscriptions': move('missing', ...paths.subscriptions),
  'another path of products': move('missing', ...paths.products),
  'another operationId of keys': move('hidden', [keys, update('{ operationId: makeKey }')]),
  'another operationId of subscriptions': move('hidden', [subscribing, update('{ operationId: subscribe }')]),
  'another operationId of products': move('hidden', [listing, update('{ operationId: browse }')]),
  'a key returned under result': move('violates', ...movedRecords.key),
  'a key sent under result': move('undetermined', ...movedRecords.keyRequest),
  'a key sent and returned under result': move('undetermined', ...movedRecords.keyRequest, ...movedRecords.key),
  'a key returned under result, as x-record says': move('violates', ...movedRecords.key, [keys, update('{ x-record: /result }')]),
  'a key sent and returned as the body itself': move('undetermined', ...unwrappedRecords.keyRequest, ...unwrappedRecords.key),
  'a subscription returned under result': move('violates', ...movedRecords.subscription),
  'a subscription sent under result': move('undetermined', ...movedRecords.subscriptionRequest),
  'a subscription sent and returned under result': move('undetermined', ...movedRecords.subscriptionRequest, ...movedRecords.subscription),
  'a subscription returned under result, as x-record says': move('violates', ...movedRecords.subscription, [subscribing, update('{ x-record: /result }')]),
  'a subscription sent and returned as the body itself': move('undetermined', ...unwrappedRecords.subscriptionRequest, ...unwrappedRecords.subscription),
  'products under result': move('violates', ...movedRecords.products),
  'servers with a prefix': move('hidden', ['$.servers[0]', update('{ url: https://api.example/shop/v9 }')]),
}; // biome-ignore format: one line an amendment

/** The Overlay of an amendment. */
export const overlayFor = ({ actions }: { readonly actions: Actions }): string =>
  [
    'overlay: 1.1.0',
    'info: { title: an amendment, version: "1" }',
    'actions:',
    ...actions.map(([target, change]) => `  - target: "${target}"\n    ${change}`),
  ].join('\n');
