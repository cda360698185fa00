import type { Contract } from '../../src/contract/contract.ts';
import {
  everyOperation,
  isChanging,
  isOfKind,
  isWriting,
  type Operation,
  operationIn,
} from '../../src/contract/operations.ts';
import { recordsIn, shownIdOf } from '../../src/contract/record.ts';
import { creatorOf, listingOf } from '../../src/contract/related-operations.ts';
import { bodyText, type HttpRequest, isLost } from '../../src/http/exchange.ts';
import { onceFor } from '../../src/once.ts';
import { withoutKeys } from '../../src/secrets/credentials.ts';
import type { Redactor } from '../../src/secrets/redactor.ts';
import type { ContractAndTarget } from '../core/context.ts';
import { createdIn, jsonIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import { operationAsked, operationOf } from '../core/operation-of.ts';
import { remedyWords } from '../core/remedies.ts';
import { jsonOfRequest } from '../core/requests.ts';
import { topicBroken } from '../core/topic.ts';
import { blockerOf, type Result } from '../core/verdict.ts';
import { type CountingTerms, isWarning } from '../engine/exit-code.ts';
import { countKept } from '../engine/memory-limits.ts';
import { withValuesOf } from '../life/changes.ts';
import { queryOf } from '../list/query.ts';
import { wordsOfResult } from './reasons.ts';
import type { Finding, ShownExchange } from './report.ts';
import { repeatLine } from './secrets.ts';
import { show } from './show-exchange.ts';
import { lackOf } from './untested-causes.ts';

/** What findings depend on, apart from the result; and whether somebody else sent the requests. */
type ShowingTerms = ContractAndTarget &
  Required<CountingTerms> & {
    readonly nonce: string;
    readonly redactor: Redactor;
    readonly isForeign: boolean;
    /** From when on there is no more time for bodies. */
    readonly reportBy?: number | undefined;
  };

/** The operations that wrote what a failing listing shows of this run; if its rule is checked alone, they send nothing. */
function writtenBy({ contract, nonce }: ShowingTerms, { verdict, operation, exchanges }: Result): string[] {
  const listing = operation === undefined ? undefined : operationIn(contract, operation);
  if (verdict !== 'fail' || !listing?.list) return [];
  const isShown = exchanges.some(
    ({ response }) => !isLost(response) && bodyText(response.body).includes(nonce),
  );
  if (!isShown) return [];
  const isOfListing = (one: Operation): boolean =>
    listingOf(contract, creatorOf(contract, one.id) ?? one)?.id === operation;
  return everyOperation(contract).flatMap((one) => (isWriting(one) && isOfListing(one) ? [one.id] : []));
}

/** A result as a report shows it: in words, without secrets, with what repeats it. */
export function findingOf(result: Result, showing: ShowingTerms): Finding {
  const { contract, target, strict, required, redactor, isForeign } = showing;
  const {
    exchanges,
    intermittent,
    foreign: _foreign,
    dependsOn: _dependsOn,
    why: _why,
    isMissing: _isMissing,
    remedy,
    ...others
  } = result;
  const { rule, clause, level, verdict, operation } = result;
  const topic = topicBroken(result);
  const lack = lackOf(result);
  const because = blockerOf(result);
  const shown = result.verdict === 'fail' ? exchanges[0] : exchanges.at(-1);
  const said = isForeign ? redactor.foreign : redactor.text;
  const writers = writtenBy(showing, result);
  return {
    ...redactor.data({
      ...others,
      ...(because === undefined ? {} : { because }),
      ...(topic === undefined ? {} : { topic }),
      ...wordsOfResult(result),
      ...(remedy === undefined ? {} : { remedy: remedyWords(remedy) }),
      ...(lack === undefined ? {} : { lack }),
    }),
    // What assay and the contract state is never redacted, also if a secret is a part of it.
    rule,
    clause,
    level,
    verdict,
    ...(operation === undefined ? {} : { operation }),
    warning: isWarning(result, { strict, required }),
    ...(writers.length > 0 && !isForeign ? { writers } : {}),
    ...(shown ? { reproduce: repeatLine({ contract, target }, shown.request, isForeign, said) } : {}),
    ...(isForeign ? {} : stepsOf(exchanges, showing)),
    exchanges: exchanges.map((exchange) => shownOnce(exchange, showing)),
    ...(intermittent
      ? {
          intermittent: intermittent.map((once) => ({
            ...redactor.data({ expected: once.expected, saw: once.saw }),
            exchanges: once.exchanges.map((exchange) => shownOnce(exchange, showing)),
          })),
        }
      : {}),
  };
}

/** A check deletes the record that a change shows to be wrong: the lines that make another one, change it and read it. */
function stepsOf(exchanges: readonly RunExchange[], { contract, target, redactor }: ShowingTerms) {
  const find = (isMeant: (operation: Operation) => boolean): RunExchange | undefined =>
    exchanges.find(({ request }) => {
      const operation = operationAsked(contract, request);
      return operation !== undefined && isMeant(operation);
    });
  const change = find(isChanging);
  const created = find(({ kind }) => kind === 'create');
  const id = created && createdIn(contract, created)?.id;
  if (!change || !created || id === undefined) return {};
  const line = ({ request }: Pick<RunExchange, 'request'>): string =>
    repeatLine({ contract, target }, request, false, redactor.text);
  const read = find(({ kind }) => kind === 'read' || kind === 'list');
  const before = exchanges.findLast((one) =>
    isOfKind(contract, operationOf(contract, one.request) ?? '', 'read'),
  );
  return {
    steps: {
      create: `${line({ request: before ? creationLike(contract, created, before) : created.request })}  # below, its id instead of ${redactor.text(id)}`,
      change: line(change),
      ...(read ? { read: line(read) } : {}),
    },
  };
}

/** The request that created a record, with the values that a later reading shows: others may have changed it meanwhile. */
function creationLike(contract: Contract, { request }: RunExchange, reading: RunExchange): HttpRequest {
  const creation = operationAsked(contract, request);
  const body = jsonOfRequest(request);
  return creation && body !== undefined
    ? { ...request, body: Buffer.from(JSON.stringify(withValuesOf(creation, body, reading))) }
    : request;
}

/** Exchanges that were made ready to be shown, and room for more: rules share exchanges, and many show the same one. */
const exchangeShower = onceFor((_: Redactor) => ({
  ready: new Map<number, ShownExchange>(),
  roomFor: countKept(),
}));

function shownOnce(
  exchange: RunExchange,
  { contract, redactor, isForeign, reportBy }: ShowingTerms,
): ShownExchange {
  const { ready, roomFor } = exchangeShower(redactor);
  const { id, response } = exchange;
  const made = ready.get(id);
  if (made) return made;
  const room = isLost(response) ? undefined : roomFor(response.body.byteLength);
  const concealed = { ...exchange, request: withoutKeys(contract, exchange.request) };
  const page = pageShown(contract, exchange);
  const shown = {
    ...show(concealed, redactor, { isForeign, reportBy, room }),
    ...(page === undefined ? {} : { page: redactor.data(page) }),
  };
  ready.set(id, shown);
  return shown;
}

/** The page that an exchange is, if it lists and its records have ids. */
function pageShown(contract: Contract, { request, response }: RunExchange): ShownExchange['page'] {
  const asked = operationOf(contract, request);
  if (asked === undefined || !isOfKind(contract, asked, 'list')) return undefined;
  const operation = operationIn(contract, asked);
  const ids = recordsIn(operation, jsonIn({ response })).flatMap((one) => shownIdOf(operation, one) ?? []);
  if (ids.length === 0) return undefined;
  const { filter, further, place, offset } = queryOf(contract, request);
  const selection = JSON.stringify([request.target.split('?', 1)[0], filter, further]);
  const from = place === undefined ? 0 : offset;
  return { selection, ids, ...(from === undefined ? {} : { from }) };
}
