import { choiceOf } from '../../contract/choices/choices.ts';
import type { OperationId } from '../../contract/contract.ts';
import type { Header } from '../../http/exchange.ts';
import type { Choices, StubChoiceId } from '../choices/choices.ts';

/** The reason for a rejection: a clause, a place in the contract, the stub's choice if it made one, and a way out. */
export type Reason = {
  readonly clause?: string;
  /** JSON pointer into openapi.yaml. */
  readonly pointer?: string;
  readonly choice?: StubChoiceId;
  /** The path that is served and most like the one that was asked for. */
  readonly nearest?: string;
};

/** The headers that give an integrator the reason. */
export const reasonHeaderNames = {
  clause: 'assay-clause',
  pointer: 'assay-pointer',
  choice: 'assay-choice',
  nearest: 'assay-nearest',
};

/** The reasons for a rejection as headers, without duplicates. */
export function reasonHeaders(reasons: readonly Reason[], choices: Choices): Header[] {
  const lines = {
    clause: reasons.map(({ clause }) => clause),
    pointer: reasons.map(({ pointer }) => pointer && `#${pointer}`),
    choice: reasons.map(({ choice }) => choice && `${choice}=${choices[choice]}`),
    nearest: reasons.map(({ nearest }) => nearest),
  };
  return Object.entries(lines).flatMap(([kind, values]): Header[] => {
    const distinct = [...new Set(values.filter((value) => value !== undefined))];
    const name = reasonHeaderNames[kind as keyof Reason];
    return distinct.length > 0 ? [[name, distinct.map(printable).join(', ')]] : [];
  });
}

/** The reason for a rejection that the stub chose, with the clause of the choice in an operation. */
export function choiceReason(choice: StubChoiceId, operation?: OperationId): Reason {
  const { clauses } = choiceOf(choice);
  const own = operation && clauses.find((id) => id.startsWith(`${operation}/`));
  const clause = own ?? clauses[0];
  return clause === undefined ? { choice } : { clause, choice };
}

/** Header values must be printable ASCII, but names in a contract need not be. */
const printable = (text: string): string => text.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
