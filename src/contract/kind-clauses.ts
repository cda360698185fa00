import { isDeepStrictEqual } from 'node:util';
import { at } from '../json/json.ts';
import { propertiesOf, schemaAt } from '../json/schema-at.ts';
import { fillIn } from '../words.ts';
import { collectionFields, isLinkedBy } from './collection-fields.ts';
import { isConditional, isReadConditionally } from './conditions.ts';
import { type Clause, type Contract, focusOf, type Level } from './contract.ts';
import { hasOffset, hasSize, mayBeAbsent, sortsAbsent } from './kind-choices.ts';
import { countedWords, type ListStructure, listsAllAtOnce, type Relation, textParameters } from './list.ts';
import {
  distinguishesCase,
  type FilterForm,
  hasDefaultFilter,
  isAnyText,
  isByPart,
  isFamily,
  lowerBounds,
  type Meaning,
} from './list-filters.ts';
import {
  everyOperation,
  type Operation,
  type OperationId,
  type OperationKind,
  type WithOperations,
} from './operations.ts';
import { nonNullOptions } from './optional-fields.ts';
import {
  distinctFields,
  listedFields,
  nullableFields,
  recordSchemaOf,
  requestFields,
  requiredFields,
  serverFields,
} from './record.ts';
import { refusedSchemes } from './refused-schemes.ts';
import { rejectsItself } from './rejections.ts';
import {
  creatorAbove,
  creatorAboveRead,
  creatorOf,
  deleterOf,
  isStatedOf,
  linkedListing,
  listingAbove,
  listingOf,
  readerOf,
} from './related-operations.ts';
import { statesHeaders } from './response-headers.ts';
import { needsCredentials, otherScheme } from './security.ts';
import { describedRejections } from './statuses.ts';
import { hasPlaceholder } from './templates.ts';
import { timesOfChange } from './times-of-change.ts';

type Stating = WithOperations & Pick<Contract, 'document' | 'constraints'>;

/** A level, or how it follows from the operation. */
type LevelOf = Level | ((operation: Operation, contract: WithOperations) => Level);

type IsMeant = (operation: Operation, contract: Stating) => boolean;

type StatedClause<Name extends string> = readonly [
  name: Name,
  level: LevelOf,
  text: string,
  isMeant?: IsMeant,
];

/** Clauses whose names are known to the types. */
const stating = <Name extends string>(
  ...clauses: readonly StatedClause<Name>[]
): readonly StatedClause<Name>[] => clauses;

/** Clauses that are meant only where something else is so, too. */
const where = <Name extends string>(
  isSo: IsMeant,
  ...clauses: readonly StatedClause<Name>[]
): readonly StatedClause<Name>[] =>
  clauses.map(([name, level, text, isMeant = () => true]) => [
    name,
    level,
    text,
    (...of) => isSo(...of) && isMeant(...of),
  ]);

/** Whether something is so of how an operation lists. */
const ofList =
  (isSo: (list: ListStructure) => boolean): IsMeant =>
  ({ list }) =>
    list !== undefined && isSo(list);

/** Whether it is stated of how an operation lists. */
const has = (part: keyof ListStructure): IsMeant => ofList((list) => list[part] !== undefined);

const isPaged = ofList((list) => !listsAllAtOnce(list));
const hasPlaces = ofList(({ names }) => names.offset !== '');
const hasParts = ofList(
  (list) => list.names.offset !== '' || list.filter !== undefined || textParameters(list).length > 0,
);
const hasEnd = ofList(({ names, outputToken }) => names.offset !== '' && outputToken === undefined);
const hasParameters: IsMeant = ({ parameters }) => parameters.length > 0;
const hasFullPages = ofList(({ fullPages }) => fullPages);
const hasTotalHeader = ofList(({ total }) => total?.at.of === 'header');
const isCounted = ofList(({ total }) => (total?.counts ?? 'estimated') !== 'estimated');
const hasBounds = ofList(({ bounds }) => bounds.maxItems < Number.MAX_SAFE_INTEGER);
/** Without a stated order, the rows of a database may come in another order each time (READINGS L3). */
const ifOrdered = ({ list }: Operation): Level => (list?.outputToken || isTotal(list) ? 'must' : 'should');

