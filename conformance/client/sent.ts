import type { ChoiceId } from '../../src/contract/choices.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { listOf } from '../../src/contract/list.ts';
import { isOfKind, operationIn } from '../../src/contract/operations.ts';
import { type Exchange, type HttpResponse, header, isLost, queryIn } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject } from '../../src/json/json.ts';
import { secretsInRequest } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createOperationOf } from '../../src/stub/routes.ts';
import { globMatcher } from '../engine/rule-selection.ts';
import type { FaultySent } from './client-report.ts';
import { shownRequest } from './difference.ts';
import type { Planned } from './plan.ts';
import type { CommandRun } from './session.ts';

export function operationsOf(
  exchanges: readonly Exchange[],
  contract: Contract,
): Partial<Record<OperationId, number>> {
  const operationOf = createOperationOf(contract, '');
  const counts: Partial<Record<OperationId, number>> = {};
  for (const { request } of exchanges) {
    const operation = operationOf(request);
    if (operation) counts[operation] = (counts[operation] ?? 0) + 1;
  }
  return counts;
}

/** The header by which a client says that it means a request to be rejected, and the one that names its test. */
const [expectHeader, testHeader] = ['assay-expect', 'assay-test'];

/** Requests that tests mean to be rejected and that cannot have the header, as a file lists them. */
export type ExpectedRejection = {
  readonly method: string;
  /** Below the base URL, without the query; `*` matches one part of it, `**` several. */
  readonly path: string;
  /** The clause for which they are rejected; any, if it is absent. */
  readonly clause?: string;
  readonly reason: string;
};

function matchesEntry({ request, response }: Exchange, { method, path, clause }: ExpectedRejection): boolean {
  const sent = pathOf(request.target);
  return (
    method.toUpperCase() === request.method &&
    (path === sent || globMatcher(path)?.(sent) === true) &&
    (clause === undefined || clausesOf(response).includes(clause))
  );
}

/** The ids of the clauses that the stub names in a rejection. */
const clausesOf = (response: Exchange['response']): string[] =>
  isLost(response) ? [] : (header(response.headers, 'assay-clause') ?? '').split(', ');

/** Whether the stub rejected a request: not by a fault, and not by a status that the request itself asked for. */
function isRejected({ response }: Exchange): boolean {
  if (isLost(response) || response.status < 300 || header(response.headers, 'assay-fault') !== undefined)
    return false;
  return !(header(response.headers, 'preference-applied') ?? '').includes('code=');
}

type Rejections = {
  /** How many requests the stub rejected: unexpectedly, and as the client expected. */
  readonly counts: { readonly rejected: number; readonly rejectedAsExpected: number };
  /** The requests that it rejected unexpectedly, or accepted although their header expects a rejection; those that are alike once. */
  readonly unexpected: FaultySent[];
  /** Entries of the client's file for which nothing was rejected, a sentence each. */
  readonly unmatched: string[];
};

/** Compares what the stub rejected with what a client expects. */
export function rejectionsOf(
  exchanges: CommandRun['exchanges'],
  contract: Contract,
  entries: readonly ExpectedRejection[] = [],
): Rejections {
  const found = new Map<string, FaultySent>();
  const matched = new Set<ExpectedRejection>();
  const counts = { rejected: 0, rejectedAsExpected: 0 };
  for (const exchange of exchanges) {
    const { request, response, number } = exchange;
    const rejected = isRejected(exchange);
    const saysSo = header(request.headers, expectHeader)?.trim().toLowerCase() === 'rejection';
    const matching = rejected ? entries.filter((entry) => matchesEntry(exchange, entry)) : [];
    for (const entry of matching) matched.add(entry);
    const isExpected = saysSo || matching.length > 0;
    if (rejected) counts[isExpected ? 'rejectedAsExpected' : 'rejected'] += 1;
    if (isLost(response) || rejected === isExpected) continue;
    const shown = shownRequest(exchange, number);
    const test = header(request.headers, testHeader);
    for (const { key, ...why } of rejected ? reasonsOf(exchange, contract) : [accepted(exchange)]) {
      const before = found.get(key);
      found.set(key, {
        ...why,
        ...(test === undefined ? {} : { test }),
        request: shown,
        ...before,
        count: (before?.count ?? 0) + 1,
      });
    }
  }
  const unmatched = entries
    .filter((entry) => !matched.has(entry))
    .map(({ method, path, clause }) => {
      const why = clause === undefined ? '' : ` for ${clause}`;
      return `The file of --expect lists ${method} ${path}, but no such request was rejected${why}.`;
    });
  return { counts, unexpected: [...found.values()], unmatched };
}

/**
 * The requests of a variation that break the specification, and that are not like any that the baseline sent: a run that passed
 * although the stub rejected a further page, for example. What only the changed option rejects is the variation's own finding.
 */
export function rejectedIn(
  variation: string,
  exchanges: CommandRun['exchanges'],
  contract: Contract,
  entries: readonly ExpectedRejection[] = [],
): FaultySent[] {
  return rejectionsOf(exchanges, contract, entries)
    .unexpected.filter(isBreach)
    .map((one) => ({ ...one, variation }));
}

/** Whether a request breaks the specification, and not only what some servers accept. */
export const isBreach = ({ kind, choice }: FaultySent): boolean =>
  kind === 'rejected' && choice === undefined;

