import { type Call, isLost, type Transport } from '../../wire/exchange.ts';
import { isBrokenOff } from '../broken-off.ts';
import type { Choices } from '../choices.ts';
import { drawer } from '../draw.ts';
import type { Recognise } from '../recognise.ts';
import { withHeader } from '../replies.ts';
import type { FaultRequest } from './fault-request.ts';
import { harmful } from './harm.ts';
import { findMutant, type NamedMutants } from './named-mutants.ts';

/** A fault that was asked for, and how often it has struck. */
export type ArmedFault = { readonly id: string; readonly request: FaultRequest; readonly struck: number };

/** The faults of one stub, in front of it. Several that strike at once do so in the order they were added. */
export type Faults = {
  readonly transport: Transport;
  readonly add: (request: FaultRequest) => Promise<ArmedFault>;
  readonly list: () => ArmedFault[];
  /** Whether there was one of that id. */
  readonly remove: (id: string) => boolean;
  readonly clear: () => void;
};

/** What faults are built from. */
export type FaultSetup = {
  readonly next: Transport;
  readonly choices: Choices;
  readonly recognise: Recognise;
  /** Chance follows from it, for each fault on its own. */
  readonly seed: string | number;
  readonly namedMutants: NamedMutants;
};

type Armed = {
  readonly order: number;
  readonly request: FaultRequest;
  readonly chance: (count: number) => number;
  readonly transport: Transport;
  struck: number;
};

/** Builds an empty list of faults. */
export function createFaults({ next, choices, recognise, seed, namedMutants }: FaultSetup): Faults {
  let armed: readonly Armed[] = [];
  let added = 0;

  const strikes = ({ request, struck, chance }: Armed, call: Call): boolean => {
    const { operation, times = Number.POSITIVE_INFINITY, probability = 1 } = request;
    if (operation !== undefined && recognise(call) !== operation) return false;
    return struck < times && (probability === 1 || chance(grain) < probability * grain);
  };

  const passOn = async (call: Call, after: number) => {
    const fault = armed.find((one) => one.order > after && strikes(one, call));
    if (!fault) return next(call);
    fault.struck += 1;
    const reply = await fault.transport(call);
    const mark = ['assay-fault', `${fault.order} ${fault.request.kind}`] as const;
    if (isBrokenOff(reply)) return { ...reply, begun: withHeader(reply.begun, ...mark) };
    return isLost(reply) ? reply : withHeader(reply, ...mark);
  };

  return {
    transport: (call) => (armed.length === 0 ? next(call) : passOn(call, 0)),
    add: async (request) => {
      added += 1;
      const order = added;
      const draw = drawer(`${seed}/${order}/harm`);
      const mutant = await harmful(request, {
        choices,
        draw,
        mutant: (name) => findMutant(name, namedMutants),
      });
      const transport = mutant((call) => passOn(call, order));
      const fault = { order, request, chance: drawer(`${seed}/${order}/chance`), transport, struck: 0 };
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

/** Probabilities are drawn this finely. */
const grain = 1_000_000;

const shown = ({ order, request, struck }: Armed): ArmedFault => ({ id: String(order), request, struck });