/** Some servers leave out the total of a long listing, unless the header is required. */
const ifRequired = ({ list }: Operation): Level => (list?.total?.isRequiredHeader ? 'must' : 'should');

const hasLink = (name: Relation): IsMeant =>
  ofList(({ links }) => links !== undefined && ('header' in links || links.places[name] !== undefined));

/** A field called as a parameter of the path has the id of what the record belongs to. */
const hasId = ({ response, record, idPlace, pathParameters }: Operation): boolean =>
  schemaAt(schemaAt(response, record), idPlace) !== undefined &&
  !pathParameters.includes(String(idPlace.at(-1)));

/** Whether two conditions can be joined: by a text between them, or in parameters of their own. */
const canJoin = (filter: FilterForm): boolean =>
  new Set(filter.fields.map(({ attribute }) => attribute)).size > 1 &&
  (filter.and !== undefined || filter.parameter === undefined);

/** Whether something is so of how an operation filters. */
const ofFilter = (isSo: (filter: FilterForm) => boolean): IsMeant =>
  ofList(({ filter }) => filter !== undefined && isSo(filter));

/** Whether a stated order ends in what identifies a record, so that no two are equal (READINGS L3). */
const isTotal = (list: Operation['list']): boolean => {
  const last = list?.order?.at(-1)?.place.join('/');
  return list?.identifier.some((place) => place.join('/') === last) === true;
};

/** Frameworks read a body that is not JSON as one without fields. */
const needsFields = (operation: Operation): Level =>
  requiredFields(operation).length > 0 ? 'must' : 'should';

/** That two paths are about the same records is certain only by a Link, or if one is below the other (READINGS O9, V1). */
const ifStated = (operation: Operation, contract: WithOperations): Level => {
  const creator = creatorOf(contract, operation.id);
  return creator && isStatedOf(operation, creator) ? 'must' : 'should';
};

/** Beside a status with the record, 204 may say that there is none to change, as Directus does. */
const ifRecordIsReturned = (operation: Operation, contract: WithOperations): Level =>
  hasBody(operation) && operation.mayBeEmpty ? 'should' : ifStated(operation, contract);

/** Where created records are listed is certain only by a Link: a listing may have filters of its own (READINGS V2). */
const ifLinked = (creation: Operation, contract: WithOperations): Level =>
  linkedListing(contract, creation) ? 'must' : 'should';

/** That a field names the collection is certain only by a Link: else it is called as a parameter by chance (READINGS O9). */
const ifCollectionIsLinked = (operation: Operation, contract: WithOperations): Level =>
  collectionFields(operation).some((field) => isLinkedBy(contract, operation.id, field)) ? 'must' : 'should';

const isListed = (creation: Operation, contract: WithOperations): boolean =>
  listingOf(contract, creation) !== undefined;

/** Whether a creation and the listing of what it creates are below a record that another one creates. */
const isListedBelow = (creation: Operation, contract: WithOperations): boolean =>
  listingOf(contract, creation)?.path === creation.path && creatorAbove(contract, creation) !== undefined;

/** A record that names the one that it is below belongs to no other, unless something of it says that it is shared. */
const ifOwned = (creation: Operation, contract: WithOperations): Level => {
  const listing = listingOf(contract, creation);
  const said = JSON.stringify([creation.request, listing && recordSchemaOf(listing)]);
  const isShared = /shar|public|global|visib|scope|common|inherit|private|everyone|template/i.test(said);
  return listing && collectionFields(listing).length > 0 && !isShared ? 'must' : 'should';
};

const isCountedIn = (creation: Operation, contract: WithOperations): boolean =>
  (listingOf(contract, creation)?.list?.total?.counts ?? 'estimated') !== 'estimated';

const isFilterable = (creation: Operation, contract: WithOperations): boolean =>
  listingOf(contract, creation)?.list?.filter?.fields.some(({ means }) => means === 'eq') === true;

const isTotalled = (creation: Operation, contract: WithOperations): boolean =>
  listingOf(contract, creation)?.list?.total?.counts === 'matching';

/** What is said of a creation, for an operation on what it creates. */
const ofCreation =
  (isMeant: (creation: Operation, contract: WithOperations) => boolean) =>
  (operation: Operation, contract: WithOperations): boolean => {
    const creation = creatorOf(contract, operation.id);
    return creation !== undefined && isMeant(creation, contract);
  };

