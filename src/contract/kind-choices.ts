import { at, objectIn, type Path } from '../json/json.ts';
import { schemaAt, typesOf } from '../json/schema-at.ts';
import type { Choice, ChoiceOption, Contract } from './contract.ts';
import { type FilterField, grammarParameter, isAnyText } from './list-filters.ts';
import { collectionParameters, isWriting, type Operation } from './operations.ts';
import { idSchemaOf, recordSchemaOf, requestFields, requiredFields } from './record.ts';
import { listingAbove, listingOf } from './related-operations.ts';
import { needsCredentials } from './security.ts';
import { listedAmong, namedStatuses, nameOfStatus, rejectionBody, responseTypes } from './statuses.ts';

type OfOperation = (operation: Operation) => boolean;

type Open = (operation: Operation, contract: Contract) => boolean;

type Permits = (option: ChoiceOption, operation: Operation, contract: Contract) => boolean;

/** A choice of every operation of a kind that its contract leaves open. Words in braces are those of the operation. */
type KindChoice = Choice & {
  /** Whether a contract leaves it to a server what an operation does. */
  readonly isOpen: Open;
  /** Whether the contract permits an option; by default all of them. */
  readonly permits?: Permits;
};

const isListing: OfOperation = ({ list }) => list !== undefined;

const isCreation: OfOperation = ({ kind }) => kind === 'create';

const isDeletion: OfOperation = ({ kind }) => kind === 'delete';

const returnsBody: OfOperation = ({ response }) => Object.keys(response).length > 0;

const hasBearer: OfOperation = ({ security }) => security.flat().some(({ prefix }) => prefix === 'Bearer');

const isOpenObject = (schema: unknown): boolean => at(schema, 'additionalProperties') !== false;

const namesUnder = (schema: unknown, keyword: string): readonly string[] => {
  const found = at(schema, keyword);
  return Array.isArray(found) ? found.map(String) : Object.keys(objectIn(found));
};

const hasRequired: OfOperation = (operation) =>
  operation.kind === 'create' && requiredFields(operation).length > 0;

const textSchema = (operation: Operation): unknown => requestFields(operation)[freeTextOf(operation) ?? ''];

const mayBeEmpty = (operation: Operation): boolean =>
  freeTextOf(operation) !== undefined && !at(textSchema(operation), 'minLength');

const hasIdIn: OfOperation = (operation) => idSchemaOf(operation) !== undefined;

/** The first field of a request that takes any text, one that must be sent before others. */
export function freeTextOf(operation: Pick<Operation, 'request' | 'sentIn'>): string | undefined {
  const required = requiredFields(operation);
  const texts = Object.entries(requestFields(operation)).filter(
    ([, field]) =>
      String(typesOf(field).filter((type) => type !== 'null')) === 'string' &&
      ['format', 'enum', 'const', 'pattern'].every((one) => at(field, one) === undefined),
  );
  return (texts.find(([name]) => required.includes(name)) ?? texts[0])?.[0];
}

const isSent = (operation: Operation, name: string): boolean => {
  const field = requestFields(operation)[name];
  return field !== undefined && at(field, 'readOnly') !== true;
};

/** The places in a created record of timestamps that the server sets. */
export const timestampsOf = (operation: Operation): readonly Path[] =>
  namesUnder(recordSchemaOf(operation), 'properties').flatMap((name) => {
    const format = at(recordSchemaOf(operation), 'properties', name, 'format');
    return format === 'date-time' && !isSent(operation, name) ? [[name]] : [];
  });

/** Whether a path or a query may name something that does not exist, in a form that the schema allows. */
function mayNameNothing(operation: Operation): boolean {
  const name = collectionParameters(operation).at(-1);
  const schema = operation.parameters.find((one) => one.in !== 'header' && one.name === name)?.schema;
  return (
    name !== undefined &&
    ['enum', 'const', 'pattern', 'maxLength', 'maximum'].every(
      (keyword) => at(schema, keyword) === undefined,
    ) &&
    typesOf(schema).every((type) => type === 'string' || type === 'integer')
  );
}

