// What filters return, which are accepted, and which are rejected (§4.3).

import { type Contract, focusOf } from '../../../src/contract/contract.ts';
import { clauseId } from '../../../src/contract/kind-clauses.ts';
import { isChained, type ListStructure, listOf } from '../../../src/contract/list.ts';
import {
  clauseName,
  conditionsIn,
  defaultConditions,
  distinguishesCase,
  type FilterField,
  fieldFor,
  filterFields,
  isAnyText,
  isByPart,
  longestSimple,
  lowerBounds,
  writtenForm,
} from '../../../src/contract/list-filters.ts';
import type { Nouns } from '../../../src/contract/nouns.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { recordSchemaOf } from '../../../src/contract/record.ts';
import { literally } from '../../../src/contract/templates.ts';
import { at, type Json, type JsonObject, withAt, withoutAt } from '../../../src/json/json.ts';
import { requiredOf, typesOf } from '../../../src/json/schema-at.ts';
import { differ, printValue } from '../../../src/print.ts';
import type { Claim } from '../../core/claim.ts';
import { eachBasicPage, eachListing } from '../../core/claims.ts';
import type { Item, Page } from '../../core/evidence.ts';
import { attempts } from '../../core/judge-attempts.ts';
import { type KindRows, kindRules, mutantsBy, type RuleRow } from '../../core/rule.ts';
import { isNear, isSameInOtherCase, lacksValue, nearKey } from '../compare-values.ts';
import { filteredPages, itemIdsOf, unfilteredPages } from '../complete-reading.ts';
import {
  changeRecords,
  crashIfRejected,
  crashWhere,
  filtersBy,
  filtersByAny,
  filtersByList,
  hasPinned,
  type ListExchange,
  misread,
  relist,
  respondWith,
} from '../mutants.ts';
import { needs } from '../remedies.ts';
import { claimLaterPages } from '../requests/served.ts';
import {
  allKnown,
  completeClaim,
  dueItemsOn,
  eachFiltered,
  filtersOf,
  joinedBy,
  mayFindAbsent,
  notIgnored,
  recordsFor,
  soundClaims,
} from './claims.ts';
import { faultOf } from './faults.ts';
import {
  type Attribute,
  bareName,
  comparisonWords,
  fieldsLeftOut,
  filterFor,
  hasEqualValues,
  isAsShown,
  isRange,
  listOn,
  oneSoughtOn,
  readSought,
  shownValue,
  soughtOn,
  unusedValue,
} from './filter.ts';
import { matchesFit, selectsMatches } from './filtered-pages.ts';
import { findingBy } from './meanings.ts';
import {
  alsoFinding,
  cutBeforeFilter,
  filterFirstPage,
  firstMatch,
  firstValues,
  forgiveFilter,
  ignoreEncoded,
  ignoreFilter,
  looseMatching,
  loseMatches,
  matchBy,
  matchLoosely,
  mistakenBy,
  onlyCondition,
  onSecondCollection,
  rejectEncoded,
  shortOfOne,
  uncheckedMatching,
  wordsFor,
} from './mutants.ts';
import { hardSigns } from './odd-filters.ts';
import { fewValuesOf, sensesOf } from './senses.ts';

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** A claim that a filter for one value returns no record with a near value that differs in a certain way. */
const distinguishes = (
  isMeant: (field: FilterField) => boolean,
  isOther: (shown: string, value: string) => boolean,
): Claim =>
  eachListing('filters', (listing, judge) => {
    for (const page of filteredPages(listing)) {
      const sought = oneSoughtOn(page);
      const [
        {
          field,
          values: [value = ''],
        } = { values: [] },
      ] = sought?.terms ?? [];
      if (!sought || !field || !isMeant(field)) continue;
      const others = (items: readonly Item[]): string[] =>
        items.flatMap((item) => shownValue(item, field.key) ?? []).filter((shown) => isOther(shown, value));
      const [found] = others(page.items);
      const couldCome = others(recordsFor(listing, sought).map(({ item }) => item));
      if (found === undefined && couldCome.length === 0) continue;
      judge.claim(found === undefined, () => ({
        expected: `only ${judge.nouns.records} whose ${field.attribute} is ${value}`,
        saw: `${judge.nouns.aRecord} whose ${field.attribute} is ${found}`,
        pages: [page],
        fingerprint: 'records',
      }));
    }
  });