const isListedOnPages = (creation: Operation, contract: WithOperations): boolean =>
  (listingOf(contract, creation)?.list?.names.limit ?? '') !== '';

/** Pages that begin at a number may part equal values in another order each time (READINGS L3); a token leads to what follows. */
const ifTokens = (creation: Operation, contract: WithOperations): Level =>
  listingOf(contract, creation)?.list?.outputToken ? 'must' : 'should';

/** Whether requests have a field of few values, which a listing shows, too. */
const isListedByValue = (creation: Operation, contract: WithOperations): boolean =>
  isListed(creation, contract) && listedFields(creation).length > 0;

const isListedInOrder = (creation: Operation, contract: WithOperations): boolean =>
  listingOf(contract, creation)?.list?.sort !== undefined;

/** Whether the records that it reads are created by another: what such a record is like can be known. */
const isOfCreation = ofCreation(() => true);
const isReadAndListed = ofCreation(isListed);
const isSorted = ofCreation(isListedInOrder);
const isFoundByFilter = ofCreation(isFilterable);
const isDeletionTotalled = ofCreation(isTotalled);
const isDeleted = ofCreation((creation, contract) => deleterOf(contract, creation) !== undefined);

/** Whether a request may contain null for a field that others leave out. */
const mayClear = (operation: Operation, contract: WithOperations): boolean =>
  isRead(operation, contract) && nullableFields(operation, readerOf(contract, operation.id)).length > 0;

const isRead = ({ id }: Operation, contract: WithOperations): boolean => readerOf(contract, id) !== undefined;

/** Whether a field is text that only a greatest length bounds. */
const isBoundedText = (schema: unknown): boolean =>
  at(schema, 'maxLength') !== undefined &&
  isAnyText(schema) &&
  ['pattern', 'format'].every((keyword) => at(schema, keyword) === undefined);

const hasBody = ({ response }: Operation): boolean => Object.keys(response).length > 0;

const accepted = stating(['accepted', 'must', 'A request whose values are valid is accepted.']);

const status = stating(['status', 'should', 'An accepted request returns a status that the contract names.']);

/** What else is true of every request that contains the fields of a record. */
const ofRequests = stating(
  ['request-body-json', (one) => needsFields(one), 'A body that is not JSON is rejected.'],
  ['request-null-required', 'should', 'Null for a required field is rejected.'],
  ['request-charset', 'should', 'The charset parameter of the media type is accepted.'],
  [
    'request-letters-counted',
    'should',
    'Letters beyond ASCII count as one character each.',
    (operation) => Object.values(requestFields(operation)).some(isBoundedText),
  ],
  // JSON Schema expects that such a value is ignored or rejected (Validation, 9.4).
  [
    'read-only-ignored',
    'should',
    'A value that is sent for a `readOnly` field is not stored.',
    (operation, contract) => {
      const own = operation.kind === 'create' ? operation : undefined;
      const shown = readerOf(contract, operation.id) ?? own;
      return serverFields(operation).some((name) => shown && name in propertiesOf(recordSchemaOf(shown)));
    },
  ],
  ['bad-input-not-crash', 'should', 'An invalid request gets no 5xx status.'],
  ['beyond-bmp-not-crash', 'should', 'Characters above U+FFFF cause no 5xx status.'],
);

/** What is true of the body of a response. */
const ofBodies = stating(
  ['response-json', 'must', 'The body of a response is JSON.'],
  ['content-type', 'should', 'A response says that it is JSON.'],
  ['no-byte-order-mark', 'should', 'The body has no byte order mark.'],
  [
    'optional-not-null',
    'should',
    'An optional field without a value is absent, not null, unless it may be null.',
    (operation, contract) => nonNullOptions(contract, operation).length > 0,
  ],
);

/** The same, if the contract gives it one. */
const ofResponses = where(hasBody, ...ofBodies);

/** What is true of every change and deletion of a record that reading shows an ETag of. */
const ofConditions = stating(
  ['if-match-current', 'must', 'A request with the current ETag in If-Match is accepted.', isConditional],
  ['if-match-stale', 'must', 'A request with another ETag in If-Match is rejected.', isConditional],
  ['if-match-status', 'should', 'A request with another ETag in If-Match gets 412.', isConditional],
);