/** Whether a parameter says how many records a page has. */
export const hasSize: OfOperation = ({ list }) => list !== undefined && list.names.limit !== '';

/** Whether a parameter says how many records come before a page. */
export const hasOffset: OfOperation = ({ list }) =>
  list !== undefined && list.names.offset !== '' && list.firstPage === undefined && !list.outputToken;

/** Whether a query of a listing can be invalid. */
const mayHaveInvalidQuery: OfOperation = (operation) =>
  isListing(operation) && operation.parameters.some((one) => one.in === 'query');

const hasBrackets: OfOperation = ({ list }) => /[[\]]/.test(`${list?.names.limit}${list?.names.offset}`);

/** Whether the schema of a parameter allows a whole number. */
function allowsNumber({ parameters }: Operation, name: string | undefined, number: number): boolean {
  const schema = parameters.find((one) => one.in === 'query' && one.name === name)?.schema;
  const [least, above] = [at(schema, 'minimum'), at(schema, 'exclusiveMinimum')];
  return (
    schema !== undefined &&
    (typeof least !== 'number' || least <= number) &&
    (typeof above !== 'number' || above < number)
  );
}

const showsLinks: OfOperation = ({ list }) => list?.links !== undefined;

/** Whether records have the links of their page: then it is open what the last page of several shows. */
const hasLinksOfRecords: OfOperation = ({ list }) =>
  list?.links !== undefined &&
  'places' in list.links &&
  Object.values(list.links.places).every(({ of }) => of === 'record');

/** Whether filters are written as `operator(attribute,value)` in one parameter. */
const hasOperatorGrammar: OfOperation = ({ list }) =>
  list?.filter !== undefined && grammarParameter(list.filter) !== undefined;

/** Whether it is open if a filter distinguishes letter case: where it does not look for equal text. */
const isOfLooseText = ({ means, schema }: FilterField): boolean =>
  !['eq', 'in', 'ne'].includes(means) && isAnyText(schema);

const sortablesOf = ({ list }: Operation) => [...(list?.sort?.sortables.values() ?? [])];

/** Whether a record may lack the value at a place, or have null there. */
export function mayBeAbsent(operation: Operation, place: Path): boolean {
  const record = recordSchemaOf(operation);
  return place.some((step, index) => {
    const above = schemaAt(record, place.slice(0, index));
    return (
      !namesUnder(above, 'required').includes(String(step)) ||
      typesOf(schemaAt(above, [step])).includes('null')
    );
  });
}

/** Whether a record may lack a value that it is sorted by. */
export const sortsAbsent = (operation: Operation): boolean =>
  sortablesOf(operation).some(({ place }) => mayBeAbsent(operation, place));

const isNamed: Permits = (status, operation, contract) => {
  const named = namedStatuses(contract, operation);
  const of = named.filter((one) => /^4\d\d$/.test(one) && !['401', '403', '404'].includes(one));
  return of.length === 0 || nameOfStatus(contract, operation, Number(status)) !== undefined;
};

/** A contract whose clauses are written, not derived, says in them what its OpenAPI file leaves out. */
const isStatedElsewhere = ({ hasDerivedClauses }: Contract): boolean => !hasDerivedClauses;

/** Whether a contract lists a status, or none of those between which a server chooses. */
const isListedAmong =
  (statuses: readonly number[]): Permits =>
  (status, operation, contract) =>
    isStatedElsewhere(contract) || listedAmong(contract, operation, statuses).includes(Number(status));

const isUnauthorised = isListedAmong([401, 403, 302]);

const isGone = isListedAmong([404, 410]);

export const vendorType = 'application/vnd.api+json';

const isVendorTypeListed: Permits = (type, operation, contract) =>
  type !== 'vendor' ||
  isStatedElsewhere(contract) ||
  responseTypes(contract, operation, operation.success).includes(vendorType);

/** Whether a contract leaves open what the response to an invalid request contains. */
const hasOpenRejections: Open = (operation, contract) =>
  [400, 422].every((status) => rejectionBody(contract, operation, status) === undefined);

