import type { OperationId } from '../../src/contract/contract.ts';
import type { Demand } from '../../src/contract/demands.ts';
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
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { onceFor } from '../../src/once.ts';
import { collectionsLineFor, knownLine, type Remedy, tokenLine } from './remedies.ts';
import { knownGoodOf, type Target, tokenFor } from './target.ts';

export type OperationProfile = {
  readonly id: OperationId;
  readonly writes: boolean;
  /** Whether a body contains a record: a status alone proves nothing. */
  readonly showsResource: (body: Json | undefined) => boolean;
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

export const content: Demand = {
  shows: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'checked a response body',
};

export const required: Demand = {
  shows: ['required'],
  words: 'showed that a request without a required field is rejected',
};

/** Whether a body contains the record that its operation creates or reads. */
export const showsRecord = (contract: WithOperations, operation: OperationId, body: unknown): boolean =>
  recordIn(operationIn(contract, operation), body) !== undefined;

/** Whether a schema says anything of values: a field of which nothing is stated is not sent. */
const isStated = (schema: Json): boolean =>
  isObject(schema) && Object.keys(schema).some((name) => name !== 'description' && !name.startsWith('x-'));

/** Whether a text may be anything, so that it can contain the nonce. */
const isFree = (schema: Json): boolean =>
  at(schema, 'type') === 'string' &&
  ['enum', 'const', 'format', 'pattern'].every((keyword) => at(schema, keyword) === undefined);

type Fields = readonly (readonly [name: string, schema: Json])[];

const fieldsIn = (schema: unknown): Fields => Object.entries((at(schema, 'properties') ?? {}) as JsonObject);

const requiredIn = (schema: unknown): readonly Json[] => {
  const names = at(schema, 'required');
  return Array.isArray(names) ? names : [];
};

/** The place of a field in a record, the outermost first; the field of that name at its top if there is none. */
function placeIn(schema: unknown, name: string): Path {
  const open: { readonly path: Path; readonly schema: unknown }[] = [{ path: [], schema }];
  for (const one of open)
    for (const [field, inner] of fieldsIn(one.schema)) {
      if (field === name) return [...one.path, field];
      open.push({ path: [...one.path, field], schema: inner });
    }
  return [name];
}

/** What a contract says of valid requests. */
function creationOf({ kind, request, sentIn, response, record, idPlace }: Operation): CreationProfile {
  const schema = schemaAt(request, sentIn);
  const fields = fieldsIn(schema);
  const isRequired = (name: string): boolean => requiredIn(schema).includes(name);
  const [freeText = ''] = fields
    .filter(([, one]) => isFree(one))
    .map(([name]) => name)
    .toSorted((one, other) => Number(isRequired(other)) - Number(isRequired(one)));
  const isInEach = kind === 'create' && freeText !== '' && !isRequired(freeText);
  // A request that changes nothing may be rejected.
  const ofUpdate = kind === 'update' ? [freeText || (fields[0]?.[0] ?? '')] : [];
  return {
    // An id that a client may choose would have to be another one in each request.
    optionalFields: fields
      .filter(([, one]) => isStated(one))
      .map(([name]) => name)
      .filter((name) => !isRequired(name) && name !== String(idPlace[0]) && !(isInEach && name === freeText)),
    alwaysSent: isInEach ? [freeText] : ofUpdate,
    ...triedBeside(fields),
    freeText,
    freeTextIn: placeIn(schemaAt(response, record), freeText),
    nonDefaultFields: (sent) =>
      Object.fromEntries(
        fields.flatMap(([name, one]) =>
          Object.entries((at(one, 'x-choice') ?? {}) as JsonObject).map(([choice, values]) => [
            choice,
            [name, [values].flat().find((value) => value !== at(sent, name)) ?? null],
          ]),
        ),
      ),
  };
}

function triedBeside(fields: Fields): Pick<CreationProfile, 'triedBeside'> {
  const [name] = fields.find(([, schema]) => at(schema, 'x-beside') === true) ?? [];
  return name === undefined ? {} : { triedBeside: name };
}

const wantsToken = (operation: OperationId, status: number, target: Target): boolean =>
  status === 401 || (status === 403 && tokenFor(target, operation) === undefined);

/** What the target file could add for a creation that is rejected: values that are not declared yet; otherwise, others. */
function creationLine(
  { id, request, sentIn, security, nouns }: Operation,
  target: Target,
): Remedy | undefined {
  const schema = schemaAt(request, sentIn);
  const needed = fieldsIn(schema).filter(
    ([name, one]) =>
      requiredIn(schema).includes(name) &&
      !isFree(one) &&
      at(one, 'const') === undefined &&
      at(one, 'x-refers') === undefined,
  );
  if (needed.length === 0)
    return security.length === 0
      ? undefined
      : {
          kind: 'token',
          operation: id,
          token: `the token of an account that may create more ${nouns.records}`,
        };
  const [first] = knownGoodOf(target, id);
  const missing = needed.flatMap(([name]) => (first[name] === undefined ? `${name}: …` : []));
  if (missing.length > 0) return knownLine(id, missing.join(', '));
  const more = `known: { ${id}: … } with values that your server accepts, or several sets of values if it accepts each only once: [{ … }, { … }]`;
  const { triedBeside: beside } = triedBeside(fieldsIn(schema));
  return beside === undefined || first[beside] !== undefined
    ? more
    : `known: { ${id}: { ${beside}: … } }, or ${more}`;
}

function profileFor(contract: WithOperations, operation: Operation): OperationProfile {
  const { id, kind } = operation;
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
      if (wantsToken(id, status, target)) return tokenLine(id, target);
      return kind === 'create' ? creationLine(operation, target) : undefined;
    },
    ...(isWriting(operation) ? { creation: creationOf(operation) } : {}),
  };
}

const profilesOf = onceFor(
  (operations: WithOperations['operations']) =>
    new Map(Object.values(operations).map((one) => [one.id, profileFor({ operations }, one)])),
);

/** What a check demands of an operation, and what its requests are made of. */
export function profileOf({ operations }: WithOperations, id: OperationId): OperationProfile {
  const found = profilesOf(operations).get(id);
  if (!found) throw new Error(`the contract has no operation "${id}"`);
  return found;
}
