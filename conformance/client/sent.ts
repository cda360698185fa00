import type { KindChoiceId } from '../../src/contract/choices.ts';
import { type Clause, type Contract, constraintsOf } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { globMatcher } from '../../src/glob.ts';
import { type Exchange, header, isLost, pathIn } from '../../src/http/exchange.ts';
import { operationAsked, operationOf } from '../core/operation-of.ts';
import { isAccepted, isMissing, wasAccepted } from '../core/status.ts';
import { fileOf } from '../report/clause-places.ts';
import type { FaultySent } from './client-report.ts';
import { sentenceOf, shownRequest } from './difference.ts';
import type { Planned } from './plan.ts';
import type { CommandRun } from './session.ts';

export function operationsOf(
  exchanges: readonly Exchange[],
  contract: Contract,
): Partial<Record<OperationId, number>> {
  const counts: Partial<Record<OperationId, number>> = {};
  for (const { request } of exchanges) {
    const operation = operationOf(contract, request);
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
  const sent = pathIn(request.target);
  return (
    method.toUpperCase() === request.method &&
    (path === sent || globMatcher(path)?.(sent) === true) &&
    (clause === undefined || clausesOf(response).includes(clause))
  );
}

const clausesOf = (response: Exchange['response']): string[] =>
  isLost(response) ? [] : (header(response.headers, 'assay-clause') ?? '').split(', ');

/** What the condition of a request decides: it is not modified, or another one than the client knows (RFC 9110, 15.4.5 and 15.5.13). */
const isOfCondition = (response: Exchange['response']): boolean =>
  !isLost(response) && [304, 412].includes(response.status);

/** Whether the stub rejected a request: not by a fault, a condition, nor a status that the request itself asked for. */
function isStubRejection({ response }: Exchange): boolean {
  if (isLost(response) || isAccepted({ response }) || header(response.headers, 'assay-fault') !== undefined)
    return false;
  if (isOfCondition(response)) return false;
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
  const isDeletedBefore = createDeletions();
  for (const exchange of exchanges) {
    const { request, response, number } = exchange;
    if (isDeletedBefore(exchange)) continue;
    const saysSo = header(request.headers, expectHeader)?.trim().toLowerCase() === 'rejection';
    const rejected = isStubRejection(exchange) || (saysSo && isOfCondition(response));
    const matching = rejected ? entries.filter((entry) => matchesEntry(exchange, entry)) : [];
    for (const entry of matching) matched.add(entry);
    const isExpected = saysSo || matching.length > 0;
    if (rejected) counts[isExpected ? 'rejectedAsExpected' : 'rejected'] += 1;
    if (isLost(response) || rejected === isExpected) continue;
    const shown = shownRequest(contract, exchange, number);
    const test = header(request.headers, testHeader);
    for (const why of rejected ? reasonsOf(exchange, contract) : [acceptedReason]) {
      const key = subjectOfSent({ ...why, request: shown });
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

/** Returns whether a request is for what the client itself deleted before: it asks whether that is gone. */
function createDeletions(): (exchange: Exchange) => boolean {
  const deleted = new Set<string>();
  return ({ request, response }) => {
    const path = pathIn(request.target);
    if (request.method === 'DELETE' && wasAccepted({ response })) deleted.add(path);
    return isMissing({ response }) && deleted.has(path);
  };
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
export const subjectOfSent = ({
  kind,
  clause,
  choice,
  operation,
  text,
  request,
}: SentReason & Pick<FaultySent, 'request'>): string =>
  [kind, clause ?? `${operation ?? `${request.method} ${pathIn(request.target)}`} ${text}`, choice].join(' ');

export const expectationAdvice = `If a test sends an invalid request on purpose, let it send the header \`Assay-Expect: rejection\`, or list the request in a file and name it with --expect.`;

/** Why a request is reported. */
type SentReason = Pick<FaultySent, 'kind' | 'clause' | 'operation' | 'line' | 'text' | 'choice'>;

/** The choice by which a stub rejects a valid request, since it does not have what is asked for. */
const unknownChoice: KindChoiceId = 'unknown-node';

/** The clauses that a rejection names, or what the stub says of it. A request that is no operation is named by itself. */
function reasonsOf(exchange: Exchange, contract: Contract): SentReason[] {
  const { request, response } = exchange;
  if (isLost(response)) return [];
  const operation = operationAsked(contract, request)?.id;
  const place = isPlaceIn(contract, operation);
  const clauses = (operation === undefined ? [] : clausesOf(response)).flatMap((id) => {
    const clause = contract.clauses.get(id);
    return clause ? [clause] : [];
  });
  const choice = header(response.headers, 'assay-choice')?.split(', ')[0];
  const stated = choice === undefined ? clauses.filter(({ level }) => level !== 'unspecified') : [];
  if (stated.length > 0)
    return stated.map((clause) => ({
      kind: 'rejected',
      clause: clause.id,
      ...place(clause),
      text: clause.text,
    }));
  const [clause] = clauses;
  return [
    {
      kind:
        choice?.split('=')[0] === unknownChoice || isOfUnknown(exchange, contract) ? 'unknown' : 'rejected',
      ...(clause ? { clause: clause.id } : {}),
      ...place(clause, header(response.headers, 'assay-pointer')),
      ...(choice === undefined ? {} : { choice }),
      text: sentenceOf(contract, exchange),
    },
  ];
}

/** Whether a request is for a record that the stub does not have; whether others have it, the client cannot know. */
const isOfUnknown = (exchange: Exchange, contract: Contract): boolean =>
  isMissing(exchange) && operationAsked(contract, exchange.request)?.path.includes('{') === true;

/** Returns where the contract says what a clause states, or what is at the pointers that a rejection names; else the operation. */
const isPlaceIn =
  (contract: Contract, operation: OperationId | undefined) =>
  (clause: Clause | undefined, pointers = ''): Pick<FaultySent, 'operation' | 'line'> => {
    if (operation === undefined) return {};
    const lineOf = ({ at: places }: Clause): string[] =>
      places.filter((place) => fileOf(place) !== undefined);
    const within = pointers.split(', ').flatMap((pointer) => (pointer === '' ? [] : pointer.slice(1)));
    const constraints = constraintsOf(contract, operation);
    const near = constraints.filter(({ pointer }) => within.some((one) => isWithin(pointer, one)));
    const ofFields = new Set(constraints.map((one) => one.clause.id));
    const others = [...contract.clauses.values()].filter(
      ({ id }) => id.startsWith(`${operation}/`) && !ofFields.has(id),
    );
    const [line] = [
      ...[...(clause ? [clause] : []), ...near.map((one) => one.clause)].flatMap(lineOf),
      ...mostCommonFirst(others.flatMap(lineOf)),
    ];
    return { operation, ...(line === undefined ? {} : { line }) };
  };

/** The line that most clauses of an operation are about is that of the operation itself. */
const mostCommonFirst = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, (line) => line).values()]
    .toSorted((one, other) => other.length - one.length)
    .flatMap(([line]) => line ?? []);

/** A pointer to a whole operation names nothing in it. */
const isWithin = (pointer: string, named: string): boolean =>
  pointer.startsWith(`${named}/`) && !/^\/paths\/[^/]+\/[^/]+$/.test(named);

const acceptedReason: SentReason = {
  kind: 'accepted',
  text: 'accepted, although the client expects a rejection',
};

/** What a client sent that is only accepted because the stub tolerates it; what is alike once. */
export const toleratedRequests = (
  formVariations: readonly Planned[],
  exchanges: readonly Exchange[],
  contract: Contract,
): FaultySent[] =>
  formVariations.flatMap(({ variation: { id }, noticed }) => {
    const found = new Map<string, FaultySent>();
    for (const { at: number, clause: named, says } of noticed?.rejected ?? []) {
      const exchange = exchanges[number];
      if (!exchange) continue;
      const clause = contract.clauses.get(named ?? '');
      const text = clause?.text ?? says;
      const before = found.get(text);
      found.set(text, {
        kind: 'tolerated',
        ...(clause ? { clause: clause.id } : {}),
        ...isPlaceIn(contract, operationAsked(contract, exchange.request)?.id)(clause),
        text,
        choice: id,
        request: shownRequest(contract, exchange, number + 1),
        ...before,
        count: (before?.count ?? 0) + 1,
      });
    }
    return [...found.values()];
  });
