import type { Contract } from '../../../contract/contract.ts';
import { type ListStructure, listOf } from '../../../contract/list.ts';
import { isOfKind } from '../../../contract/operations/operations.ts';
import { type Call, isLost, type Transport } from '../../../http/exchange.ts';
import type { Choices } from '../../choices/choices.ts';
import { seededRandom } from '../../choices/seeded-random.ts';
import { readCursor } from '../../operations/node-products/cursor.ts';
import { isPartial } from '../../replies/partial-reply.ts';
import { withHeader } from '../../replies/reply.ts';
import type { OperationOf } from '../../requests/operation-of.ts';
import type { Delays } from '../../state/delays.ts';
import { faultMiddleware } from './fault-middleware.ts';
import type { FaultRequest } from './fault-request.ts';
import { findMutant, type NamedMutants } from './named-mutants.ts';

/** The number of the page that a call asks for, counted from 1, in pages of the size that it names; `usual` if it names none. */
function pageNumber(list: ListStructure, { target }: Call, usual: number): number {
  const sent = new Map(new URLSearchParams(target.split('?')[1] ?? ''));
  const query = readCursor(list, sent) ?? sent;
  const [offset, limit] = [list.names.offset, list.names.limit].map((name) => Number(query.get(name) ?? 0));
  return offset && offset > 0 ? 1 + Math.ceil(offset / (limit && limit > 0 ? limit : usual)) : 1;
}

/** A fault that was added, and how often it has struck. */
export type ArmedFault = { readonly id: string; readonly request: FaultRequest; readonly struck: number };

/** The faults in front of one stub. Several faults of one request apply in the order they were added. */
export type Faults = {
  readonly transport: Transport;
  readonly add: (request: FaultRequest) => Promise<ArmedFault>;
  readonly list: () => ArmedFault[];
  /** Returns whether there was a fault with that id. */
  readonly remove: (id: string) => boolean;
  readonly clear: () => void;
};

/** What the faults of a stub are created from. */
type FaultSetup = {
  readonly next: Transport;
  readonly contract: Contract;
  readonly choices: Choices;
  readonly delays: Delays;
  readonly operationOf: OperationOf;
  /** Seeds the random numbers of each fault. */
  readonly seed: string | number;
  readonly namedMutants: NamedMutants;
};

type Armed = {
  readonly order: number;
  readonly request: FaultRequest;
  readonly chance: (count: number) => number;
  readonly transport: Transport;
  /** How many requests it could have applied to so far. */
  met: number;
  struck: number;
};

/** Creates an empty list of faults. */
export function createFaults({
  next,
  contract,
  choices,
  delays,
  operationOf,
  seed,
  namedMutants,
}: FaultSetup): Faults {
  let armed: readonly Armed[] = [];
  let added = 0;

  const isMeant = ({ operation, fromPage }: FaultRequest, call: Call): boolean => {
    const asked = operationOf(call);
    if (operation !== undefined && asked !== operation) return false;
    if (fromPage === undefined) return true;
    const isListing = asked !== undefined && isOfKind(asked, 'list');
    return isListing && pageNumber(listOf(contract), call, choices['default-page-size']) >= fromPage;
  };
  const strikes = (fault: Armed, call: Call): boolean => {
    const { fromRequest = 1, times = Number.POSITIVE_INFINITY, probability = 1 } = fault.request;
    if (!isMeant(fault.request, call)) return false;
    fault.met += 1;
    if (fault.met < fromRequest || fault.struck >= times) return false;
    return probability === 1 || fault.chance(resolution) < probability * resolution;
  };

  const passOn = async (call: Call, after: number) => {
    const fault = armed.find((one) => one.order > after && strikes(one, call));
    if (!fault) return next(call);
    fault.struck += 1;
    const reply = await fault.transport(call);
    const mark = ['assay-fault', `${fault.order} ${fault.request.kind}`] as const;
    if (isPartial(reply)) return { ...reply, sent: withHeader(reply.sent, ...mark) };
    return isLost(reply) ? reply : withHeader(reply, ...mark);
  };

  return {
    transport: (call) => (armed.length === 0 ? next(call) : passOn(call, 0)),
    add: async (request) => {
      added += 1;
      const order = added;
      const draw = seededRandom(`${seed}/${order}/effect`);
      const middleware = await faultMiddleware(request, {
        choices,
        delays,
        draw,
        mutant: async (name) => {
          const mutant = await findMutant(name, namedMutants);
          return (inner) => mutant(inner, contract);
        },
      });
      const transport = middleware((call) => passOn(call, order));
      const fault = {
        order,
        request,
        chance: seededRandom(`${seed}/${order}/chance`),
        transport,
        met: 0,
        struck: 0,
      };
      armed = [...armed, fault];
      return shown(fault);
    },
    list: () => armed.map(shown),
    remove: (id) => {
      const others = armed.filter((fault) => String(fault.order) !== id);
      const found = others.length < armed.length;
      armed = others;
      return found;
    },
    clear: () => {
      armed = [];
      added = 0;
    },
  };
}

/** The resolution of probabilities. */
const resolution = 1_000_000;

const shown = ({ order, request, struck }: Armed): ArmedFault => ({ id: String(order), request, struck });