const isNamedSuccess: Permits = (status, operation, contract) =>
  namedStatuses(contract, operation).some((one) => /^(2xx|default)$/i.test(one) || one === String(status));

const isUsualOrNamed: Permits = (status, operation, contract) =>
  status === 'usual' || isNamedSuccess(status, operation, contract);

const isHeld: Permits = (size, { list }) => Number(size) <= (list?.bounds.largest ?? 0);

/** What the schema of a token allows on the last page. */
const permitsToken: Permits = (option, { list, response }) => {
  const place = list?.outputToken;
  if (place?.of !== 'body') return option === 'absent';
  const schema = schemaAt(response, place.path);
  if (option === 'null') return typesOf(schema).includes('null');
  if (option === 'empty') return typesOf(schema).includes('string') && !at(schema, 'minLength');
  return !namesUnder(schemaAt(response, place.path.slice(0, -1)), 'required').includes(
    String(place.path.at(-1)),
  );
};

/** Numbers of pages have one form, raw brackets need brackets, and a cursor stands for offset and limit. */
const isFormOf: Permits = (form, operation) => {
  if (form === 'raw') return hasBrackets(operation);
  return form !== 'cursor' || hasOperatorGrammar(operation);
};

/**
 * What operations of a kind leave to a server: each choice by its id, with the operations to which it belongs. What only one
 * contract leaves open is in its choices.yaml.
 */
