/**
 * What the specification leaves to the server, and the options of a server. Each choice is known by its id: a target file pins it, a stub
 * is configured with it, and a report observes it.
 *
 * - `asks`: the question
 * - `clauses`: the clauses that it belongs to, all of level unspecified, so that every option conforms; none if no sentence is related
 * - `options`: the options; the first is the default, the second the opposite
 * - `words`: explain options whose names are not clear by themselves
 * - `range`: whole numbers, from and to, that are options too
 * - `seen`: `no, because …` if no observation finds out which option a server takes
 */
export const choiceTable = {
  // application keys
  'scheme-case': {
    asks: 'May the Authorization scheme be written "bearer"?',
    clauses: ['application-key/scheme-case'],
    options: ['accepted', 'rejected'],
  },
  'duplicate-name': {
    asks: 'What is returned if a new key has the name of another key?',
    clauses: ['application-key/name-repeated'],
    options: ['created', 'rejected'],
  },
  'self-link-place': {
    asks: 'Where is the self link of a new key?',
    clauses: ['application-key/self-link-place'],
    options: ['data', 'top', 'both'],
    words: { data: '`data.links.self`', top: '`links.self`' },
  },
  'unsent-rate-limit': {
    asks: 'Which `reserved_rate_limit` is returned if none was sent?',
    clauses: ['application-key/rate-limit-unsent'],
    options: ['absent', 'null', 'number'],
    words: { number: "an integer of the server's choice" },
  },
  'rate-limit-zero': {
    asks: 'May `reserved_rate_limit` be zero?',
    clauses: ['application-key/rate-limit-range'],
    options: ['accepted', 'rejected'],
  },
  'rate-limit-large': {
    asks: 'May `reserved_rate_limit` be very large?',
    clauses: ['application-key/rate-limit-range'],
    options: ['accepted', 'rejected'],
  },
  'key-name-longest': {
    asks: 'How long may `data.name` of a key be?',
    clauses: [],
    options: ['any', 255, 64],
    seen: 'no, because only many attempts would find the longest',
  },
  tokens: {
    asks: 'Which bearer tokens may create a key?',
    clauses: ['application-key/token-validity'],
    options: ['any', 'own'],
    words: { any: 'an invented token is accepted, too', own: 'an invented token is rejected' },
  },
  'unauthorised-status': {
    asks: 'Which status does a request without a required token return?',
    clauses: [],
    options: [401, 403, 302],
    seen: 'no, because rules send such requests but do not check the status',
  },
  // request bodies
  'unknown-members': {
    asks: 'What does a request with an unknown field return?',
    clauses: ['application-key/unknown-members', 'subscription/unknown-members'],
    options: ['ignored', 'rejected'],
    words: { ignored: 'the request is accepted', rejected: 'the request is rejected' },
  },
  'content-type-required': {
    asks: 'Must a request with a JSON body have a Content-Type?',
    clauses: ['application-key/request-content-type', 'subscription/request-content-type'],
    options: ['always', 'never', 'if-named'],
    words: {
      always: 'a request without it, or with another type, is rejected',
      never: 'a request without it, or with any type, is accepted',
      'if-named': 'a request without it is accepted, but not with another type',
    },
  },
  'refusal-status': {
    asks: 'Which status does a request without a required field return?',
    clauses: ['application-key/error-status', 'subscription/error-status'],
    options: [422, 400, 409],
    range: [400, 499],
  },
  quota: {
    asks: 'How many records can one operation create?',
    clauses: [],
    options: ['none', 1000, 4],
    seen: 'no, because testing a quota uses it up',
  },
  'business-status': {
    asks: 'Which status does a request that breaks a business rule return?',
    clauses: [],
    options: [422, 409, 402, 403, 404],
    seen: 'no, because the business rules of a server are not known',
  },
  'error-body': {
    asks: 'What is the form of the body of a 4xx response?',
    clauses: ['application-key/error-body', 'subscription/error-body', 'node-products/error-body'],
    options: ['errors', 'problem', 'empty', 'text'],
    words: {
      errors: 'a JSON object with a field `errors`',
      problem: 'application/problem+json',
      text: 'plain text',
    },
  },
  'trailing-text': {
    asks: 'What does a request with text after its JSON value return?',
    clauses: ['application-key/trailing-text', 'subscription/trailing-text'],
    options: ['rejected', 'ignored'],
    words: { rejected: 'the request is rejected', ignored: 'the request is accepted' },
  },
  'empty-text': {
    asks: 'May `data.name` of a key, or `external_ref`, be empty?',
    clauses: ['application-key/name-empty', 'subscription/external-ref-empty'],
    options: ['accepted', 'rejected'],
  },
  'surrounding-spaces': {
    asks: 'What happens to spaces around `data.name` of a key, or around `external_ref`?',
    clauses: ['application-key/name-spaces', 'subscription/external-ref-spaces'],
    options: ['kept', 'removed', 'rejected'],
  },
  'identical-requests': {
    asks: 'What does an exact repeat of an earlier request return?',
    clauses: ['application-key/identical-requests', 'subscription/identical-requests'],
    options: ['created', 'shown-again', 'rejected'],
    words: { created: 'another record', 'shown-again': 'the first record' },
  },
  'text-form': {
    asks: 'If text is sent decomposed, in which Unicode form is it returned?',
    clauses: [],
    options: ['kept', 'composed'],
    seen: 'no, because both forms are read as the same text',
  },
  'beyond-bmp': {
    asks: 'May strings contain characters above U+FFFF, such as emoji?',
    clauses: [],
    options: ['accepted', 'rejected'],
    seen: 'no, because rules send such strings and check only that nothing crashes',
  },
  'length-unit': {
    asks: 'What is the unit of the length of a string?',
    clauses: ['subscription/length-unit'],
    options: ['code-points', 'utf16'],
    words: { utf16: 'in UTF-16 code units' },
  },
  // subscriptions
  'payer-name-spaces': {
    asks: 'Do spaces around `payment_authority.name` count toward its length?',
    clauses: ['subscription/request-payment-name-spaces'],
    options: ['overlooked', 'counted'],
    words: { overlooked: 'a name that is too short without its spaces is rejected' },
  },
  'subscription-success': {
    asks: 'Which status does an accepted subscription request return?',
    clauses: ['subscription/success-status'],
    options: [201, 200, 202],
    range: [200, 203],
  },
  'subscription-id': {
    asks: 'Does a new subscription have `data.id`?',
    clauses: ['subscription/id-shown'],
    options: ['shown', 'absent'],
  },
  'subscription-optional-members': {
    asks: 'Which optional fields do a new subscription and its offering have?',
    clauses: [
      'subscription/optional-shown',
      'subscription/optional-timestamps-shown',
      'subscription/offering-id-shown',
    ],
    options: ['shown', 'absent'],
    words: {
      shown:
        'all of them, `end_date` and the `id` of the offering included, except those that depend on a state',
      absent: 'none of them',
    },
  },
  state: {
    asks: 'Which `state` does a new subscription have?',
    clauses: ['subscription/state-shown', 'subscription/state-action-initial'],
    options: ['none', 'resumed', 'paused', 'cancelled', 'closed'],
    words: {
      none: 'no `state`',
      resumed: '`action` is resume; every flag is false',
      paused: '`action` is pause; `paused` is true',
      cancelled: '`action` is cancel; `canceled` is true',
      closed: '`action` is cancel; `canceled` and `closed` are true',
    },
  },
  'subscription-status': {
    asks: 'Which `status` does a new subscription have?',
    clauses: ['subscription/status-initial'],
    options: ['active', 'inactive'],
  },
  'subscription-owner': {
    asks: 'Which `owner` does a new subscription have?',
    clauses: ['subscription/owner-initial'],
    options: ['store', 'organization'],
  },
  'unknown-ids': {
    asks: 'What does a subscription request with ids that do not exist return?',
    clauses: ['subscription/unknown-ids'],
    options: ['accepted', 'rejected'],
  },
  'other-currency': {
    asks: 'Is a currency other than the known-good one accepted?',
    clauses: ['subscription/request-currency-other'],
    options: ['accepted', 'rejected'],
  },
  'shop-currency': {
    asks: 'Which `currency` does the server accept?',
    clauses: [],
    options: ['USD', 'EUR'],
    seen: 'no, because the target file declares the currency',
  },
  gateways: {
    asks: 'Which payment gateways does the server accept?',
    clauses: [],
    options: ['both', 'first', 'second'],
    seen: 'no, because the target file declares what is accepted',
  },
  cards: {
    asks: 'Which cards does the server accept?',
    clauses: [],
    options: ['any', 'known'],
    seen: 'no, because the target file declares what is accepted',
  },
  'test-addresses': {
    asks: 'May `payment_authority.email` be an address at a test domain?',
    clauses: [],
    options: ['accepted', 'rejected'],
    seen: 'no, because the target file declares what is accepted',
  },
  'paid-plans': {
    asks: 'Does a subscription request need `payment_authority`?',
    clauses: [],
    options: ['on-account', 'by-card'],
    seen: 'no, because the target file declares what is accepted',
  },
  'subscription-repeated': {
    asks: 'May an account subscribe to a plan twice?',
    clauses: [],
    options: ['created', 'rejected'],
    seen: 'no, because the target file declares as many accounts as are needed',
  },
  'payment-null': {
    asks: 'May `payment_authority` be null?',
    clauses: ['subscription/payment-authority-null'],
    options: ['rejected', 'accepted'],
  },
  'request-meta': {
    asks: 'What happens to `meta` in a subscription request?',
    clauses: ['subscription/meta'],
    options: ['ignored', 'rejected'],
  },
  'subscription-filter': {
    asks: 'What does a subscription request with `filter` return?',
    clauses: ['subscription/filter'],
    options: ['ignored', 'rejected'],
    words: { ignored: 'it is accepted' },
  },
  'repeated-external-ref': {
    asks: 'What does a subscription request with the `external_ref` of another subscription return?',
    clauses: ['subscription/external-ref-repeated'],
    options: ['created', 'rejected'],
  },
  // listings: the content of a page
  'listing-refusal': {
    asks: 'Which status does a rejected listing request return?',
    clauses: ['node-products/error-status'],
    options: [400, 422],
    range: [400, 499],
  },
  'default-page-size': {
    asks: 'How many products does a page contain without `page[limit]`?',
    clauses: ['node-products/page-limit-default'],
    options: [100, 25, 10],
    range: [1, 100],
  },
  'limit-zero': {
    asks: 'What does `page[limit]=0` return?',
    clauses: ['node-products/page-limit-zero'],
    options: ['rejected', 'empty', 'default'],
    words: { empty: 'an empty page', default: 'as many products as without `page[limit]`' },
  },
  'limit-negative': {
    asks: 'What does a negative `page[limit]` return?',
    clauses: ['node-products/page-limit-negative'],
    options: ['rejected', 'default'],
    words: { default: 'as many products as without `page[limit]`' },
  },
  'limit-over-maximum': {
    asks: 'What does a `page[limit]` above the greatest page size but within its bound return?',
    clauses: ['node-products/page-limit-between'],
    options: ['capped', 'rejected'],
    words: { capped: 'a page of the greatest size' },
  },
  'offset-negative': {
    asks: 'What does a negative `page[offset]` return?',
    clauses: ['node-products/page-offset-negative'],
    options: ['rejected', 'zero'],
    words: { zero: 'the same as `page[offset]=0`' },
  },
  'uncurated-order': {
    asks: 'In which order are uncurated products listed?',
    clauses: ['node-products/order-uncurated'],
    options: ['catalog', 'name', 'id', 'newest'],
    words: {
      catalog: 'an order that no field explains',
      name: 'by name',
      id: 'by id',
      newest: 'the latest created first',
    },
  },
  'uncurated-place': {
    asks: 'Where are the other products of a partly curated node listed?',
    clauses: ['node-products/curated-place'],
    options: ['after', 'before', 'mixed'],
    words: {
      after: 'after the curated ones',
      before: 'before the curated ones',
      mixed: 'among the curated ones',
    },
  },
  'product-links': {
    asks: 'Does a product have `links` to pages?',
    clauses: ['node-products/links-place'],
    options: ['shown', 'absent'],
    words: { shown: 'all of them', absent: 'none of them' },
  },
  'top-level-links': {
    asks: 'Does the listing itself have `links` to pages?',
    clauses: ['node-products/links-place'],
    options: ['absent', 'shown'],
  },
  'next-at-end': {
    asks: 'What is `links.next` on the last of several pages?',
    clauses: ['node-products/links-next-on-last'],
    options: ['null', 'past'],
    words: { past: 'a link past the end' },
  },
  'last-token': {
    asks: 'Where pages have tokens: what does the last page have instead of one?',
    clauses: [],
    options: ['absent', 'null', 'empty'],
    words: { absent: 'no such field', empty: 'an empty text' },
    seen: 'no, because all of them say that there is no further page',
  },
  'short-pages': {
    asks: 'Where a contract says that pages need not be full: are some shorter than requested?',
    clauses: [],
    options: ['none', 'some'],
    seen: 'no, because a shorter page is not distinguished from a full one',
  },
  'page-past-end': {
    asks: 'Where pages are numbered: what does a page after the last one return?',
    clauses: [],
    options: ['empty', 'rejected'],
    words: { empty: 'an empty page', rejected: 'the status 404' },
    seen: 'no, because both are permitted',
  },
  'link-form': {
    asks: 'What form do links to pages have?',
    clauses: [],
    options: ['absolute', 'relative', 'raw', 'cursor'],
    words: { raw: 'with brackets not percent-encoded', cursor: 'with a cursor instead of an offset' },
    seen: 'no, because a link is followed in whatever form it has',
  },
  'link-members': {
    asks: 'Which links to pages does a product have?',
    clauses: [],
    options: ['all', 'needed'],
    words: { needed: '`current`, `first`, and `prev` and `next` if they lead to another page' },
    seen: 'no, because `last`, `prev` and `next` may be absent',
  },
  'prev-near-start': {
    asks: 'Where does `links.prev` lead if fewer products than a page come before?',
    clauses: [],
    options: ['whole', 'cut', 'null'],
    words: { whole: 'to a whole page from the start', cut: 'to the products before this page only' },
    seen: 'no, because rules follow such links and check only what they must return',
  },
  'last-page': {
    asks: 'With which product does the page of `links.last` begin?',
    clauses: [],
    options: ['aligned', 'tail'],
    words: {
      aligned: 'with the product after a multiple of the limit',
      tail: 'with the one that makes the page full',
    },
    seen: 'no, because rules follow such links and check only what they must return',
  },
  'draft-components': {
    asks: 'What happens to a component product that is not live?',
    clauses: ['node-products/included-status'],
    options: ['absent', 'unmarked'],
    words: { absent: 'it is not included', unmarked: 'it is included without its status' },
  },
  'unknown-node': {
    asks: 'What does the listing of an unknown node return?',
    clauses: ['node-products/node-unknown'],
    options: ['rejected', 'empty'],
    words: { empty: 'an empty listing' },
  },
  'flag-place': {
    asks: 'Which part of a product contains `curated_product`?',
    clauses: ['node-products/curated-flag-place'],
    options: ['attributes', 'product', 'meta'],
    words: { product: 'at the top level of the product' },
  },
  'product-members': {
    asks: 'Which fields does a listed product have?',
    clauses: ['node-products/optional-shown'],
    options: ['full', 'sparse', 'bare'],
    words: {
      full: 'all that the specification contains',
      sparse: 'only id, type, name, slug, status, kind and components',
      bare: 'only id and type',
    },
  },
  'product-names': {
    asks: 'What do the names of products contain?',
    clauses: [],
    options: ['catalog', 'spaced', 'padded'],
    words: {
      catalog: 'what the catalog contains',
      spaced: 'a space in each name',
      padded: 'a space at the end of some names',
    },
    seen: 'no, because it depends on the products and not on the server',
  },
  'shown-text': {
    asks: 'Which characters does text of the greatest length contain?',
    clauses: [],
    options: ['narrow', 'wide'],
    words: { narrow: 'ASCII characters', wide: 'characters above U+FFFF, such as emoji' },
    seen: 'no, because it depends on the products and not on the server',
  },
  'bundle-components': {
    asks: 'Which products do bundles contain?',
    clauses: [],
    options: ['catalog', 'drafts'],
    words: { catalog: 'those that the catalog names', drafts: 'products that are not live' },
    seen: 'no, because it depends on the products and not on the server',
  },
  'sku-owners': {
    asks: 'May products of two owners have the same sku?',
    clauses: [],
    options: ['own', 'shared'],
    seen: 'no, because it depends on the products and not on the server',
  },
  // listings: filters
  'filtered-total': {
    asks: 'What does `meta.results.total` of a filtered listing count?',
    clauses: ['node-products/filtered-total'],
    options: ['matching', 'whole'],
    words: { matching: 'the matching products', whole: 'all products of the node' },
  },
  'filter-quotes': {
    asks: 'What do quotes around a value in a filter mean?',
    clauses: ['node-products/filter-quoting'],
    options: ['literal', 'stripped'],
    words: { literal: 'they are a part of the value', stripped: 'double quotes are removed' },
  },
  'filter-escape': {
    asks: 'How is a comma, a parenthesis or a quote written in a filter?',
    clauses: ['node-products/filter-escapes'],
    options: ['none', 'backslash'],
    words: { none: 'it cannot be', backslash: 'with a backslash' },
  },
  'filter-joined': {
    asks: 'Can two conditions be joined by a colon?',
    clauses: ['node-products/filter-joined'],
    options: ['rejected', 'and'],
    words: { and: 'both must match' },
  },
  'filter-unknown-attribute': {
    asks: 'What does a filter by an attribute that its operator does not support return?',
    clauses: ['node-products/filter-unknown-attribute'],
    options: ['rejected', 'nothing'],
    words: { nothing: 'an empty listing' },
  },
  'filter-whitespace': {
    asks: 'What happens to white space around the parts of a filter?',
    clauses: [],
    options: ['rejected', 'trimmed'],
    seen: 'no, because only rules send such filters, and they expect no particular response',
  },
  'filter-values': {
    asks: 'How many values may a filter contain?',
    clauses: [],
    options: ['several', 'one'],
    seen: 'no, because node-products/filter-in-list checks lists',
  },
  'filter-fragments': {
    asks: 'May a filter contain text that resembles SQL?',
    clauses: [],
    options: ['read', 'forbidden'],
    seen: 'no, because only rules send such filters, and they check only that nothing crashes',
  },
  'filtered-uncurated-order': {
    asks: 'In which order does a filter with several ids return uncurated products?',
    clauses: [],
    options: ['listed', 'asked'],
    words: { listed: 'the order of the listing', asked: 'the order of the ids in the filter' },
    seen: 'no, because rules check which products are returned and not in which order',
  },
  'filter-empty': {
    asks: 'What does an empty `filter` mean?',
    clauses: [],
    options: ['rejected', 'absent'],
    words: { absent: 'no filter' },
    seen: 'no, because only rules send such filters, and they expect no particular response',
  },
  'filter-letter-case': {
    asks: 'Does a filter that compares, or looks for a part of text, distinguish upper case from lower case?',
    clauses: [],
    options: ['distinguished', 'ignored'],
    seen: 'no, because both are permitted',
  },
  'filter-ne-absent': {
    asks: 'Does a filter for all values but one find records without a value?',
    clauses: [],
    options: ['no', 'yes'],
    seen: 'no, because both are permitted',
  },
  // listings: sorts
  'sort-absent': {
    asks: 'Where in a sorted listing are records without the value?',
    clauses: [],
    options: ['last', 'first', 'lowest', 'highest'],
    words: {
      last: 'last in both directions',
      first: 'first in both directions',
      lowest: 'before the lowest value',
      highest: 'after the highest value',
    },
    seen: 'no, because each is permitted',
  },
  'sort-letter-case': {
    asks: 'Does a sort distinguish upper case from lower case?',
    clauses: [],
    options: ['distinguished', 'ignored'],
    seen: 'no, because both are permitted',
  },
  'sort-ties': {
    asks: 'In which order does a descending sort list records with equal values?',
    clauses: [],
    options: ['listed', 'reversed'],
    words: { listed: 'as without a sort', reversed: 'the reverse of the ascending sort' },
    seen: 'no, because both are permitted',
  },
  // requests and responses at large
  authentication: {
    asks: 'Do subscription requests and listings need a token?',
    clauses: ['subscription/authentication', 'node-products/authentication'],
    options: ['open', 'required'],
    seen: 'no, because assay always sends a token that it has',
  },
  'unknown-parameters': {
    asks: 'What happens to an unknown query parameter?',
    clauses: ['node-products/unknown-parameters'],
    options: ['ignored', 'rejected'],
  },
  'duplicate-parameters': {
    asks: 'Which value counts if `page[limit]` is sent twice?',
    clauses: ['node-products/repeated-parameters'],
    options: ['rejected', 'first', 'last'],
    words: { rejected: 'neither, because the request is rejected' },
  },
  'raw-brackets': {
    asks: 'May the brackets in `page[limit]` be sent without percent-encoding?',
    clauses: ['node-products/raw-brackets'],
    options: ['same', 'rejected', 'ignored'],
    words: { same: 'they mean the same', ignored: 'the parameter has no effect' },
  },
  'trailing-slash': {
    asks: 'What does a slash after the path of the listing return?',
    clauses: ['node-products/trailing-slash'],
    options: ['rejected', 'served'],
    words: { served: 'the listing' },
  },
  'extra-members': {
    asks: 'Do products, or their `links`, have fields that the specification does not contain?',
    clauses: ['node-products/optional-shown', 'node-products/links-others'],
    options: ['none', 'some'],
  },
  timestamps: {
    asks: 'What form do timestamps have?',
    clauses: ['application-key/timestamp-form', 'subscription/timestamp-form'],
    options: ['milliseconds', 'offset', 'nanoseconds', 'seconds', 'microseconds'],
    words: {
      milliseconds: 'in UTC',
      offset: 'in another offset from UTC',
      nanoseconds: 'in UTC',
      seconds: 'in UTC',
      microseconds: 'in UTC',
    },
  },
  'long-addresses': {
    asks: 'May a URL be longer than 2048 characters?',
    clauses: [],
    options: ['served', 'rejected'],
    seen: 'no, because something in front of a server may reject it',
  },
  'json-type': {
    asks: 'Which Content-Type does a JSON response have?',
    clauses: [],
    options: ['json', 'charset', 'vendor'],
    words: {
      json: 'application/json',
      charset: 'application/json with a charset',
      vendor: 'application/vnd.api+json',
    },
    seen: 'no, because each of them is read as JSON',
  },
  'uuid-case': {
    asks: 'Are the letters of ids capital or small?',
    clauses: [],
    options: ['lower', 'upper'],
    seen: 'no, because both are read as the same id',
  },
} as const;