/** What tells two requests apart that are reported: the clause, or the request itself. */
export const subjectOf = ({ kind, clause, choice, request }: FaultySent): string =>
  [kind, clause ?? `${request.method} ${pathOf(request.target)}`, choice].join(' ');

/** What a report advises if requests were rejected. */
export const expectationAdvice = `If a test sends an invalid request on purpose, let it send the header \`Assay-Expect: rejection\`, or list the request in a file and name it with --expect.`;

/** Why a request is reported; requests with the same key are alike. */
type Reason = Pick<FaultySent, 'kind' | 'clause' | 'text' | 'choice'> & { readonly key: string };

/** The choice by which a stub rejects a valid request, since it does not have what is asked for. */
const unknownChoice: ChoiceId = 'unknown-node';

/** The clauses that a rejection names, or what the stub says of it. A request that is no operation is named by itself. */
function reasonsOf({ request, response }: Exchange, contract: Contract): Reason[] {
  if (isLost(response)) return [];
  const operation = createOperationOf(contract, '')(request);
  const isOperation = operation !== undefined && operationIn(contract, operation).method === request.method;
  const clauses = (isOperation ? clausesOf(response) : []).flatMap((id) => {
    const clause = contract.clauses.get(id);
    return clause ? [clause] : [];
  });
  const choice = header(response.headers, 'assay-choice')?.split(', ')[0];
  const stated = choice === undefined ? clauses.filter(({ level }) => level !== 'unspecified') : [];
  if (stated.length > 0)
    return stated.map(({ id, text }) => ({ kind: 'rejected', key: id, clause: id, text }));
  const [clause] = clauses;
  const text = createRedactor(secretsInRequest(request)).foreign(sentenceOf(response));
  const place = `${request.method} ${pathOf(request.target)}`;
  return [
    {
      kind: choice?.split('=')[0] === unknownChoice ? 'unknown' : 'rejected',
      key: [clause?.id, choice, clause && choice !== undefined ? '' : place].join(' '),
      ...(clause ? { clause: clause.id } : {}),
      ...(choice === undefined ? {} : { choice }),
      text,
    },
  ];
}

const accepted = ({ request }: Exchange): Reason => ({
  kind: 'accepted',
  key: `accepted ${request.method} ${pathOf(request.target)}`,
  text: 'accepted, although the client expects a rejection',
});

const pathOf = (target: string): string => target.split('?')[0] ?? '';

function sentenceOf(response: HttpResponse): string {
  const read = readBody(response.body);
  const errors = 'json' in read ? at(read.json, 'errors') : undefined;
  const details = (Array.isArray(errors) ? errors : []).flatMap((error) => {
    const detail = at(error, 'detail');
    return typeof detail === 'string' ? [detail] : [];
  });
  return details.length > 0 ? details.join('; ') : `rejected with ${response.status}`;
}

/** What a client sent that is only accepted because the stub tolerates it. */
export const toleratedRequests = (
  formVariations: readonly Planned[],
  exchanges: readonly Exchange[],
  contract: Contract,
): FaultySent[] =>
  formVariations.flatMap(({ variation, noticed }): FaultySent[] => {
    const [option] = variation.options;
    const exchange = noticed && exchanges[noticed.at];
    if (!option || !exchange || !noticed.isRejected) return [];
    const clause = contract.clauses.get(noticed.clause ?? '');
    return [
      {
        kind: 'tolerated',
        ...(clause ? { clause: clause.id } : {}),
        text: clause?.text ?? option.asks,
        choice: variation.id,
        request: shownRequest(exchange, noticed.at + 1),
        count: 1,
      },
    ];
  });

/** What is worth knowing of a client, and breaks nothing. */
export function observedOf(exchanges: readonly Exchange[], contract: Contract): string[] {
  const { names } = listOf(contract);
  const operationOf = createOperationOf(contract, '');
  const listings = exchanges.filter(({ request }) => isOfKind(contract, operationOf(request) ?? '', 'list'));
  if (listings.length === 0) return [];
  const queries = listings.map(({ request }) => queryIn(request.target));
  const targets = new Set(listings.map(({ request }) => normalTarget(request.target)));
  const later = queries.some((query) => Number(query.get(names.offset) ?? 0) > 0 || query.has('cursor'));
  const nexts = listings.flatMap(({ response }) => nextLinkOf(response));
  return [
    ...(nexts.length > 0 && !later
      ? [`The client never asked for a second page, although ${nexts.length} of its listings had one.`]
      : []),
    ...(queries.some((query) => query.has('filter')) ? [] : ['The client never sent a filter.']),
    ...(nexts.length > 0 && later && !nexts.some((next) => targets.has(normalTarget(next)))
      ? ['The client asked for further pages, but never for the address in `links.next`.']
      : []),
  ];
}

/** The path and the parameters of an address, however they are written. */
function normalTarget(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://stub');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

function nextLinkOf(response: Exchange['response']): string[] {
  const read = isLost(response) ? undefined : readBody(response.body);
  const json = read && 'json' in read ? read.json : undefined;
  const records = at(json, 'data');
  const links = Array.isArray(records) ? at(records[0], 'links') : undefined;
  return isObject(links) && typeof links.next === 'string' ? [links.next] : [];
}