/** The texts that a filter for a part finds if `%` means any text. */
const withWildcards = (text: string): RegExp => new RegExp(literally(text).replaceAll('%', '.*'), 'is');

/** A record that does not show what it is filtered by, but its id. */
const withoutFiltered = (list: ListStructure, record: JsonObject): JsonObject =>
  filterFields(list)
    .filter(({ means, place }) => means === 'eq' && !list.identifier.some((id) => `${id}` === `${place}`))
    .reduce((left, { place }) => withoutAt(left, place) as JsonObject, record);

const misreadList = (wrong: Parameters<typeof misread>[0]) =>
  misread((query) => filtersByList(query) && query.offset > 0 && wrong(query));

const reverseList = (isMeant: (exchange: ListExchange) => boolean) =>
  relist((query) => filtersByList(query) && isMeant(query) && !hasPinned(query) && query.whole.toReversed());

const isOne = (query: ListExchange): boolean => filtersByAny(query, undefined, /^[^,]*$/);

/** Another value that a schema lists, if it lists several. */
const anotherValue = (schema: unknown, value: string): Json =>
  [(at(schema, 'enum') as Json | undefined) ?? []].flat().find((one) => String(one) !== value) ??
  `not ${value}`;

/** Whether a record may be without a value of a field. */
const mayBeWithout = (contract: Contract, { place: [name = ''], schema }: FilterField): boolean => {
  const required = requiredOf(recordSchemaOf(focusOf(contract)));
  return !required.includes(String(name)) || typesOf(schema).includes('null');
};

const hasElsewhere = (record: JsonObject, { place: [own] }: FilterField, value: string): boolean =>
  Object.entries(record).some(
    ([name, shown]) => name !== own && typeof shown === 'string' && shown.includes(value),
  );

/** What two conditions need, so that neither does what both do. */
const twoApart = ({ records }: Nouns): string =>
  `${records} of which two conditions find some together and each finds others alone`;

const firstOfSeveral = (key: Attribute) => ({
  [`${wordsFor(key)} looks for the first of several values`]: firstValues(key, 1),
});

/** The rule that a filter by a field finds no record too many. */
function onlyRow(field: FilterField, isListed: boolean, contract: Contract): RuleRow {
  const { attribute, key, means } = field;
  const { nouns } = focusOf(contract);
  const list = listOf(contract);
  const isEqual = hasEqualValues(field);
  const isOfText = ['contains', 'startswith', 'endswith'].includes(means);
  const isOther = (other: FilterField): boolean => isAnyText(other.schema) && other.attribute !== attribute;
  const filter = wordsFor(key);
  return {
    title: `${writtenForm(list, field)} returns no ${nouns.record} ${isEqual ? `with another ${attribute}` : `whose ${attribute} does not match`}`,
    topic: ['matches', 'too much found'],
    shows: 'filter',
    claims: soundClaims(filtersOf(key, isListed)),
    mutants: {
      ...(isEqual && isAnyText(field.schema)
        ? looseMatching(key)
        : uncheckedMatching(key, means === 'eq' ? fewValuesOf(field).slice(-1) : [])),
      ...mistakenBy(key, sensesOf(field).more),
      // A token of the stub belongs to the query of its page.
      ...(isChained(list)
        ? {}
        : {
            [`${filter} is not applied to later pages`]: ignoreFilter(
              (query) => query.offset > 0 && filtersBy(query, key),
            ),
          }),
      ...(isListed
        ? {
            [`${filter} is not applied for several values`]: ignoreFilter((query) =>
              filtersBy(query, key, /,/),
            ),
          }
        : {}),
      ...(isListed && means === 'ne' ? firstOfSeveral(key) : {}),
      ...(contract.hasDerivedClauses && !mayFindAbsent(means) && mayBeWithout(contract, field)
        ? { [`${filter} finds records without a value, too`]: alsoFinding(key, lacksValue) }
        : {}),
      ...(isOfText && filterFields(list).some(isOther)
        ? { [`${filter} looks at every text`]: alsoFinding(key, hasElsewhere) }
        : {}),
    },
  };
}