const ofChanges = stating(
  ...accepted,
  ...status,
  ...ofRequests,
  ...ofResponses,
  // From one state, a record may not get into each other.
  [
    'each-value',
    'should',
    'A change to each value that a field has is accepted.',
    (operation) => listedFields(operation).length > 0,
  ],
  ['shown', ifStated, 'A changed record is returned with what was sent.', isRead],
  // Times may change only with some fields.
  [
    'time-of-change',
    'should',
    'A change moves the time of the last change.',
    (operation, contract) => timesOfChange(contract, operation).length > 0,
  ],
  ['listed-as-changed', ifStated, 'A listing shows a changed record as it is.', isReadAndListed],
  ['creates-none', ifStated, 'A change creates no other record.', isReadAndListed],
  ['others-stay', ifStated, 'A change leaves other records.', isRead],
  ['found', ifStated, 'A filter for what a changed record shows finds it.', isFoundByFilter],
  ['sorted-as-changed', ifStated, 'A sort places a changed record by what it shows.', isSorted],
  [
    'not-after-deletion',
    ifRecordIsReturned,
    'A change of a deleted record is rejected, or creates it.',
    isDeleted,
  ],
  ['rejected-changes-nothing', ifStated, 'A rejected request leaves the record as it was.', isRead],
  ...ofConditions,
  ['etag-changes', ifStated, 'A changed record has another ETag.', isConditional],
);

const isReading = ({ kind }: Operation): boolean => ['list', 'read', 'get'].includes(kind);

/** Whether another operation reads, too, and needs the same credentials. */
const hasReadingLike = ({ id, security }: Operation, contract: WithOperations): boolean =>
  everyOperation(contract).some(
    (one) => one.id !== id && isReading(one) && isDeepStrictEqual(one.security, security),
  );

/** What is true of every operation that needs a credential. */
const ofSecured = stating(
  ['authorization', 'must', 'A request without credentials is not accepted.', needsCredentials],
  [
    'other-scheme-rejected',
    'must',
    'A request with a credential of another scheme is not accepted.',
    (operation) => needsCredentials(operation) && otherScheme(operation) !== undefined,
  ],
  [
    'other-credential-rejected',
    'should',
    'A request with no credential but one of another scheme of the contract is not accepted.',
    (operation, contract) => refusedSchemes(contract, operation).length > 0,
  ],
  [
    'invented-rejected',
    'should',
    'An invented credential that other operations reject is rejected here, too.',
    (operation, contract) =>
      isReading(operation) && needsCredentials(operation) && hasReadingLike(operation, contract),
  ],
);

/** What is true of every response that a contract gives headers. */
const ofHeaders = stating([
  'headers',
  'must',
  'A response has the headers that the contract requires, with values that it permits.',
  (operation, contract) => statesHeaders(contract, operation),
]);

/** What is true of every rejection whose body a contract describes. */
const ofRejections = stating(
  [
    'rejection-body',
    'must',
    'The body of a rejection is as the contract describes it.',
    (operation, contract) =>
      describedRejections(contract, operation).some((name) => rejectsItself(contract, operation, name)),
  ],
  // A router or a gateway may have bodies of its own.
  [
    'rejection-body-elsewhere',
    'should',
    'The body of a rejection by a framework or a gateway is as the contract describes it, too.',
    (operation, contract) => describedRejections(contract, operation).length > 0,
  ],
  [
    'rejection-type',
    'should',
    'A rejection with JSON has a Content-Type that the contract lists.',
    (operation, contract) => describedRejections(contract, operation).length > 0,
  ],
);

const ofAll = [...ofSecured, ...ofHeaders, ...ofRejections];

