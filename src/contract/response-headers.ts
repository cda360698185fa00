// What a contract states of the headers of responses.

import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { typesOf } from '../json/schema-at.ts';
import type { Contract } from './contract.ts';
import { headersOf } from './list.ts';
import { inline } from './openapi.ts';
import type { Operation } from './operations.ts';
import { allows } from './schema-values.ts';
import { statedHeaders } from './statuses.ts';

/** A header that a contract gives a response: whether each has it, and the schema of its value. */
type StatedHeader = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonObject;
};

/**
 * The headers of a response that nothing else is said of: not those in which a listing has its links or its totals, the media
 * type, which OpenAPI ignores here (3.1, Response Object), nor cookies, which are secret.
 */
export function plainHeaders(
  contract: Pick<Contract, 'document'>,
  operation: Operation,
  status = operation.success,
): readonly StatedHeader[] {
  const others = ['content-type', 'set-cookie', ...(operation.list ? headersOf(operation.list) : [])];
  return [...statedHeaders(contract, operation, status)].flatMap(([name, { required, schema = {} }]) => {
    const whole = inline(contract.document, schema);
    if (others.includes(name.toLowerCase()) || !isObject(whole)) return [];
    return { name, isRequired: required === true, schema: whole };
  });
}

const scalars = ['integer', 'number', 'boolean'];

/** What the text of a header says, read as its schema has it; undefined for lists and objects, which have several forms. */
function readValue(text: string, { schema }: StatedHeader): Json | undefined {
  const types = typesOf(schema);
  if (types.length === 0 || types.includes('string')) return text;
  if (!types.every((type) => scalars.includes(String(type)))) return undefined;
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  return ['true', 'false'].includes(text) ? text === 'true' : text;
}

/** Formats are written in several ways, and are no part of the claim. */
const withoutFormat = ({ schema: { format: _format, ...stated } }: StatedHeader) => stated;

/** Whether the text of a header has the value that its schema permits. */
export function isPermittedText(text: string, stated: StatedHeader): boolean {
  const value = readValue(text, stated);
  return value === undefined || allows(withoutFormat(stated), value);
}

/** A text that the schema of a header does not permit, if it forbids one that is easily found. */
export const wrongText = (stated: StatedHeader): string | undefined =>
  ['-1', 'wrong', '\u00a0'].find((text) => !isPermittedText(text, stated));

/** Whether a response can break what is stated of its headers. */
export const statesHeaders = (contract: Pick<Contract, 'document'>, operation: Operation): boolean =>
  plainHeaders(contract, operation).some((one) => one.isRequired || wrongText(one) !== undefined);