/** The rule that a filter by a field finds no record too few. */
function allRow(field: FilterField, isListed: boolean, contract: Contract): RuleRow {
  const { attribute, key, means } = field;
  const { nouns } = focusOf(contract);
  const isEqual = hasEqualValues(field);
  const filter = wordsFor(key);
  return {
    title: `${writtenForm(listOf(contract), field)} returns every ${nouns.record} ${isEqual ? `with that ${attribute}` : `whose ${attribute} matches`}`,
    topic: ['matches', 'too little found'],
    shows: 'filter',
    claims: [completeClaim(filtersOf(key, isListed))],
    mutants: {
      ...(isListed && isEqual ? firstOfSeveral(key) : {}),
      [`${filter} finds nothing`]: loseMatches((query) => filtersBy(query, key)),
      ...(means === 'eq' && isAnyText(field.schema)
        ? {
            [`${filter} finds no capital letters`]: loseMatches((query) =>
              filtersBy(query, key, /^[^)]*[A-Z]/),
            ),
          }
        : {}),
      ...mistakenBy(key, sensesOf(field).less),
    },
  };
}

/** The rules of operators and attributes; those with a row of their own below replace them. */
const filterRows = (operation: OperationId, contract: Contract) =>
  Object.fromEntries(
    filterFields(listOf(contract)).flatMap((field) => {
      // Of the shipped contract, that lists are taken is only one reading.
      const isListed = field.takesSeveral && !contract.clauses.has(clauseId(operation, 'filter-in-list'));
      return [
        [`${clauseName(field)}-only`, () => onlyRow(field, isListed, contract)],
        [`${clauseName(field)}-all`, () => allRow(field, isListed, contract)],
      ];
    }),
  );

