import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { operationThat } from '../../src/contract/operations/operations.ts';
import { type Exchange, header, isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject } from '../../src/json/json.ts';
import { createOperationOf } from '../../src/stub/requests/operation-of.ts';
import type { FaultySent } from './client-report.ts';
import { shownRequest } from './parting.ts';
import type { Planned } from './plan.ts';

/** How often a client asked for each operation. */
export function operationsOf(
  exchanges: readonly Exchange[],
  contract: Contract,
): Partial<Record<OperationId, number>> {
  const operationOf = createOperationOf(contract, '');
  const counts: Partial<Record<OperationId, number>> = {};
  for (const { call } of exchanges) {
    const operation = operationOf(call);
    if (operation) counts[operation] = (counts[operation] ?? 0) + 1;
  }
  return counts;
}

/**
 * What a client sent that the contract rejects, whoever made the request, each clause once. A request that is rejected
 * for a choice of the stub is none of them: another conforming server may accept it.
 */
export function rejectedRequests(exchanges: readonly Exchange[], contract: Contract): FaultySent[] {
  const found = new Map<string, FaultySent>();
  for (const [index, exchange] of exchanges.entries()) {
    const { reply } = exchange;
    if (isLost(reply) || reply.status < 300) continue;
    const isChosen = header(reply.headers, 'assay-choice') !== undefined;
    for (const id of (header(reply.headers, 'assay-clause') ?? '').split(', ')) {
      const clause = contract.clauses.get(id);
      if (!clause || clause.level === 'unspecified' || isChosen) continue;
      const before = found.get(id);
      found.set(id, {
        kind: 'rejected',
        level: clause.level,
        clause: id,
        text: clause.text,
        request: shownRequest(exchange, index + 1),
        ...before,
        count: (before?.count ?? 0) + 1,
      });
    }
  }
  return [...found.values()];
}

/** The choices about the form of a request: what a stub accepts under one option, and rejects under another. */
const formChoices: ReadonlySet<string> = new Set([
  'scheme-case',
  'unknown-members',
  'content-type-required',
  'trailing-text',
  'request-meta',
  'subscription-filter',
  'payment-null',
  'unknown-parameters',
  'duplicate-parameters',
  'raw-brackets',
  'trailing-slash',
  'filter-whitespace',
  'filter-empty',
]);

/** What a client sent that is only accepted because the stub tolerates it. */
export const toleratedRequests = (
  planned: readonly Planned[],
  exchanges: readonly Exchange[],
  contract: Contract,
): FaultySent[] =>
  planned.flatMap(({ variation, noticed }): FaultySent[] => {
    const [answer] = variation.answers;
    const exchange = noticed && exchanges[noticed.at];
    if (!answer || !exchange || !noticed.isRejected || !formChoices.has(answer.question)) return [];
    const clause = contract.clauses.get(noticed.clause ?? '');
    return [
      {
        kind: 'tolerated',
        level: 'unspecified',
        clause: clause?.id ?? answer.question,
        text: clause?.text ?? answer.asks,
        choice: variation.id,
        request: shownRequest(exchange, noticed.at + 1),
        count: 1,
      },
    ];
  });

/** What is worth knowing of a client, and breaks nothing. */
export function observedOf(exchanges: readonly Exchange[], contract: Contract): string[] {
  const operationOf = createOperationOf(contract, '');
  const listings = exchanges.filter(({ call }) => operationOf(call) === operationThat('list', 'product'));
  if (listings.length === 0) return [];
  const queries = listings.map(({ call }) => new URLSearchParams(call.target.split('?')[1] ?? ''));
  const targets = new Set(listings.map(({ call }) => normalTarget(call.target)));
  const later = queries.some((query) => Number(query.get('page[offset]') ?? 0) > 0 || query.has('cursor'));
  const nexts = listings.flatMap(({ reply }) => nextLinkOf(reply));
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

function nextLinkOf(reply: Exchange['reply']): string[] {
  const read = isLost(reply) ? undefined : readBody(reply.body);
  const json = read && 'json' in read ? read.json : undefined;
  const products = at(json, 'data');
  const links = Array.isArray(products) ? at(products[0], 'links') : undefined;
  return isObject(links) && typeof links.next === 'string' ? [links.next] : [];
}
