import type { OperationId } from '../contract/contract.ts';
import type { Header } from '../wire/exchange.ts';
import type { Choice } from './choice.ts';
import { type ChoiceId, type Choices, choiceTable } from './choices.ts';

/** Where a refusal comes from: a clause, a place in the contract, and the choice of the stub if it was one. */
export type Why = {
  readonly clause?: string;
  /** JSON pointer into openapi.yaml. */
  readonly pointer?: string;
  readonly choice?: ChoiceId;
};

/** The headers that tell an integrator why. */
export const whyHeaderNames = { clause: 'assay-clause', pointer: 'assay-pointer', choice: 'assay-choice' };

/** Writes the reasons of a refusal, each once, as headers. */
export function whyHeaders(reasons: readonly Why[], choices: Choices): Header[] {
  const lines = {
    clause: reasons.map(({ clause }) => clause),
    pointer: reasons.map(({ pointer }) => pointer && `#${pointer}`),
    choice: reasons.map(({ choice }) => choice && `${choice}=${choices[choice]}`),
  };
  return Object.entries(lines).flatMap(([kind, values]): Header[] => {
    const distinct = [...new Set(values.filter((value) => value !== undefined))];
    const name = whyHeaderNames[kind as keyof Why];
    return distinct.length > 0 ? [[name, distinct.map(printable).join(', ')]] : [];
  });
}

/** A reason that is a choice of the stub, with the clause it belongs to in that operation. */
export function chosen(choice: ChoiceId, operation?: OperationId): Why {
  const { clauses }: Choice = choiceTable[choice];
  const family = operation === undefined ? '' : clauseFamilies[operation];
  const clause = clauses.find((id) => id.startsWith(family)) ?? clauses[0];
  return clause === undefined ? { choice } : { clause, choice };
}

const clauseFamilies: Record<OperationId, string> = {
  'application-key': 'key-',
  subscription: 'subscription-',
  'node-products': 'products-',
};

/** Header values are printable ASCII; a contract may name its members otherwise. */
const printable = (text: string): string => text.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