/** What is true of every operation of a kind, unless its contract says otherwise: a clause for each rule of the kind. */
const ofKinds = {
  create: stating(
    ...accepted,
    ...ofRequests,
    ['created', 'should', 'A request that is accepted returns the status that the contract names.'],
    ...ofBodies,
    [
      'unknown-parent',
      'should',
      'A creation below a record that is not there is rejected.',
      (operation, contract) => creatorAbove(contract, operation) !== undefined,
    ],
    ['id-distinct', 'must', 'Each created {record} has an id of its own.', hasId],
    [
      'taken-not-crash',
      'should',
      'A request with a value that another record has alone gets no 5xx status.',
      (operation) => distinctFields(operation).length > 0,
    ],
    ['listed', ifLinked, 'What was created is listed.', isListed],
    // A listing may leave out drafts, for example.
    [
      'listed-each-value',
      'should',
      'What was created is listed, whichever values its fields have.',
      isListedByValue,
    ],
    [
      'listed-on-pages',
      ifTokens,
      'What was created is listed once, however few records a page has.',
      isListedOnPages,
    ],
    ['sorted-as-created', ifLinked, 'A sort places created records by what they show.', isListedInOrder],
    ['found', 'must', 'A filter for what a listed record shows finds it.', isFilterable],
    ['counted', 'should', 'What was created is counted in the total.', isCountedIn],
    ['total-kept', 'must', 'After a creation, the total is the number of {records}.', isTotalled],
    ['location', 'should', 'The address in Location is that of the record.', isRead],
    ['rejected-not-stored', 'must', 'A rejected request creates nothing.', isListed],
    // A parent may also list what is shared.
    ['not-listed-elsewhere', ifOwned, 'What was created is not listed below another record.', isListedBelow],
  ),
  replace: stating(...ofChanges, [
    'repeatable',
    ifStated,
    'Replacing a record twice with the same is like replacing it once.',
    isRead,
  ]),
  update: stating(
    ...ofChanges,
    ['null-clears', ifStated, 'Null for a field that may be null clears it.', mayClear],
    ['keeps-others', ifStated, 'An update leaves the fields that it does not contain.', isRead],
  ),
  delete: stating(
    ['accepted', 'must', 'A request to delete a record that exists is accepted.'],
    ...status,
    ...ofResponses,
    ['gone', ifStated, 'A deleted record is not returned any more.', isRead],
    ['not-listed', ifStated, 'A deleted record is not listed any more.', isReadAndListed],
    ['others-stay', ifStated, 'A deletion leaves other records.', isRead],
    ['total-kept', 'must', 'After a deletion, the total is the number of {records}.', isDeletionTotalled],
    [
      'again-not-crash',
      'should',
      'Deleting a record again, or reading it then, causes no 5xx status.',
      isRead,
    ],
    ...ofConditions,
    ['rejected-changes-nothing', ifStated, 'A rejected request leaves the record as it was.', isConditional],
  ),
  list: stating(
    ['served', 'must', 'Every page of a listing is served.'],
    ['parameters-optional', 'must', 'The parameters of pages may be left out.', isPaged],
    [
      'valid-not-crash',
      'must',
      'A page past the end, of a filter, or for any text, gets no 5xx status.',
      hasParts,
    ],
    ['bad-input-not-crash', 'should', 'Invalid parameters cause no 5xx status.', hasParameters],
    ...ofBodies,
    ...where(
      has('outputToken'),
      ['token-ends', 'must', 'Reading from token to token reaches an end.'],
      ['token-on-every-page', 'must', 'Every page but the last returns the token of the next.'],
      ['token-invented', 'should', 'A token that no response returned is rejected.'],
      ['token-invented-not-crash', 'should', 'A token that no response returned causes no 5xx status.'],
    ),
    ...where(
      hasSize,
      ['page-limit', 'must', 'A page contains at most as many {records} as the limit says.'],
      [
        'page-limit-exact',
        'must',
        'A page contains as many {records} as the limit says, or all that remain.',
        hasFullPages,
      ],
    ),
    ['page-limit-maximum', 'must', 'No page contains more than the greatest page size.', hasBounds],
    [
      'page-limit-left-out',
      'should',
      'Without a limit, a page has the size that the contract states by default.',
      ofList(({ usual, fullPages }) => usual !== undefined && fullPages),
    ],
    ...where(
      hasSize,
      ['page-limit-not-kept', 'should', 'Without parameters, a listing has the same size each time.'],
      ['page-offset-alone', 'must', 'An offset without a limit skips that many {records}.', hasOffset],
    ),
    ['page-offset-default', 'should', 'Without an offset, a page begins with the first {record}.', hasOffset],
    ['page-offset-past-end', 'must', 'Beyond the end there are no {records}.', hasEnd],
    ['page-offset-past-end-served', 'should', 'A page beyond the end is served.', hasOffset],
    ['offset-tail', ifOrdered, 'An offset skips the first {records}.', hasOffset],
    ['pages-join', ifOrdered, 'Pages have each {record} once.', hasPlaces],
    ['order-stable', 'should', 'The order of {records} stays the same.'],
    ['has-more', 'must', 'A page says that more {records} follow exactly if they do.', has('hasMore')],
    [
      'total-pages',
      'must',
      'The number of pages is that of the {records}, divided by the page size.',
      has('totalPages'),
    ],
    ['total-shown', ifRequired, 'Every page has the total in its header, as an integer.', hasTotalHeader],
    ['total-constant', 'must', 'The total is the same on every page.', isCounted],
    ['total-count', 'must', 'The total is the number of {records} in the whole listing.', isCounted],
    ...where(has('filter'), ['total-filter', 'must', 'The total with a filter counts {counted}.', isCounted]),
    [
      'of-collection',
      ifCollectionIsLinked,
      'A {record} has the values by which its collection is named.',
      (operation) => collectionFields(operation).length > 0,
    ],
    ['holds', 'must', 'What the target file says a collection holds is exactly what it lists.'],
    ['hidden-never-shown', 'must', 'What the target file says is hidden is never listed.'],
    ['links-self', 'must', 'The link of a page to itself leads there.', hasLink('self')],
    ['links-first', 'must', 'The link to the first page leads there.', hasLink('first')],
    ['links-last', 'must', 'The link to the last page leads there.', hasLink('last')],
    ['links-prev', 'must', 'The link to the previous page leads there.', hasLink('prev')],
    ['links-prev-null', 'must', 'The first page has no previous page.', hasLink('prev')],
    ['links-next', 'must', 'The link to the next page leads there.', hasLink('next')],
    ['links-next-end', 'must', 'The last page has no next page.', hasLink('next')],
    ...where(
      has('links'),
      ['links-keep', 'must', 'Links between pages keep the page size, the filter and other parameters.'],
      ['links-served', 'must', 'What a link leads to is served.'],
      ['links-host', 'should', 'Links have the scheme and host of the server.'],
    ),
    ...where(
      has('filter'),
      ['filter-served', 'must', 'A filter for a plain value is served.'],
      ['filter-none-matches', 'must', 'A filter for a value that no {record} has returns no {records}.'],
      ['filter-none-rejected', 'should', 'A filter for a value that no {record} has is not rejected.'],
      ['filter-pages', ifOrdered, 'Pages are cut from a filtered listing.', hasPlaces],
      ['filter-pages-exact', 'must', 'A page with a filter contains as many matches as fit.', hasFullPages],
      ['filter-default', 'must', 'A filter that is left out has its default.', hasDefaultFilter],
      [
        'filter-case',
        'should',
        'A filter distinguishes upper case from lower case.',
        ofFilter(({ fields }) => fields.some(distinguishesCase)),
      ],
      [
        'filter-wildcard',
        'should',
        'In a filter by a part of a text, `%` is an ordinary character.',
        ofFilter(({ fields }) => fields.some(isByPart)),
      ],
      [
        'filter-bound-absent',
        'should',
        'A filter for greater values returns no {record} without a value.',
        (operation) => lowerBounds(operation).some(({ place }) => mayBeAbsent(operation, place)),
      ],
      ['filter-both', 'must', 'Of two conditions both hold.', ofFilter(canJoin)],
      ['filter-either', 'must', 'Of two conditions one holds.', ofFilter((one) => one.or !== undefined)],
      [
        'filter-unknown-operator',
        'should',
        'A filter with an unknown operator is not ignored.',
        ofFilter(({ template }) => hasPlaceholder(template, 'operator')),
      ],
      [
        'filter-attribute-ignored',
        'should',
        'A filter by an unknown attribute is not ignored.',
        ofFilter(({ template }) => isFamily(template)),
      ],
    ),
    ['order-stated', 'must', 'The {records} are in the stated order.', has('order')],
    ...where(
      has('sort'),
      ['sort-served', 'must', 'A sort by each sortable attribute is accepted.'],
      ['sort-absent', 'must', 'Sorted {records} without the value are at one end.', sortsAbsent],
      [
        'sort-descending',
        'must',
        'A descending sort has the values of the ascending one reversed.',
        ofList(({ sort }) => sort?.desc !== undefined),
      ],
      ['sort-same-records', 'must', 'A sort lists the same {records} as no sort.'],
      ['sort-ties', 'should', 'Sorted {records} with equal values keep their order over pages.'],
      ['sort-unknown', 'should', 'A sort by an attribute that is no sortable is rejected.'],
    ),
  ),
  get: ofBodies,
  read: stating(
    ['as-created', ifStated, 'What was created is returned as it was created.', isOfCreation],
    [
      'as-listed',
      'should',
      'A listed {record} is returned as it is listed.',
      (...of) => !isOfCreation(...of) && listingAbove(of[1], of[0]) !== undefined,
    ],
    ...where(
      isOfCreation,
      ['unknown-id', 'must', 'An unknown id is rejected.'],
      ['id-form', 'should', 'An id of another form is rejected.'],
      ['unknown-id-not-crash', 'should', 'An id that no {record} has causes no 5xx status.'],
      [
        'other-parent',
        'should',
        'A {record} is not returned below another record than that below which it was created.',
        (operation, contract) => creatorAboveRead(contract, operation) !== undefined,
      ],
      ['same-again', 'should', 'Reading a record twice returns the same.'],
      [
        'if-none-match-current',
        'should',
        'A reading with the current ETag in If-None-Match gets 304.',
        isReadConditionally,
      ],
      [
        'if-none-match-other',
        'must',
        'A reading with another ETag in If-None-Match returns the record.',
        isReadConditionally,
      ],
    ),
    ...ofBodies,
  ),
} satisfies Readonly<Record<Exclude<OperationKind, 'other'>, unknown>>;

