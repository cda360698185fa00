import type { OperationId } from '../contract/contract.ts';
import { parseBody } from '../wire/body.ts';
import { header } from '../wire/exchange.ts';
import type { Json } from '../wire/json.ts';
import { createBodyCheck } from './body-check.ts';
import type { Incoming, Setup } from './operation.ts';
import { type Problem, type Refusal, refuse } from './refusal.ts';
import { chosen } from './why.ts';

/** A request body that may be served, or the reason why not. */
export type ReadBody = { readonly json: Json } | { readonly refused: Refusal };

/** Checks the reader cannot make out from the contract alone. */
export type ExtraCheck = (json: Json) => Problem[];

/** How deep a body may nest: far deeper than the contract goes, far shallower than a call stack. */
const depthLimit = 64;

/** Builds what reads, and judges, the request bodies of one operation. */
export function createBodyReader(
  setup: Setup,
  operation: OperationId,
  extraCheck: ExtraCheck,
): (incoming: Incoming) => ReadBody {
  const { choices, locate } = setup;
  const check = createBodyCheck(setup, operation);
  const family = operation === 'application-key' ? 'key' : operation;
  const place = locate.operation(operation, 'requestBody');
  const invalid = (status: number, problems: readonly Problem[]): ReadBody => ({
    refused: refuse(choices['bad-input'] === 'crash' ? 500 : status, problems),
  });
  return ({ headers, body }) => {
    if (choices['content-type-required'] === 'yes' && !isJsonType(header(headers, 'content-type'))) {
      const why = { ...chosen('content-type-required', operation), pointer: `${place}/content` };
      const problem = { detail: 'the body is to be JSON', source: { header: 'Content-Type' }, why };
      return { refused: refuse(415, [problem]) };
    }
    const read = parseBody(body);
    if ('unreadable' in read) {
      const clause = `${family}-request-body-${body.byteLength === 0 ? 'required' : 'json'}`;
      return invalid(400, [{ detail: read.unreadable, why: { clause, pointer: place } }]);
    }
    if (isDeeper(read.json, depthLimit)) return invalid(400, [{ detail: 'the body nests too deep' }]);
    const problems = [...check(read.json), ...extraCheck(read.json)];
    return problems.length > 0 ? invalid(choices['refusal-status'], problems) : read;
  };
}

const isJsonType = (type = ''): boolean =>
  /^\s*(application\/json|[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json)\s*(;|$)/i.test(type) &&
  /^(utf-?8)?$/i.test(/;\s*charset="?([^";]*)/i.exec(type)?.[1]?.trim() ?? '');

const isDeeper = (value: Json, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
