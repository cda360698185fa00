import type { OperationId } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import type { AnswerClaim } from '../core/claim.ts';
import type { Context } from '../core/context.ts';
import type { Answer, Attempt } from '../core/evidence.ts';
import type { NodeTarget } from '../core/target.ts';
import type { Query } from '../node-products/calls.ts';

/** A request that differs in one edit from the least that is valid. */
export type HouseAttempt = Pick<Attempt, 'what' | 'expects'> & {
  /** Makes the body that is tried from that of the request it differs from. */
  readonly edit: (body: Json) => Json;
};

/** What a house rule may do to give itself data. Whatever comes back is judged by every rule. */
export type House = Pick<Context, 'target' | 'seed' | 'orUntested'> & {
  /** Lists a node, in part if the query says so. Nothing decisive, such as a lost connection, ends the gathering. */
  readonly list: (node: Pick<NodeTarget, 'hierarchy' | 'node'>, query?: Query) => Promise<Answer>;
  /** Sends the least valid request of the rule's operation, or one that is made from it. It counts as a write. */
  readonly create: (edit?: (body: Json) => Json) => Promise<Exchange>;
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
  readonly claims: readonly AnswerClaim[];
  /** Sends what gives the rule data, where the requests of a check do not. It judges nothing. */
  readonly gather?: (house: House) => Promise<void>;
};