/** Clauses that no kind states, but a contract itself: one that does has the rule that checks it. */
export const writtenClauseNames = [
  'fields-in-place', 'request-body-required', 'request-size',
  'filter-accents', 'filter-encodable-served', 'filter-encoded', 'filter-in-list', 'filter-in-list-complete',
  'filter-inner-space', 'filter-no-crash', 'filter-short-value', 'filter-unparsable',
  'links-current-and-first', 'links-last-null', 'links-next-null', 'links-on-all',
  'own-records-only', 'page-limit-bound', 'page-limit-integer', 'page-offset-bound', 'page-offset-integer',
  'path-uuid', 'path-uuid-capitals',
] as const; // biome-ignore format: one glance

/** The name of a clause that a rule of a kind checks. Other rules check the clauses from which they are made. */
export type ClauseName =
  | (typeof ofKinds)[keyof typeof ofKinds][number][0]
  | (typeof ofAll)[number][0]
  | (typeof writtenClauseNames)[number]
  | `filter-${Meaning}-${string}-${'only' | 'all'}`;

/** The id of a clause of an operation. */
export const clauseId = (operation: OperationId, name: ClauseName): string => `${operation}/${name}`;

/** The id of a clause of the operation in focus. */
export const clauseInFocus = (contract: Contract, name: ClauseName): string =>
  clauseId(focusOf(contract).id, name);

