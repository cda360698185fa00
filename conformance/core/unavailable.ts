import type { OperationId } from '../../src/contract/contract.ts';
import type { Remedy } from './remedies.ts';

/** An operation that could not be judged, or a node of it: it is not there, or lets no request in. */
export type Unavailable = {
  readonly operation: OperationId;
  /** The hierarchy and the node, where others of the operation are there. */
  readonly node?: string;
  readonly state: 'not implemented' | 'not let in' | 'asks for a header' | 'no node' | 'not read';
  /** What was asked, and what came: the path, the status and the first words of the body. */
  readonly saw: string;
  /** The same with the ids in the path left out, and the words of the body. */
  readonly inShort: string;
  /** The status and the first words of the body. */
  readonly returned: string;
  /** What to do. */
  readonly advice: string;
  /** What the operator could add. */
  readonly remedy?: Remedy;
};

/** Both on one line. */
export const lineOf = ({ saw, advice }: Pick<Unavailable, 'saw' | 'advice'>): string => `${saw} — ${advice}`;
