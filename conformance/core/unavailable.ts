import type { OperationId } from '../../src/contract/contract.ts';
import type { Remedy } from './remedies.ts';

/** An operation or a node that could not be judged. */
export type Unavailable = {
  readonly operation: OperationId;
  /** Only if other nodes of the operation are served. */
  readonly node?: string;
  readonly state: 'not implemented' | 'not let in' | 'asks for a header' | 'no node' | 'not read';
  /** The request and the response: the path, the status and the message. */
  readonly saw: string;
  /** The same without the ids and the message. */
  readonly inShort: string;
  /** The status and the message. */
  readonly returned: string;
  readonly advice: string;
  /** What the operator could add. */
  readonly remedy?: Remedy;
};

/** In one line. */
export const lineOf = ({ saw, advice }: Pick<Unavailable, 'saw' | 'advice'>): string => `${saw} — ${advice}`;
