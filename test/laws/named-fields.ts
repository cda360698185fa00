import type { FindingText } from '../../conformance/proof/kills.ts';
import { contract } from '../shipped.ts';

/** What may quote anything: values, paths of requests, the product a field is of. */
const quoted =
  /"(?:[^"\\]|\\.)*"(?: \(\d+ characters\))?|https?:\S+|\/\S+|\(of [^)]*\)|(?:eq|in)\([^)]*\)|[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** What a request asks for, such as `page[limit]=3&page[offset]=0`. */
const query = /\S+=\S*/g;
/** A field by its path, or a parameter of a page. */
const field = /page\[\w+\]|[a-z]\w*(?:\[\d*\]|\.\*|\.[a-z]\w*)*/g;

/** Every name in a path of the contract. */
const names = new Set(contract.constraints.flatMap(({ paths }) => paths.flat()));

/** The fields that a text names; a word alone counts only if no English word is written so. An entry of `data` is none. */
const fieldsIn = (text: string): string[] =>
  (text.match(field) ?? [])
    .filter(
      (name) => /[._[]/.test(name) && (name.startsWith('page[') || names.has(name.split(/[.[]/)[0] ?? '')),
    )
    .map((name) => name.replaceAll(/\[\d+\]/g, '[]'))
    .filter((name) => name !== 'data[]');

/** How long a text says that something is. */
const lengthsIn = (text: string): string[] => text.match(/\d+(?= characters)/g) ?? [];

/** Whether two paths may be of one field: one of them may lack its beginning, and a `*` is any name. */
function agree(one: string, other: string): boolean {
  const [long = [], short = []] = [one, other]
    .map((path) => path.split('.').toReversed())
    .toSorted((a, b) => b.length - a.length);
  return short.every((step, index) => [long[index], '*'].includes(step) || long[index] === '*');
}

/** What the title of a finding names that its assertion is not about, and the other way round; nothing if they fit. */
export function misnamed({ title, expected = '', saw = '' }: Omit<FindingText, 'asked'>): string[] {
  const [titled, asserted, returned] = [title, expected, saw].map((text) => text.replaceAll(quoted, ' '));
  const known = fieldsIn(`${asserted} ${returned}`);
  const named = fieldsIn(titled ?? '');
  const due = fieldsIn((asserted ?? '').replaceAll(query, ' '));
  const [said, tried] = [titled ?? '', asserted ?? ''].map(lengthsIn);
  return [
    ...due.filter((one) => !named.some((other) => agree(one, other))).map((one) => `does not name ${one}`),
    ...named.filter((one) => !known.some((other) => agree(one, other))).map((one) => `names ${one}`),
    ...(String(said) === String(tried) ? [] : [`says ${said} characters instead of ${tried}`]),
  ];
}
