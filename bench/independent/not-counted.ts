import type { Language } from './server.ts';

/** Where a server is wrong about the specification: what it calls a fault is none, or breaks nothing that is a must. */
export type NotCounted = {
  readonly server: Language;
  readonly id: string;
  /** none: two conforming servers may differ here. warning: no more than a warning may be asked. */
  readonly as: 'none' | 'warning';
  readonly reason: string;
  /** What the specification says. */
  readonly quote: string;
};

type Faults = Readonly<Partial<Record<Language, string>>>;

const alike = (faults: Faults, as: 'none' | 'warning', reason: string, quote: string): NotCounted[] =>
  Object.entries(faults).map(([server, id]) => ({ server: server as Language, id, as, reason, quote }));

export const notCounted: readonly NotCounted[] = [
  ...alike(
    {
      go: 'sub-ref-bytes',
      java: 'sub-external-ref-bytes',
      express: 'sub-external-ref-bytes',
      rust: 'external-reference-counted-in-bytes',
      'go-memory': '12-length-bounds-count-bytes-not-characters',
    },
    'none',
    'what a character is, is not stated, and bytes are one way to count. Only a value of plain ASCII is sure to fit (the most charitable unit).',
    '"external_ref | Up to 2048 characters" (4.2).',
  ),
  ...alike(
    { fastify: 'body-types-coerced', 'go-memory': '05-reserved-rate-limit-given-as-a' },
    'warning',
    'the type of a value is no required field, no allowed value and no length bound (reading 2).',
    '"Validation constraints that a conforming implementation must enforce on input are those given as required fields, allowed values and length bounds" (7).',
  ),
  ...alike(
    { go: 'sub-email-unchecked' },
    'warning',
    'e-mail is a format: no required field, no allowed value and no length bound (reading 2).',
    '"Validation constraints that a conforming implementation must enforce on input are those given as required fields, allowed values and length bounds" (7).',
  ),
  ...alike(
    {
      go: 'node-offset-unbounded',
      python: 'node-offset-unbounded',
      express: 'node-offset-unbounded',
      rust: 'offset-bound-forgotten',
      'go-memory': '34-page-offset-above-10000-is-accepted',
    },
    'warning',
    'that a greater offset is rejected is not said; the bound of a number is none of the three kinds that must be enforced (reading 22).',
    '"Number of records to skip. At most 10000." (4.3), with 7 as above.',
  ),
  ...alike(
    {
      python: 'node-limit-uncapped',
      rust: 'page-size-uncapped',
      django: 'page-size-uncapped',
      fastify: 'page-size-uncapped',
      spring: 'page-over-one-hundred',
      'go-memory': '29-page-limit-above-100-is-honoured',
    },
    'warning',
    'two bounds are named, and which of them a server keeps is left open (reading 21).',
    '"The schema bound is at most 10000; the text states a maximum page size of 100." (4.3).',
  ),
  ...alike(
    {
      python: 'key-auth-any-scheme',
      java: 'key-auth-any-scheme',
      rust: 'any-scheme-accepted',
      django: 'scheme-unchecked',
      fastify: 'authorization-scheme-ignored',
      spring: 'any-authorization-scheme',
    },
    'warning',
    'the header is there and carries the token; how a server reads it is left open, only its absence is not (reading 10).',
    '"Header `Authorization` (required, string): a bearer token." (4.1); "How bearer tokens are obtained [...]: not shown." (5).',
  ),
  ...alike(
    { go: 'node-hyphen-name' },
    'warning',
    'what it rejects are names with a hyphen, which in this shop all hold a space as well; how a space is written in a filter is not shown (reading 26).',
    '"`filter=eq(<attribute>,<value>)`"; "The general filter syntax [...]: not shown." (4.3).',
  ),
  ...alike(
    { express: 'node-curation-wrong-join' },
    'warning',
    'the node is not curated, so its order is open; which products carry the mark is said, that no others do is not (readings 19 and 20).',
    '"If the node\'s products were curated [...], products are returned in that order, and each curated product carries `curated_product` = true." (4.3).',
  ),
  ...alike(
    { rust: 'components-cached-by-node', spring: 'included-keeps-earlier-answers' },
    'warning',
    'what is included belongs to the result, which may be the page or the whole listing (reading 25).',
    '"Component products of bundles in the result; an empty array when there are no bundle components." (4.3).',
  ),
  ...alike(
    {
      rust: 'links-lose-filter',
      spring: 'link-last-past-the-end',
      'go-memory': '30-the-next-link-loses-the-filter',
    },
    'warning',
    'where links lead is said in a word each (reading 24).',
    '"`current` (the current page)" (4.3).',
  ),
  ...alike(
    {
      rust: 'value-cut-at-comma',
      django: 'name-as-ascii',
      fastify: 'filter-decoded-twice',
      spring: 'filter-plain-letters-only',
    },
    'none',
    'how a value is written that holds a comma, a percent sign or characters beyond ASCII is not shown (reading 26).',
    '"The general filter syntax [...]: not shown." (4.3).',
  ),
  ...alike(
    { 'go-memory': '06-reserved-rate-limit-goes-through-a' },
    'warning',
    'the range of limits is not shown; that one which is taken comes back as it was sent is not said (reading 9).',
    '"reserved_rate_limit | integer" (2.1), without a range.',
  ),
  ...alike(
    { 'go-memory': '24-included-component-products-contains-draft-component' },
    'warning',
    'what is stated of live products is stated of the products of the node; and of component products only that they are included (reading 18).',
    '"Component products of bundles in the result" (4.3).',
  ),
  ...alike(
    { django: 'any-bearer-token' },
    'none',
    'which tokens are good is not stated (reading 10).',
    '"How bearer tokens are obtained [...]: not shown." (5).',
  ),
];
