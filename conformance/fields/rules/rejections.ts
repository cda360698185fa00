// What a contract states of the bodies of rejections.

import type { Contract } from '../../../src/contract/contract.ts';
import { type OperationId, operationIn } from '../../../src/contract/operations.ts';
import {
  applicationStatuses,
  describedRejections,
  nameOfStatus,
  rejectionBody,
} from '../../../src/contract/statuses.ts';
import { compileSchema, type Violation } from '../../../src/contract/validate.ts';
import { type HttpResponse, isLost, type Mutant, withBody } from '../../../src/http/exchange.ts';
import { readBody } from '../../../src/json/body.ts';
import { isObject, type Json, type JsonObject, withoutAt } from '../../../src/json/json.ts';
import { requiredOf } from '../../../src/json/schema-at.ts';
import type { Claim } from '../../core/claim.ts';
import type { ReadExchange } from '../../core/evidence.ts';
import { isRedacted } from '../../core/redacted-values.ts';
import { rules } from '../../core/rule.ts';
import { isFor, withJson } from '../../mutants/edits.ts';

/** The name of a rejection whose body a contract describes; undefined if it describes none. */
function describedOf(contract: Contract, { operation: id, request, response }: ReadExchange) {
  const operation = operationIn(contract, id);
  const { status } = response;
  if (status < 400 || status > 499 || request.method === 'HEAD') return undefined;
  const name = nameOfStatus(contract, operation, status) ?? '';
  return describedRejections(contract, operation).includes(name) ? name : undefined;
}

/** What frameworks leave to applications; a value of another type is rejected while the body is read. */
const limits = [
  'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
  'minItems', 'maxItems', 'uniqueItems',
]; // biome-ignore format: one glance

/** Whether the application itself rejects, not its framework or a gateway: these have bodies of their own. */
const isOfApplication = ({ requestContent: { defects }, body }: ReadExchange, name: string): boolean =>
  'json' in body &&
  applicationStatuses.includes(name) &&
  (!['400', '422'].includes(name) ||
    (defects.length > 0 && defects.every(({ constraint: { keyword } }) => limits.includes(keyword))));

/** What of a schema a body breaks. Formats are written in several ways. */
const violationIn = (schema: JsonObject, body: Json): Violation | undefined =>
  compileSchema(schema)(body).find(({ keyword }) => keyword !== 'format');

const eachRejection = (isMeant: (exchange: ReadExchange, name: string) => boolean): Claim => ({
  on: 'response',
  judge: (exchange, judge) => {
    const { accepted, body, isRecorded, operation, response } = exchange;
    const name = accepted ? undefined : describedOf(judge.contract, exchange);
    if (name === undefined || !isMeant(exchange, name)) return;
    const isHidden = isRecorded === true && 'json' in body && isRedacted(JSON.stringify(body.json));
    const stated = rejectionBody(judge.contract, operationIn(judge.contract, operation), response.status);
    if (isHidden || !stated) return;
    const violation = 'json' in body ? violationIn(stated.schema, body.json) : undefined;
    judge.claim('json' in body && violation === undefined, () => ({
      expected: `the body that the contract describes for the status ${name}`,
      saw: violation ? `${violation.pointer || 'a body that'} ${violation.message}` : 'no JSON',
      shown: [exchange],
    }));
  },
});

const ofApplication = eachRejection(isOfApplication);
const elsewhere = eachRejection((...of) => !isOfApplication(...of));

/** What a mutant returns instead of the body of a rejection: it lacks a field, or is no object. */
const broken = (json: Json, schema: JsonObject): Json => {
  const [field] = requiredOf(schema);
  if (field !== undefined && isObject(json)) return withoutAt(json, [field]) ?? null;
  return [[], 'rejected'].find((one) => violationIn(schema, one)) ?? json;
};

const changeRejections =
  (
    operation: OperationId,
    isMeant: (status: number) => boolean,
    change: (response: HttpResponse, schema: JsonObject) => HttpResponse,
  ): Mutant =>
  (next, contract) =>
  async (request) => {
    const response = await next(request);
    if (isLost(response) || !isMeant(response.status) || !isFor(contract, operation, request))
      return response;
    const stated = rejectionBody(contract, operationIn(contract, operation), response.status);
    return stated ? change(response, stated.schema) : response;
  };

export default rules('all', ['rejections'], {
  'rejection-body': (operation) => ({
    title: 'the body of a rejection is as the contract describes it',
    claims: [ofApplication],
    mutants: {
      'rejections have other bodies': changeRejections(
        operation,
        (status) => applicationStatuses.includes(String(status)),
        (response, schema) => {
          const body = readBody(response.body);
          return 'json' in body ? withJson(response, broken(body.json, schema)) : response;
        },
      ),
    },
  }),
  'rejection-body-elsewhere': (operation) => ({
    title: 'the body of a rejection by a framework or a gateway is as the contract describes it, too',
    claims: [elsewhere],
    mutants: {
      'rejections are pages of HTML': changeRejections(
        operation,
        (status) => status >= 400,
        (response) => withBody(response, Buffer.from('<h1>Rejected</h1>')),
      ),
    },
  }),
});