/** What a contract says of the place and the level of a clause about an operation. */
export type Placing = {
  readonly at: string;
  /** The level that `x-level` states, if it does. */
  readonly level: (name: string) => Level | undefined;
};

/** The clauses of some operations of a contract. */
export const kindClauses = (
  some: WithOperations,
  contract: Stating,
  placingOf: (operation: Operation) => Placing,
): Clause[] =>
  everyOperation(some).flatMap((operation) => {
    const placing = placingOf(operation);
    const { list } = operation;
    const words = new Map([
      ...Object.entries(operation.nouns),
      ...(list ? [['counted', countedWords(list)] as const] : []),
    ]);
    const { kind } = operation;
    const stated: readonly StatedClause<string>[] = kind === 'other' ? [] : [...ofKinds[kind], ...ofAll];
    return stated
      .filter(([, , , isMeant = () => true]) => isMeant(operation, contract))
      .map(([name, level, text]) => {
        const usual = typeof level === 'function' ? level(operation, contract) : level;
        return {
          id: `${operation.id}/${name}`,
          at: [placing.at],
          level: placing.level(name) ?? (operation.isProposed && !ofAnyGet.has(name) ? 'should' : usual),
          text: fillIn(text, (name) => words.get(name)),
          derived: true as const,
        };
      });
  });

/** What is true of a listing whether or not it is one. */
const ofAnyGet: ReadonlySet<string> = new Set([...ofKinds.get, ...ofAll].map(([name]) => name));
