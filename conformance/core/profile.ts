import type { OperationId } from '../../src/contract/contract.ts';
import {
  collectionParameters,
  isChanging,
  isStateful,
  isWriting,
  type Operation,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import { recordIn, valuesIn } from '../../src/contract/record.ts';
import { schemaAt } from '../../src/contract/schema-at.ts';
import { at, type Json, type Path } from '../../src/json/json.ts';
import { collectionsLineFor, type Remedy, tokenLine } from './remedies.ts';
import type { Shows } from './rule.ts';
import { type Target, tokenFor } from './target.ts';

/** At least one passed `must` has to show one of these (READINGS 32: an empty shop proves nothing). */
export type Demand = { readonly shows: readonly Shows[]; readonly words: string };

export type OperationProfile = {
  readonly id: OperationId;
  readonly writes: boolean;
  /** Whether a body contains a record: a status alone proves nothing. */
  readonly showsResource: (body: Json | undefined) => boolean;
  /** What `conforms` demands instead of what its kind does. */
  readonly demands?: readonly Demand[];
  /** The line of the target file that could turn a rejection of valid input into an acceptance. */
  readonly remedyFor: (status: number, target: Target) => Remedy | undefined;
  readonly creation?: CreationProfile;
};

export type CreationProfile = {
  readonly optionalFields: readonly string[];
  /** Optional fields of each request; one contains the nonce. */
  readonly alwaysSent: readonly string[];
  readonly triedBeside?: string;
  readonly freeText: string;
  /** Where a record has the free text. */
  readonly freeTextIn: Path;
  /** Further fields that a server may reject, by choice; `sent` has the fields of a valid request. */
  readonly nonDefaultFields: (
    sent: unknown,
  ) => Readonly<Record<string, readonly [field: string, value: Json]>>;
};

export const content = {
  shows: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'checked a response body',
} as const;

export const required = {
  shows: ['required'],
  words: 'showed that a request without a required field is rejected',
} as const;

/** Whether a body contains the record that its operation creates or reads. */
export const showsRecord = (contract: WithOperations, operation: OperationId, body: unknown): boolean =>
  recordIn(operationIn(contract, operation), body) !== undefined;

/** What a schema alone says of valid requests. */
function plainCreation({ kind, request, sentIn, idPlace }: Operation): CreationProfile {
  const schema = schemaAt(request, sentIn);
  const required = at(schema, 'required');
  const fields = Object.entries((at(schema, 'properties') ?? {}) as Record<string, Json>);
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const isFree = (one: Json): boolean =>
    at(one, 'type') === 'string' &&
    ['enum', 'const', 'format', 'pattern'].every((keyword) => at(one, keyword) === undefined);
  const [freeText = ''] = fields
    .filter(([, one]) => isFree(one))
    .map(([name]) => name)
    .toSorted((one, other) => Number(isRequired(other)) - Number(isRequired(one)));
  return {
    // An id that a client may choose would have to be another one in each request.
    optionalFields: fields
      .map(([name]) => name)
      .filter((name) => !isRequired(name) && name !== String(idPlace[0])),
    // A request that changes nothing may be rejected.
    alwaysSent: kind === 'update' ? [freeText || (fields[0]?.[0] ?? '')] : [],
    freeText,
    freeTextIn: [freeText],
    nonDefaultFields: () => ({}),
  };
}

export const wantsToken = (operation: OperationId, status: number, target: Target): boolean =>
  status === 401 || (status === 403 && tokenFor(target, operation) === undefined);

export const plainProfileOf = (
  contract: WithOperations,
  id: OperationId,
  own: Partial<OperationProfile> = {},
): OperationProfile => {
  const operation = operationIn(contract, id);
  const { kind } = operation;
  return {
    id,
    writes: kind === 'create' || isChanging(operation) || (kind === 'read' && isStateful(contract, id)),
    showsResource: (body) =>
      kind === 'delete' ||
      (isChanging(operation) && body === undefined) ||
      (kind === 'list' ? valuesIn(operation, body) : recordIn(operation, body)) !== undefined,
    remedyFor: (status, target) => {
      if (kind === 'list' && collectionParameters(operation).length > 0)
        return [401, 403].includes(status) ? tokenLine(id, target) : collectionsLineFor(contract, id, target);
      return wantsToken(id, status, target) ? tokenLine(id, target) : undefined;
    },
    ...(isWriting(operation) ? { creation: plainCreation(operation) } : {}),
    ...own,
  };
};
