import { isOfKind, type OperationId, operationIn } from '../../src/contract/operations.ts';
import type { Json } from '../../src/json/json.ts';
import type { ResponseClaim } from '../core/claim.ts';
import type { Context, ExperimentContext } from '../core/context.ts';
import type { Attempt, ReadExchange } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import type { CollectionName } from '../core/target.ts';
import { attempt } from '../create/attempts.ts';
import { creationsOf } from '../create/creations.ts';
import type { Control } from '../create/edits.ts';
import { validBody } from '../create/valid-body.ts';
import { listingRequest, type Query } from '../list/query.ts';

/** A request that differs in one edit from the least that is valid. */
export type HouseAttempt = Pick<Attempt, 'what' | 'expects'> & {
  /** Makes the body to send from the body of a valid request. */
  readonly edit: (body: Json) => Json;
};

/** What a house rule may do to give itself data. Whatever comes back is judged by every rule. */
export type House = Pick<Context, 'target' | 'seed' | 'orUntested'> & {
  /** Lists a collection, in part if the query says so. Nothing decisive, such as a lost connection, ends the gathering. */
  readonly list: (collection: CollectionName, query?: Query) => Promise<ReadExchange>;
  /** Sends the least valid request of the rule's operation, or one that is made from it. It counts as a write. */
  readonly create: (edit?: (body: Json) => Json) => Promise<RunExchange>;
  /**
   * Sends a request between two controls: the least valid one, accepted before it and again after it. The rule is
   * broken where what should be rejected is accepted, or the other way round. Each of them counts as a write.
   */
  readonly attempt: (attempt: HouseAttempt) => Promise<void>;
};

/** A rule of a team's own, as it is written in its file. The name of the file is its name, and that of its clause. */
export type HouseRule = {
  /** What it is about; only responses of this operation are judged. */
  readonly operation: OperationId;
  /** What must be so, in a line. */
  readonly title: string;
  /** Any of these broken breaks the rule. */
  readonly claims: readonly ResponseClaim[];
  /** Sends what gives the rule data, where the requests of a check do not. It judges nothing. */
  readonly gather?: (house: House) => Promise<void>;
};

const mostRequests = 200;

export function openHouse(context: ExperimentContext, operation: OperationId, clause: string): House {
  const { contract, target, seed, orUntested } = context;
  let requests = 0;
  const counted = (more: number): void => {
    requests += more;
    if (requests > mostRequests) throw new Error(`it sends more than ${mostRequests} requests`);
  };
  const writing = (): OperationId => {
    if (!isOfKind(contract, operation, 'create'))
      throw new Error(
        `a rule of ${operation} creates nothing; it can only ${operationIn(contract, operation).kind}`,
      );
    return operation;
  };
  const least: Control = (declared) => validBody(context, writing(), [], declared);
  return {
    target,
    seed,
    orUntested,
    list: async (collection, query = {}) => {
      counted(1);
      return context.send(listingRequest(context, collection, query));
    },
    create: async (edit = (body) => body) => {
      counted(1);
      const { inTurn, send } = creationsOf(context, writing());
      return inTurn(() => send(least, { edit }));
    },
    attempt: async ({ what, expects, edit }) => {
      counted(3);
      await attempt(context, writing(), [{ clause, what, expects, control: least, edit }]);
    },
  };
}