export const kindChoices = {
  // requests and responses at large
  authentication: {
    asks: 'Do requests need a token where the contract does not say so?',
    isOpen: (operation) => !needsCredentials(operation),
    options: ['open', 'required'],
    seen: 'no, because assay always sends a token that it has',
  },
  'scheme-case': {
    asks: 'May the Authorization scheme be written "bearer"?',
    // RFC 9110 (11.1) ignores letter case in schemes; nothing asks a server of another contract.
    isOpen: (operation, contract) => hasBearer(operation) && isStatedElsewhere(contract),
    options: ['accepted', 'rejected'],
    isOfForm: true,
  },
  tokens: {
    asks: 'Which bearer tokens let a request in?',
    isOpen: hasBearer,
    options: ['any', 'own'],
    words: { any: 'an invented token is accepted, too', own: 'an invented token is rejected' },
    varied: 'no, because the token is a setting of the tests',
  },
  'unauthorised-status': {
    asks: 'Which status does a request without a required token return?',
    isOpen: needsCredentials,
    permits: isUnauthorised,
    options: [401, 403, 302],
    seen: 'no, because rules send such requests but do not check the status',
  },
  'unknown-parameters': {
    asks: 'What happens to an unknown query parameter?',
    isOpen: isListing,
    options: ['ignored', 'rejected'],
    isOfForm: true,
  },
  'duplicate-parameters': {
    asks: 'Which value counts if `{limit}` is sent twice?',
    isOpen: hasSize,
    options: ['rejected', 'first', 'last'],
    words: { rejected: 'neither, because the request is rejected' },
    isOfForm: true,
  },
  'raw-brackets': {
    asks: 'May the brackets in `{limit}` be sent without percent-encoding?',
    isOpen: hasBrackets,
    options: ['same', 'rejected', 'ignored'],
    words: { same: 'they mean the same', ignored: 'the parameter has no effect' },
    isOfForm: true,
  },
  'trailing-slash': {
    asks: 'What does a slash after the path of the listing return?',
    isOpen: isListing,
    options: ['rejected', 'served'],
    words: { served: 'the listing' },
    isOfForm: true,
  },
  'long-addresses': {
    asks: 'May a URL be longer than 2048 characters?',
    isOpen: isListing,
    options: ['served', 'rejected'],
    seen: 'no, because something in front of a server may reject it',
  },
  'json-type': {
    asks: 'Which Content-Type does a JSON response have?',
    isOpen: returnsBody,
    permits: isVendorTypeListed,
    options: ['json', 'charset', 'vendor'],
    words: {
      json: 'application/json',
      charset: 'application/json with a charset',
      vendor: 'application/vnd.api+json',
    },
    seen: 'no, because each of them is read as JSON',
  },
  'created-ids': {
    asks: 'What are the ids of new records?',
    isOpen: (operation) => isCreation(operation) && hasIdIn(operation),
    options: ['usual', 'other'],
    words: {
      usual: 'UUIDs of version 4, small numbers, or words',
      other: 'UUIDs of version 7, descending numbers beyond 32 bits, or texts with other characters',
    },
    seen: 'no, because each is permitted',
  },
  'uuid-case': {
    asks: 'Are the letters of ids capital or small?',
    isOpen: (operation) => isCreation(operation) && at(idSchemaOf(operation), 'format') === 'uuid',
    options: ['lower', 'upper'],
    seen: 'no, because both are read as the same id',
  },
  'extra-fields': {
    asks: 'Do {records} have fields that the contract does not contain?',
    isOpen: (operation) => isListing(operation) && isOpenObject(recordSchemaOf(operation)),
    options: ['none', 'some'],
  },
  timestamps: {
    asks: 'What form do timestamps have?',
    isOpen: (operation) => isCreation(operation) && timestampsOf(operation).length > 0,
    options: ['milliseconds', 'offset', 'nanoseconds', 'seconds', 'microseconds'],
    words: {
      milliseconds: 'in UTC',
      offset: 'in another offset from UTC',
      nanoseconds: 'in UTC',
      seconds: 'in UTC',
      microseconds: 'in UTC',
    },
  },
  'error-body': {
    asks: 'What is the form of the body of a 4xx response?',
    isOpen: (operation, contract) =>
      (isCreation(operation) || mayHaveInvalidQuery(operation)) && hasOpenRejections(operation, contract),
    options: ['errors', 'problem', 'empty', 'text'],
    words: {
      errors: 'a JSON object with a field `errors`',
      problem: 'application/problem+json',
      text: 'plain text',
    },
  },
  // creating
  'unknown-fields': {
    asks: 'What does a request with an unknown field return?',
    isOpen: (operation) =>
      isCreation(operation) && isOpenObject(schemaAt(operation.request, operation.sentIn)),
    options: ['ignored', 'rejected'],
    words: { ignored: 'the request is accepted', rejected: 'the request is rejected' },
    isOfForm: true,
  },
  'content-type-required': {
    asks: 'Must a request with a JSON body have a Content-Type?',
    isOpen: isCreation,
    options: ['always', 'never', 'if-named'],
    words: {
      always: 'a request without it, or with another type, is rejected',
      never: 'a request without it, or with any type, is accepted',
      'if-named': 'a request without it is accepted, but not with another type',
    },
    isOfForm: true,
  },
  'unlisted-type': {
    asks: 'May a request have another media type of JSON than the contract lists?',
    isOpen: (operation, contract) => isWriting(operation) && !isStatedElsewhere(contract),
    options: ['accepted', 'rejected'],
    seen: 'no, because rules send what the contract lists',
    isOfForm: true,
  },
  'rejection-status': {
    asks: 'Which status does a request without a required field return?',
    isOpen: hasRequired,
    permits: isNamed,
    options: [422, 400, 409],
    range: [400, 499],
  },
  'trailing-text': {
    asks: 'What does a request with text after its JSON value return?',
    isOpen: isCreation,
    options: ['rejected', 'ignored'],
    words: { rejected: 'the request is rejected', ignored: 'the request is accepted' },
    isOfForm: true,
  },
  'empty-text': {
    asks: 'May {text} be empty?',
    isOpen: (operation) => isCreation(operation) && mayBeEmpty(operation),
    options: ['accepted', 'rejected'],
  },
  'surrounding-spaces': {
    asks: 'What happens to spaces around {text}?',
    isOpen: (operation) =>
      isCreation(operation) &&
      at(recordSchemaOf(operation), 'properties', freeTextOf(operation) ?? '') !== undefined,
    options: ['kept', 'removed', 'rejected'],
  },
  'identical-requests': {
    asks: 'What does an exact repeat of an earlier request return?',
    isOpen: (operation) => isCreation(operation) && hasIdIn(operation),
    options: ['created', 'shown-again', 'rejected'],
    words: { created: 'another record', 'shown-again': 'the first record' },
  },
  'text-form': {
    asks: 'If text is sent decomposed, in which Unicode form is it returned?',
    isOpen: (operation) => isCreation(operation) && freeTextOf(operation) !== undefined,
    options: ['kept', 'composed'],
    seen: 'no, because both forms are read as the same text',
  },
  'beyond-bmp': {
    asks: 'May strings contain characters above U+FFFF, such as emoji?',
    isOpen: (operation) => isCreation(operation) && freeTextOf(operation) !== undefined,
    options: ['accepted', 'rejected'],
    seen: 'no, because rules send such strings and check only that nothing crashes',
  },
  'length-unit': {
    asks: 'What is the unit of the length of a string?',
    isOpen: (operation) =>
      isCreation(operation) && typeof at(textSchema(operation), 'maxLength') === 'number',
    options: ['code-points', 'utf16'],
    words: { utf16: 'in UTF-16 code units' },
  },
  // pages
  'listing-rejection': {
    asks: 'Which status does a rejected listing request return?',
    isOpen: mayHaveInvalidQuery,
    permits: isNamed,
    options: [400, 422],
    range: [400, 499],
  },
  'default-page-size': {
    asks: 'How many {records} does a page contain without `{limit}`?',
    isOpen: (operation) => hasSize(operation) && operation.list?.usual === undefined,
    permits: isHeld,
    options: [100, 25, 10],
    range: [1, 100],
  },
  'limit-zero': {
    asks: 'What does `{limit}=0` return?',
    isOpen: (operation) => hasSize(operation) && allowsNumber(operation, operation.list?.names.limit, 0),
    options: ['rejected', 'empty', 'default'],
    words: { empty: 'an empty page', default: 'as many {records} as without `{limit}`' },
  },
  'limit-negative': {
    asks: 'What does a negative `{limit}` return?',
    isOpen: (operation) => hasSize(operation) && allowsNumber(operation, operation.list?.names.limit, -1),
    options: ['rejected', 'default'],
    words: { default: 'as many {records} as without `{limit}`' },
  },
  'limit-over-maximum': {
    asks: 'What does a `{limit}` above the greatest page size but within its bound return?',
    isOpen: ({ list }) => list !== undefined && list.bounds.maxItems < list.bounds.widest,
    options: ['capped', 'rejected'],
    words: { capped: 'a page of the greatest size' },
  },
  'offset-negative': {
    asks: 'What does a negative `{offset}` return?',
    isOpen: (operation) => hasOffset(operation) && allowsNumber(operation, operation.list?.names.offset, -1),
    options: ['rejected', 'zero'],
    words: { zero: 'the same as `{offset}=0`' },
  },
  'last-token': {
    asks: 'What does the last page have instead of a token?',
    isOpen: ({ list }) => list?.outputToken !== undefined,
    permits: permitsToken,
    options: ['absent', 'null', 'empty'],
    words: { absent: 'no such field', empty: 'an empty text' },
  },
  'token-form': {
    asks: 'What do tokens of pages consist of?',
    isOpen: ({ list }) => list?.outputToken !== undefined,
    options: ['plain', 'opaque'],
    words: { plain: 'letters and digits', opaque: 'characters that an address has to encode, too' },
    seen: 'no, because a token is sent back in whatever form it has',
  },
  'token-elsewhere': {
    asks: 'What does a token return with another filter or sort than that of its page?',
    isOpen: ({ list }) => list?.outputToken !== undefined && (list.filter ?? list.sort) !== undefined,
    options: ['accepted', 'rejected'],
    seen: 'no, because both are permitted',
    isOfForm: true,
  },
  'unstated-order': {
    asks: 'In which order are {records} listed if the contract states none?',
    isOpen: ({ list }) => list !== undefined && list.order === undefined,
    options: ['created', 'reversed'],
    words: { created: 'the first created first', reversed: 'the last created first' },
    seen: 'no, because each is permitted',
  },
  'short-pages': {
    asks: 'Are some pages that are not the last shorter than requested?',
    isOpen: ({ list }) => list?.fullPages === false,
    options: ['none', 'some'],
  },
  'page-past-end': {
    asks: 'What does a page after the last one return?',
    isOpen: ({ list }) => list?.firstPage !== undefined,
    options: ['empty', 'rejected'],
    words: { empty: 'an empty page', rejected: 'the status 404, or one that the contract lists' },
  },
  'unknown-node': {
    asks: 'What does a listing return for an unknown {place}?',
    isOpen: (operation) => isListing(operation) && mayNameNothing(operation),
    options: ['rejected', 'empty'],
    words: { empty: 'an empty listing' },
  },
  // links
  'next-at-end': {
    asks: 'What is `links.next` on the last of several pages?',
    isOpen: hasLinksOfRecords,
    options: ['null', 'past'],
    words: { past: 'a link past the end' },
  },
  'link-form': {
    asks: 'What form do links to pages have?',
    isOpen: showsLinks,
    permits: isFormOf,
    options: ['absolute', 'relative', 'raw', 'cursor'],
    words: { raw: 'with brackets not percent-encoded', cursor: 'with a cursor instead of an offset' },
  },
  'link-fields': {
    asks: 'Which links to pages are returned?',
    isOpen: showsLinks,
    options: ['all', 'needed'],
    words: { needed: '`current`, `first`, and `prev` and `next` if they lead to another page' },
    seen: 'no, because `last`, `prev` and `next` may be absent',
  },
  'prev-near-start': {
    asks: 'Where does the link to the previous page lead if fewer {records} than a page come before?',
    isOpen: (operation) => showsLinks(operation) && hasOffset(operation),
    options: ['whole', 'cut', 'null'],
    words: { whole: 'to a whole page from the start', cut: 'to the {records} before this page only' },
    seen: 'no, because rules follow such links and check only what they must return',
  },
  'last-page': {
    asks: 'With which {record} does the last page begin to which links lead?',
    isOpen: (operation) => showsLinks(operation) && hasOffset(operation),
    options: ['aligned', 'tail', 'reached'],
    words: {
      aligned: 'with the {record} after a multiple of the limit',
      tail: 'with the one that makes the page full',
      reached: 'with the one to which the links to next pages lead from here',
    },
    seen: 'no, because rules follow such links and check only what they must return',
  },
  // filters
  'filtered-total': {
    asks: 'What does the total of a filtered listing count?',
    isOpen: ({ list }) => list?.filter !== undefined && list.total?.counts === 'either',
    options: ['matching', 'whole'],
    words: { matching: 'the matching {records}', whole: 'all {records}' },
  },
  'filter-quotes': {
    asks: 'What do quotes around a value in a filter mean?',
    isOpen: hasOperatorGrammar,
    options: ['literal', 'stripped'],
    words: { literal: 'they are a part of the value', stripped: 'double quotes are removed' },
  },
  'filter-escape': {
    asks: 'How is a comma, a parenthesis or a quote written in a filter?',
    isOpen: hasOperatorGrammar,
    options: ['none', 'backslash'],
    words: { none: 'it cannot be', backslash: 'with a backslash' },
  },
  'filter-joined': {
    asks: 'Can two conditions be joined by a colon?',
    isOpen: hasOperatorGrammar,
    options: ['rejected', 'and'],
    words: { and: 'both must match' },
  },
  'filter-unknown-attribute': {
    asks: 'What does a filter by an attribute that its operator does not support return?',
    isOpen: hasOperatorGrammar,
    options: ['rejected', 'nothing'],
    words: { nothing: 'an empty listing' },
  },
  'filter-values': {
    asks: 'How many values may a filter contain?',
    isOpen: hasOperatorGrammar,
    options: ['several', 'one'],
    seen: 'no, because rules check filters for lists',
  },
  'filter-fragments': {
    asks: 'May a filter contain text that resembles SQL?',
    isOpen: hasOperatorGrammar,
    options: ['read', 'forbidden'],
    seen: 'no, because only rules send such filters, and they check only that nothing crashes',
  },
  'filter-letter-case': {
    asks: 'Does a filter that compares, or looks for a part of text, distinguish upper case from lower case?',
    isOpen: ({ list }) => list?.filter?.fields.some(isOfLooseText) === true,
    options: ['distinguished', 'ignored'],
  },
  'filter-ne-absent': {
    asks: 'Does a filter for all values but one find records without a value?',
    isOpen: (operation) =>
      operation.list?.filter?.fields.some(
        ({ means, place }) => means === 'ne' && mayBeAbsent(operation, place),
      ) === true,
    options: ['no', 'yes'],
  },
  // sorts
  'sort-absent': {
    asks: 'Where in a sorted listing are records without the value?',
    isOpen: sortsAbsent,
    options: ['last', 'first', 'lowest', 'highest'],
    words: {
      last: 'last in both directions',
      first: 'first in both directions',
      lowest: 'before the lowest value',
      highest: 'after the highest value',
    },
  },
  'sort-letter-case': {
    asks: 'Does a sort distinguish upper case from lower case?',
    isOpen: (operation) => sortablesOf(operation).some(({ schema }) => isAnyText(schema)),
    options: ['distinguished', 'ignored'],
  },
  'sort-ties': {
    asks: 'In which order does a sort list {records} with equal values?',
    isOpen: ({ list }) => list?.sort?.desc !== undefined,
    options: ['listed', 'reversed', 'own'],
    words: {
      listed: 'as without a sort',
      reversed: 'as without a sort, and descending in the reverse order',
      own: 'in another order in each direction',
    },
  },
  // the life of a record
  'deletion-status': {
    asks: 'Which status does a deletion return, of those that the contract names?',
    isOpen: isDeletion,
    permits: isNamedSuccess,
    options: [204, 200, 202],
  },
  'second-deletion': {
    asks: 'Which status does a second deletion of a record return?',
    isOpen: isDeletion,
    permits: (status, ...of) => (status === 204 ? isNamedSuccess : isGone)(status, ...of),
    options: [404, 410, 204],
  },
  'soft-deletion': {
    asks: 'Where a contract has `x-softDelete`: what is left of a deleted record?',
    isOpen: ({ softDelete }) => softDelete !== undefined,
    options: ['readable', 'gone', 'listed'],
    words: {
      readable: 'it is returned, with a mark, and not listed',
      listed: 'it is returned and listed, with a mark',
    },
  },
  'unchanged-status': {
    asks: 'Which status does a change return that changes nothing?',
    isOpen: ({ kind }) => kind === 'update' || kind === 'replace',
    permits: isUsualOrNamed,
    options: ['usual', 204],
    words: { usual: 'that of any change', 204: 'if the contract names it' },
  },
  'replaced-fields': {
    asks: 'What happens to optional fields that a replacement does not contain?',
    isOpen: ({ kind }) => kind === 'replace',
    options: ['cleared', 'kept'],
  },
  'created-listed': {
    asks: 'When does a listing show what was created?',
    isOpen: (operation, contract) => isCreation(operation) && listingOf(contract, operation) !== undefined,
    options: ['at-once', 'late'],
    words: { late: 'a second later' },
  },
  'deleted-listed': {
    asks: 'When does a listing no longer show what was deleted?',
    isOpen: (operation, contract) => isDeletion(operation) && listingAbove(contract, operation) !== undefined,
    options: ['at-once', 'late'],
    words: { late: 'a second later' },
    seen: 'no, because rules wait until a listing shows a deletion',
  },
} as const satisfies Readonly<Record<string, KindChoice>>;

export const kindChoiceOf = (id: keyof typeof kindChoices): KindChoice => kindChoices[id];