const rows = (operation: OperationId, contract: Contract): KindRows => ({
  ...filterRows(operation, contract),
  'filter-accents': {
    title: '`{eq}(name,…)` distinguishes letters with and without accents',
    claims: [
      distinguishes(
        ({ key }) => key === 'name',
        (shown, value) => isNear(shown, value) && !isSameInOtherCase(shown, value),
      ),
      needs(({ records }) => `two ${records} whose names differ in an accent only`),
    ],
    mutants: {
      'letters with accents match those without': matchLoosely(
        'name',
        (name, value) => nearKey(name) === nearKey(value),
      ),
    },
  },
  'filter-default': {
    topic: ['filters', 'filters ignored'],
    title: 'a filter that is left out has its default',
    shows: 'filter',
    claims: [
      eachBasicPage(({ page }, judge) => {
        for (const field of fieldsLeftOut(focusOf(contract), page.exchange.request))
          for (const item of page.items) {
            const shown = shownValue(item, field.key);
            if (shown === undefined) continue;
            judge.claim(findingBy(field, shown, field.value) !== 'never', () => ({
              expected: `only ${judge.nouns.records} whose ${comparisonWords(field)} ${field.value}, the default`,
              saw: `${judge.nouns.aRecord} whose ${field.attribute} is ${shown}`,
              shown: [page.exchange],
            }));
          }
      }),
    ],
    mutants: {
      'the default of a filter is not applied to the first record': (next, whole) =>
        changeRecords(({ record, index, list }) => {
          const [condition] = list.filter ? defaultConditions(list.filter, focusOf(whole).parameters) : [];
          const field =
            condition && filterFields(list).find(({ attribute }) => attribute === condition.attribute);
          return (
            index === 0 &&
            field &&
            (withAt(record, field.place, anotherValue(field.schema, condition.value)) as JsonObject)
          );
        })(next, whole),
    },
  },
  'filter-bound-absent': {
    topic: ['matches', 'too much found'],
    title: 'a filter for greater values returns no {record} without a value',
    claims: [
      eachListing('records', (listing, judge) => {
        for (const page of filteredPages(listing)) {
          const { field } = oneSoughtOn(page)?.terms[0] ?? {};
          if (!field || !lowerBounds(focusOf(contract)).some(({ key }) => key === field.key)) continue;
          const isAbsent = (item: Item): boolean => shownValue(item, field.key) === undefined;
          const known = allKnown(listing);
          const without = known.find(({ item }) => isAbsent(item));
          const other = known.find(({ item }) => !isAbsent(item));
          if (!without || !other) continue;
          judge.claim(!page.items.some(isAbsent), () => ({
            expected: `only ${judge.nouns.records} with ${field.attribute}`,
            saw: `${judge.nouns.aRecord} without ${field.attribute}`,
            pages: [page, other.page, without.page],
            toBlame: 0,
            fingerprint: 'records',
          }));
        }
      }),
      needs(({ records }) => `${records} of which some have no value that a filter compares`),
    ],
    mutants: Object.fromEntries(
      lowerBounds(focusOf(contract)).map(({ key }) => [
        `${wordsFor(key)} finds records without a value, too`,
        alsoFinding(key, lacksValue),
      ]),
    ),
  },
  'filter-both': {
    title: 'of two conditions both hold',
    shows: 'filter',
    claims: [...soundClaims(joinedBy('and')), completeClaim(joinedBy('and')), needs(twoApart)],
    mutants: mutantsBy(misread, {
      'of two conditions only the first counts': ({ filter, list }) => onlyCondition(list, filter, 0),
      'of two conditions only the last counts': ({ filter, list }) => onlyCondition(list, filter, 1),
      ...(filterFields(listOf(contract)).some((one, _, all) => all.some((other) => isRange(one, other)))
        ? {
            'of two bounds of one field only the last counts': ({ filter, list }: ListExchange) => {
              const [one, other] = readSought(list, filter)?.terms ?? [];
              return one && other && isRange(one.field, other.field) && onlyCondition(list, filter, 1);
            },
          }
        : {}),
    }),
  },
  'filter-either': {
    title: 'of two conditions one holds',
    shows: 'filter',
    claims: [...soundClaims(joinedBy('or')), completeClaim(joinedBy('or')), needs(twoApart)],
    mutants: mutantsBy(misread, {
      'of two alternative conditions only the first counts': ({ filter, list }) =>
        onlyCondition(list, filter, 0),
    }),
  },
  'filter-attribute-ignored': {
    topic: ['filters', 'filters ignored'],
    title: 'a filter by an unknown attribute is not ignored',
    claims: notIgnored('unknown attribute'),
    mutants: {
      'a filter by an unknown attribute is ignored': forgiveFilter(
        ({ filter, list }) => faultOf(list, filter) === 'unknown attribute',
      ),
    },
  },
  'filter-case': {
    title: '`{eq}(…)` distinguishes upper case from lower case',
    claims: [
      distinguishes(
        distinguishesCase,
        (shown, value) => shown.trim() !== value && isSameInOtherCase(shown, value) && isAscii(shown),
      ),
      needs(({ records }) => `two ${records} that differ in letter case only`),
    ],
    mutants: {
      ...Object.fromEntries(
        filterFields(listOf(contract))
          .filter(distinguishesCase)
          .map(({ key }) => [
            `${bareName(key)}s match in any letter case`,
            (contract.hasDerivedClauses ? matchBy : matchLoosely)(
              key,
              (shown, value) => shown.toLowerCase() === value.toLowerCase(),
            ),
          ]),
      ),
    },
  },
  'filter-wildcard': {
    title: 'in a filter by a part of a text, % is an ordinary character',
    claims: [
      eachListing('filters', (listing, judge) => {
        for (const page of filteredPages(listing)) {
          const { list, filter } = page.query;
          const [condition, another] = conditionsIn(filter ?? '')?.conditions ?? [];
          const field = condition && list.filter && fieldFor(list.filter, condition);
          if (!condition?.value.includes('%') || another || !field || !isByPart(field)) continue;
          const isFound = (shown: string): boolean => nearKey(shown).includes(nearKey(condition.value));
          const wildcard = withWildcards(condition.value);
          const shownIn = (items: readonly Item[]): readonly string[] =>
            items.flatMap((item) => shownValue(item, field.key) ?? []);
          const found = shownIn(page.items).find((shown) => !isFound(shown));
          // That nothing is found proves something only where a record would be found if it meant any text.
          const couldCome = shownIn(allKnown(listing).map(({ item }) => item)).some(
            (shown) => wildcard.test(shown) && !isFound(shown),
          );
          if (found === undefined && !couldCome) continue;
          judge.claim(found === undefined, () => ({
            expected: `only ${judge.nouns.records} whose ${comparisonWords(field)} ${condition.value}`,
            saw: `${judge.nouns.aRecord} whose ${field.attribute} is ${found}`,
            pages: [page],
            fingerprint: 'records',
          }));
        }
      }),
    ],
    mutants: Object.fromEntries(
      filterFields(listOf(contract))
        .filter(isByPart)
        .map(({ key }) => [
          `% means any text in filters by ${bareName(key)}`,
          matchLoosely(key, (shown, value) => value.includes('%') && withWildcards(value).test(shown)),
        ]),
    ),
  },
  'filter-encodable-served': {
    title: '`{eq}(name,…)` accepts names that need percent-encoding',
    claims: [attempts],
    mutants: mutantsBy(respondWith(400), {
      'a name with an ampersand is rejected': (query) => filtersBy(query, 'name', /^[^)]*&/),
      'a name beyond ASCII is rejected': (query) => filtersBy(query, 'name', /^[^)]*\P{ASCII}/u),
      [`a filter of more than ${longestSimple} characters is rejected`]: (query) =>
        filtersBy(query, 'name', /^.{247}/s),
    }),
  },
  'filter-encoded': {
    title: 'a percent-encoded comma or parenthesis does not change a filter',
    claims: [
      attempts,
      eachListing('filters', (listing, judge) => {
        const pages = filteredPages(listing);
        for (const page of pages.filter((one) => !isAsShown(one))) {
          const same = pages.find(
            (one) => isAsShown(one) && JSON.stringify(one.query) === JSON.stringify(page.query),
          );
          const [expected, saw] = [same && itemIdsOf(same.items), itemIdsOf(page.items)];
          if (!same || !expected || !saw || expected.length === 0) continue;
          const difference = differ(expected.toSorted(), saw.toSorted());
          judge.claim(difference === undefined, () => ({
            expected: `the same ${judge.nouns.records} as under ${page.query.filter} without percent-encoding`,
            saw: difference ?? '',
            pages: [page, same],
            fingerprint: 'records',
          }));
        }
      }),
    ],
    mutants: {
      'an encoded comma belongs to the value': rejectEncoded('%2C'),
      'an encoded parenthesis belongs to the value': rejectEncoded('%28'),
      'a filter with its comma encoded is ignored': ignoreEncoded('%2C'),
    },
  },
  'filter-eq-name-all': {
    topic: ['matches', 'too little found'],
    title: '{eq}(name,…) returns every {record} with that name',
    shows: 'filter',
    claims: [completeClaim(filtersOf('name'))],
    mutants: {
      'of two {records} of one name only the first is found': firstMatch,
      'a filter by name finds nothing on the second collection': onSecondCollection(
        loseMatches((query) => filtersBy(query, 'name')),
      ),
      ...mutantsBy(loseMatches, {
        'a name with a space in it is never found': (query) => filtersBy(query, 'name', /^[^)]* /),
        'without a limit a filter by name finds nothing': (query) =>
          query.limit === undefined && filtersBy(query, 'name'),
      }),
      ...Object.fromEntries(
        Object.entries(hardSigns).map(([what, sign]) => [
          `a name ${what} is never found`,
          loseMatches((query) => filtersBy(query, 'name', sign)),
        ]),
      ),
    },
  },
  'filter-in-id-all': {
    topic: ['matches', 'too little found'],
    title: '{in}(id,…) returns the {record} with that id',
    shows: 'filter',
    claims: [completeClaim(filtersOf('id'))],
    mutants: {
      'a filter looks through the first hundred {records} only': filterFirstPage,
      ...mutantsBy(loseMatches, {
        'a filter by id finds only ids that begin with a letter': (query) =>
          filtersBy(query, 'id', /^\d[^,]*\)$/),
        'ids are compared in capital letters, so those in small letters are not found': (query) =>
          filtersBy(query, 'id', /^[^,]*[a-f][^,]*\)$/),
      }),
    },
  },
  'filter-in-id-only': {
    topic: ['matches', 'too much found'],
    title: '{in}(id,…) returns no {record} with another id',
    shows: 'filter',
    claims: soundClaims(filtersOf('id')),
    mutants: {
      ...mutantsBy(ignoreFilter, {
        'a filter by id is checked but not applied': (query) => filtersBy(query, 'id', /^[^,]+\)$/),
        'a filter by an id that the collection does not have is ignored': (query) =>
          filtersBy(query, 'id', /^[^,]+\)$/) && query.shown === 0 && query.offset === 0,
      }),
      'a filter by id compares its first eight characters': matchLoosely(
        'id',
        (shown, value) => shown.slice(0, 8) === value.slice(0, 8),
      ),
    },
  },
  'filter-in-list-complete': {
    title: '{in}(id,…) with several ids does not leave out some of the {records}',
    shows: 'filter',
    claims: [
      eachListing('filters', (listing, judge) => {
        for (const page of filteredPages(listing)) {
          const wanted = listOn(page);
          const saw = page.items.flatMap(({ id }) => id ?? []);
          // A server that returns nothing, or everything, does not support lists; another rule reports that.
          if (!wanted || saw.length === 0 || saw.length < page.size) continue;
          if (saw.some((id) => !wanted.includes(id))) continue;
          const dueItems = dueItemsOn(listing, page, wanted);
          if (dueItems.length < 2) continue;
          const lost = dueItems.find(({ item }) => !saw.includes(item.id ?? ''));
          judge.claim(lost === undefined, () => ({
            expected: `all ${dueItems.length} ${judge.nouns.records} of the collection that the filter names`,
            saw: `${saw.length} of them, without ${lost?.item.id}`,
            pages: lost ? [page, lost.page] : [page],
            fingerprint: 'records',
          }));
        }
      }),
    ],
    mutants: {
      'of several ids, only the first is looked for': firstValues('id', 1),
      'of several ids, no more than ten are looked for': firstValues('id', 10),
      'of dozens of ids, no more than two dozen are looked for': firstValues('id', 24),
    },
  },
  'filter-in-list': {
    title: '{in}(id,…) accepts several ids, separated by commas',
    claims: [
      attempts,
      eachListing('filters', (listing, judge) => {
        for (const page of filteredPages(listing)) {
          const wanted = listOn(page);
          if (!wanted) continue;
          const saw = page.items.flatMap(({ id }) => id ?? []);
          const extra = saw.find((id) => !wanted.includes(id));
          const [known] = dueItemsOn(listing, page, wanted);
          if (page.size === 0 && !known) continue;
          judge.claim(extra === undefined && page.size > 0, () => ({
            expected: `${judge.nouns.records} of the collection among the ${wanted.length} ids in the filter, and no others`,
            saw:
              extra === undefined
                ? `no ${judge.nouns.records}, although the collection has ${known?.item.id}`
                : `${extra} as well`,
            pages: known ? [page, known.page] : [page],
            fingerprint: 'records',
          }));
        }
      }),
    ],
    mutants: {
      'a list of ids is taken for one id, which no {record} has': misread(
        (query) => filtersByList(query) && { filter: filterFor(query.list, 'id', unusedValue('id')) },
      ),
      'a list of more than ten ids is rejected': respondWith(400)(
        ({ filter = '' }) => filter.split(',').length > 11,
      ),
      'a list of ids is ignored': ignoreFilter(filtersByList),
    },
  },
  'filter-inner-space': {
    title: '`{eq}(…)` accepts names that contain single spaces',
    claims: [attempts],
    mutants: {
      'a name that contains a space is rejected': respondWith(400)((query) =>
        filtersBy(query, 'name', /^[^)]* /),
      ),
    },
  },
  'filter-no-crash': {
    title: 'no filter, however unusual, causes a 5xx status',
    claims: [
      eachFiltered(
        () => true,
        (filter, { response: { status } }) =>
          status < 500
            ? undefined
            : {
                expected: `no 5xx status for the filter ${printValue(filter)}`,
                saw: `status ${status}`,
              },
      ),
    ],
    mutants: {
      ...mutantsBy(
        (isMeant: (filter: string) => boolean) => crashWhere(({ filter = '' }) => isMeant(filter)),
        {
          'a filter of three thousand characters crashes': (filter) => filter.length >= 3000,
          'a filter with an unclosed quote crashes the server': (filter) =>
            filter.split("'").length % 2 === 0 || filter.split('"').length % 2 === 0,
          'a filter with a fragment of SQL crashes the server': (filter) => /'.*(\bor\b|--|;)/i.test(filter),
          'a filter beyond Latin letters crashes': (filter) => /[^\x20-\xff]/.test(filter),
          'a filter with characters above U+FFFF crashes': (filter) => /[\u{10000}-\u{10ffff}]/u.test(filter),
          'parentheses that do not balance crash': (filter) =>
            filter.split('(').length !== filter.split(')').length,
          'a pattern crashes': (filter) => /[*?[%]/.test(filter),
          'a null character crashes': (filter) => filter.includes('\0'),
        },
      ),
      'an id that is not a UUID crashes the server': crashWhere((query) =>
        filtersBy(query, 'id', /^[^)]*[g-z]/i),
      ),
      'every invalid filter crashes the server': crashIfRejected(({ filter }) => filter !== undefined),
    },
  },
  'filter-none-matches': {
    topic: ['filters', 'too much found'],
    title: 'a filter for a value that no {record} has returns no {records}',
    shows: 'filter',
    claims: [
      eachBasicPage(({ page }, judge) => {
        const attribute = unusedOn(page);
        // If a record shows another value, the rule on that attribute reports it.
        const isHidden = page.items.every((item) => attribute && shownValue(item, attribute) === undefined);
        if (attribute === undefined || page.size === 0 || !isHidden) return;
        judge.claim(false, () => ({
          expected: `no ${judge.nouns.record} under ${page.query.filter}`,
          saw: `${page.size} ${judge.nouns.records}`,
          shown: [page.exchange],
        }));
      }),
      eachListing('records', (listing, judge) => {
        // An empty page shows something if the collection has records.
        const filled = unfilteredPages(listing).find(({ size }) => size > 0);
        for (const page of filteredPages(listing))
          if (filled && unusedOn(page) !== undefined && page.size === 0)
            judge.claim(true, () => ({ expected: '', saw: '', pages: [page, filled] }));
      }),
    ],
    mutants: {
      'a filter that nothing matches is dropped, by a server that does not show what it filters by': (
        next,
        contract,
      ) =>
        changeRecords(({ list, record }) => withoutFiltered(list, record))(
          ignoreFilter(
            (query) => filtersByAny(query, 'eq', /^[^'"]*$/) && query.shown === 0 && query.offset === 0,
          )(next, contract),
          contract,
        ),
    },
  },
  'filter-none-rejected': {
    title: 'a filter that no {record} matches is accepted',
    claims: [attempts],
    mutants: mutantsBy(respondWith(404), {
      'a filter that nothing matches is not found': ({ filter, shown }) =>
        filter !== undefined && shown === 0,
      'an id that no {record} has is not found': (query) => filtersByAny(query, 'in') && query.shown === 0,
    }),
  },
  'filter-pages-exact': {
    topic: ['filters', 'page sizes'],
    hidesRecords: 'must',
    title: 'a page with a filter contains as many matching {records} as fit',
    shows: 'filter',
    claims: [matchesFit, needs(({ records }) => `several ${records} that one filter finds`)],
    mutants: {
      ...mutantsBy(misread, {
        'after the last match, the matches begin again': (query) =>
          isOne(query) && query.offset > 0 && query.shown === 0 && { offset: 0 },
        'with a filter, {offset} skips one {record} more': (query) =>
          isOne(query) && query.offset > 0 && { offset: query.offset + 1 },
      }),
      'a page is cut before it is filtered': cutBeforeFilter,
      'a page of fewer {records} than match omits one {record}': shortOfOne,
    },
  },
  'filter-pages': {
    topic: ['filters', 'page sizes'],
    hidesRecords: 'must',
    title: '{offset} and {limit} apply to a filtered listing',
    claims: [selectsMatches, needs(({ records }) => `several ${records} that one filter finds`)],
    mutants: {
      ...mutantsBy(misreadList, {
        'an offset into a list of ids skips one more': ({ offset }) => ({ offset: offset + 1 }),
        'pages of a list of ids overlap': ({ offset }) => ({ offset: offset - 1 }),
        '{offset} is ignored for a list of ids': () => ({ offset: 0 }),
      }),
      ...mutantsBy(reverseList, {
        'a list of ids is reversed if {limit} is an uneven number': ({ limit = 0 }) => limit % 2 === 1,
        'every page but the first of a list of ids comes from the list in reverse': ({ offset }) =>
          offset > 0,
      }),
    },
  },
  'filter-served': (_, contract) => ({
    topic: ['filters', 'too little found'],
    title: 'a filter for a plain value of a listed {record} is accepted',
    claims: [
      attempts,
      eachListing('records', (listing, judge) =>
        claimLaterPages(listing, judge, (page) => soughtOn(page) !== undefined),
      ),
    ],
    mutants: mutantsBy(respondWith(400), {
      // Another rule reports it where links lead there.
      ...(listOf(contract).links
        ? {}
        : {
            'the second page of a filter is rejected': ({ filter, further, offset, shown }: ListExchange) =>
              filter !== undefined && further.size === 0 && offset > 0 && shown > 0,
          }),
      'a filter value of more than thirty characters is rejected': ({ filter = '', shown }) =>
        shown > 0 && /,[^,]{30,}\)$/.test(filter),
      'a filter for a value with a full stop is rejected': (query) =>
        query.shown > 0 && filtersByAny(query, 'eq', /^[^)]*\./),
      'a filter by name without {limit} is rejected': (query) =>
        query.limit === undefined && filtersBy(query, 'name'),
    }),
  }),
  'filter-short-value': {
    title: '`{eq}(…)` accepts values of one or two characters',
    claims: [attempts],
    mutants: {
      'a filter value of fewer than three characters is rejected': respondWith(400)((query) =>
        filtersByAny(query, 'eq', /^..?\)$/),
      ),
    },
  },
  'filter-unknown-operator': {
    topic: ['filters', 'filters ignored'],
    title: 'a filter with an unknown operator is not ignored',
    claims: notIgnored('unknown operator'),
    mutants: {
      'a filter with an unknown operator is ignored': forgiveFilter(
        ({ filter, list }) =>
          /^[\w-]+\(\w+,[^()]*\)$/.test(filter) &&
          !filterFields(list).some(({ operator }) => filter.startsWith(`${operator}(`)),
      ),
    },
  },
  'filter-unparsable': {
    topic: ['filters', 'filters ignored'],
    title: 'a filter that cannot be parsed is not ignored',
    claims: notIgnored('unparsable'),
    mutants: {
      'a filter that cannot be parsed is ignored': forgiveFilter(
        ({ filter }) => !/^[\w-]+\(\w+,[^()]*\)$/.test(filter),
      ),
      ...mutantsBy(ignoreFilter, {
        'a filter with an unclosed quote is ignored': ({ filter }) => filter.split("'").length % 2 === 0,
        'a fragment of SQL in a name returns the whole collection': (query) =>
          filtersBy(query, 'name', /' OR /),
        'a fragment of SQL in another value returns the whole collection': (query) =>
          !filtersBy(query, 'name') && filtersByAny(query, 'eq', /' OR /),
      }),
    },
  },
});

export default kindRules('list', ['filters'], rows);

/** The field in which the filter of a page looks for a value that no record has. */
function unusedOn(page: Page): Attribute | undefined {
  const [term] = oneSoughtOn(page)?.terms ?? [];
  return term?.values[0] === unusedValue(term?.field.key ?? '') ? term?.field.key : undefined;
}
