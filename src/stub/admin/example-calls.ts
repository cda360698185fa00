import { descriptorOf, type OperationId, operationIds } from '../../contract/operations/operations.ts';
import type { Call, Header } from '../../http/exchange.ts';
import type { Choices } from '../choices/choices.ts';
import { stubOperations } from '../operations/all.ts';
import { ownToken } from '../requests/authorization.ts';
import type { ServedStub } from '../requests/handler.ts';

/** What a stub takes for a token, unless each operation has its own. */
export const anyToken = 'any-token-will-do';

/** A token that a stub with these choices accepts for an operation. */
export const exampleToken = (choices: Choices, operation: OperationId): string =>
  choices.tokens === 'own' ? ownToken(operation) : anyToken;

/** One call for each operation that a stub answers successfully. */
export const exampleCalls = (stub: ServedStub): Call[] =>
  operationIds.flatMap((id): Call[] => {
    const example = stubOperations[id].example(stub);
    if (!example) return [];
    const headers: Header[] = [['Authorization', `Bearer ${exampleToken(stub.choices, id)}`]];
    if (descriptorOf(id).hasBody) headers.push(['Content-Type', 'application/json']);
    return [{ method: stub.contract.operations[id].method, headers, ...example }];
  });
