import type { Finding } from '../report.ts';
import { standingOf, thatAre } from '../standing.ts';

/** What a server is built of, in the order in which one builds it. */
export const steps = [
  'operations',
  'access',
  'status and body',
  'fields',
  'valid requests',
  'rejections',
  'paging',
  'filters',
  'listed products',
  'order',
  'included products',
  'links',
  'choices and house rules',
] as const;
/** One of them. */
export type Step = (typeof steps)[number];

/** By its name, the step of a rule and its place on that step; the first pattern that matches counts. */
const places: readonly (readonly [Step, RegExp])[] = [
  ['operations', /\/(accepted|served)$/],
  ['access', /\/(authorization|(bare-token|empty-token|other-scheme)-rejected)$/],
  ['status and body', /\/(created|reply-json|reply-data|data-array)$/],
  ['status and body', /\/content-type$/],
  ['fields', /\/(included-array|total-present|total-type|links-.*-(shown|string)|links-object)$/],
  ['fields', /\/self-link/],
  ['valid requests', /\/(accepts-|parameters-optional$|request-charset$|request-size$)/],
  ['valid requests', /\/request-.*-(accepted|capitals|each|optional|own)$/],
  ['rejections', /\/request-.*-(constant|allowed|required)$|\/request-(body|data)|-authority-empty$/],
  ['rejections', /\/(request-|path-uuid)|-not-crash$/],
  ['paging', /\/page-offset-alone$/],
  ['paging', /\/page-limit(-exact)?$/],
  ['paging', /\/total-constant$/],
  ['paging', /\/(page|pages|offset)-/],
  ['filters', /\/filter-.*-(only|all)$/],
  ['filters', /\/(filter-|total-filter)/],
  ['listed products', /\/(live-|hidden-|own-products-)/],
  ['listed products', /\/total-count$/],
  ['order', /\/(order|curated)-/],
  ['included products', /\/included-/],
  ['links', /\/links-/],
  ['fields', /\//],
];

type Told = Pick<Finding, 'rule' | 'source' | 'operation'>;

function placeOf({ rule, source }: Told): number {
  const found = source !== 'contract' ? -1 : places.findIndex(([, pattern]) => pattern.test(rule));
  return found < 0 ? places.length : found;
}

/** The step on which a finding is. */
export const stepOf = (finding: Told): Step => places[placeOf(finding)]?.[0] ?? 'choices and house rules';

/** Orders findings by the steps on which they are, the lowest first. */
export const climbing = <T extends Told>(findings: readonly T[]): T[] =>
  findings.toSorted(
    (one, other) =>
      steps.indexOf(stepOf(one)) - steps.indexOf(stepOf(other)) || placeOf(one) - placeOf(other),
  );

/** What broken rules have in common, by their names: they are mended together, and shown as one finding. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['access', /\/(authorization|.*-token-rejected|other-scheme-rejected)$/],
  ['empty', /-not-empty$/],
  ['echo', /-echo(-|$)/],
  ['distinct', /-distinct(-|$)/],
  ['timestamps', /-(timestamp|current)$/],
  ['required', /\/request-.*(-required|-empty)$|\/request-(data|data-object|null-required)$/],
  ['lengths', /\/request-.*-(length|bound|two-bytes)$/],
  ['forms', /\/request-.*-(type|string|integer|uuid|form|unknown|spaces)$/],
  ['page sizes', /\/(page-limit|page-limit-exact|filter-pages-exact|filter-pages)$/],
  ['parameters', /\/page-(limit|offset)-(bound|integer)$/],
  ['order', /\/curated-order/],
  ['totals', /\/total-(constant|count|filter)$/],
  ['filters that find too much', /\/filter-(.*-only|none-matches)$/],
  ['filters that find too little', /\/filter-(.*-all|served)$/],
  ['filters that are ignored', /\/filter-(unknown-operator|unparsable)$/],
  ['pages that do not join', /\/(pages-join|offset-tail|order-stable)/],
  ['links', /\/links-(current|first|last|next|prev|keep|served)(-null)?$/],
];

const types = /-(arrays?|boolean|integer|object|strings?|uuid)$/;

/** Findings with one likely cause: the lowest of them, and the others. */
export type Family<T = Finding> = { readonly lead: T; readonly others: readonly T[] };

/** Folds findings that are likely mended together; the lowest steps come first, of each family and of all. */
export const familiesOf = <T extends Told & Pick<Finding, 'saw'>>(findings: readonly T[]): Family<T>[] =>
  folded(climbing(findings));

/** The broken rules of a report and its warnings, folded: a warning that has its cause in a broken rule is under that. */
export function familiesIn(results: readonly Finding[]): { broken: Family[]; warnings: Family[] } {
  const failing = climbing(thatAre('fail', results));
  const keys = new Set(failing.map(keyOf));
  const [under, apart] = [true, false].map((isUnder) =>
    climbing(thatAre('warning', results)).filter((warning) => keys.has(keyOf(warning)) === isUnder),
  );
  return { broken: folded([...failing, ...(under ?? [])]), warnings: folded(apart ?? []) };
}

const folded = <T extends Told & Pick<Finding, 'saw'>>(ordered: readonly T[]): Family<T>[] =>
  [...Map.groupBy(ordered, keyOf).values()].flatMap(([lead, ...others]) => (lead ? [{ lead, others }] : []));

const keyOf = (finding: Told & Pick<Finding, 'saw'>): string => `${finding.operation} ${kindOf(finding)}`;

function kindOf(finding: Told & Pick<Finding, 'saw'>): string {
  const { rule, saw = '' } = finding;
  const kind = kinds.find(([, pattern]) => pattern.test(rule))?.[0];
  if (kind !== undefined) return kind;
  if (stepOf(finding) !== 'fields') return rule;
  if (saw.startsWith('nothing there')) return 'missing';
  return types.test(rule) ? 'types' : rule;
}

/** The other rules of a family by name, after that of its lead. */
export const namesOf = (findings: readonly Told[]): string[] =>
  findings.map(({ rule, operation }) =>
    operation && rule.startsWith(`${operation}/`) ? rule.slice(operation.length + 1) : rule,
  );

/** What the others of a family are named under. Only what the same request shows has probably the same reason. */
export const alsoTitle = ({ lead, others }: Family): string =>
  others.every(({ reproduce }) => reproduce !== undefined && reproduce === lead.reproduce)
    ? 'also broken, probably for the same reason'
    : 'also broken, of the same kind';

/** How many rules of a family end as its first one does; the others of a broken family can be warnings. */
export const rulesIn = ({ lead, others }: Family): number =>
  1 + others.filter((other) => standingOf(other) === standingOf(lead)).length;

/** How many rules of these families are about what, such as `2 about paging, 3 about filters`. */
export const perStep = (families: readonly Family[]): string =>
  [...Map.groupBy(families, ({ lead }) => stepOf(lead))]
    .map(([step, own]) => `${own.reduce((sum, family) => sum + rulesIn(family), 0)} about ${step}`)
    .join(', ');
