// What a contract states of the bodies of rejections.

import type { Contract } from '../../../src/contract/contract.ts';
import { type Operation, type OperationId, operationIn } from '../../../src/contract/operations.ts';
import { allowsText } from '../../../src/contract/parameter-text.ts';
import { limits, rejectsItself } from '../../../src/contract/rejections.ts';
import {
  describesRejection,
  nameOfStatus,
  rejectionBody,
  responseTypes,
} from '../../../src/contract/statuses.ts';
import { compileSchema, type Violation } from '../../../src/contract/validate.ts';
import {
  type HttpRequest,
  type HttpResponse,
  header,
  type Mutant,
  withBody,
} from '../../../src/http/exchange.ts';
import { jsonOf } from '../../../src/json/body.ts';
import { at, isObject, type Json, type JsonObject, stepsOf, withoutAt } from '../../../src/json/json.ts';
import { requiredOf } from '../../../src/json/schema-at.ts';
import { bareType, isJsonType } from '../../../src/media-type.ts';
import type { Claim } from '../../core/claim.ts';
import type { Breach, ReadExchange } from '../../core/evidence.ts';
import { pathValuesOf } from '../../core/operation-of.ts';
import { isRedacted } from '../../core/redacted-values.ts';
import { rules } from '../../core/rule.ts';
import { isRejected } from '../../core/status.ts';
import { isFor, onResponse, withHeader, withJson } from '../../mutants/edits.ts';

/** The name of a rejection whose body a contract describes; undefined if it describes none. */
function describedOf(contract: Contract, { operation: id, request, response }: ReadExchange) {
  if (!isRejected({ response }) || request.method === 'HEAD') return undefined;
  const operation = operationIn(contract, id);
  const name = nameOfStatus(contract, operation, response.status);
  return name !== undefined && describesRejection(contract, operation, name) ? name : undefined;
}

/** Whether a value is beyond a limit, which applications check; integers of more than 32 bits many frameworks cannot read. */
const isBeyondLimit = ({ constraint: { keyword }, value }: Breach): boolean =>
  limits.includes(keyword) && !(typeof value === 'number' && Math.abs(value) >= 2 ** 31);

/** Whether the path has values that the contract allows; others are often rejected by a router, with the status 404. */
function hasAllowedPath(contract: Contract, operation: Operation, request: HttpRequest): boolean {
  const values = pathValuesOf(contract, request);
  return operation.pathParameters.every((name, index) => {
    const stated = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    return stated === undefined || allowsText(stated.schema, values[index] ?? '');
  });
}

/** Whether the application itself rejects, not its framework or a gateway: these have bodies of their own. */
function isOfApplication(contract: Contract, exchange: ReadExchange, name: string): boolean {
  const { body, operation: id, request, requestContent } = exchange;
  const operation = operationIn(contract, id);
  return (
    'json' in body &&
    rejectsItself(contract, operation, name) &&
    hasAllowedPath(contract, operation, request) &&
    requestContent.defects.every(isBeyondLimit) &&
    (!['400', '422'].includes(name) || requestContent.defects.length > 0)
  );
}

/** What of a schema a body breaks. Null in an optional field counts as absent, and formats are written in several ways. */
function violationIn(schema: JsonObject, body: Json): Violation | undefined {
  const found = compileSchema(schema)(body).filter(({ keyword }) => keyword !== 'format');
  const paths = found.map(({ pointer }) =>
    stepsOf(pointer).map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
  );
  const none = paths.find((path) => at(body, ...path) === null);
  return none === undefined || none.length === 0 ? found[0] : violationIn(schema, withoutAt(body, none));
}

/** Whether a response has a media type that the contract lists beside that whose schema is known. */
function isOtherType(
  contract: Contract,
  operation: Operation,
  name: string,
  response: HttpResponse,
): boolean {
  const type = bareType(header(response.headers, 'content-type') ?? '');
  return (
    responseTypes(contract, operation, name).includes(type) &&
    type !== rejectionBody(contract, operation, response.status)?.type
  );
}

const eachRejection = (isMeant: typeof isOfApplication): Claim => ({
  on: 'response',
  judge: (exchange, judge) => {
    const { body, isRecorded, response } = exchange;
    const name = describedOf(judge.contract, exchange);
    if (name === undefined || !isMeant(judge.contract, exchange, name)) return;
    const operation = operationIn(judge.contract, exchange.operation);
    const isHidden = isRecorded === true && 'json' in body && isRedacted(JSON.stringify(body.json));
    const stated = rejectionBody(judge.contract, operation, response.status);
    if (isHidden || !stated || isOtherType(judge.contract, operation, name, response)) return;
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

/** With these, applications reject; others, such as 401 and 413, are often those of a gateway. */
const statusesOfApplications = [400, 404, 409, 410, 412, 415, 422];

/** The claim that JSON is sent with a media type that the contract lists, or another of JSON. */
const saysItsType: Claim = {
  on: 'response',
  judge: (exchange, judge) => {
    const { body, operation: id, response } = exchange;
    const name = describedOf(judge.contract, exchange);
    // Another rule reports a body that is not the JSON that the contract describes.
    if (name === undefined || !statusesOfApplications.includes(response.status) || !('json' in body)) return;
    const operation = operationIn(judge.contract, id);
    const described = rejectionBody(judge.contract, operation, response.status);
    if (!described || violationIn(described.schema, body.json)) return;
    const types = responseTypes(judge.contract, operation, name).map(bareType);
    if (types.some((type) => type.includes('*'))) return;
    const type = header(response.headers, 'content-type');
    judge.claim(type !== undefined && (isJsonType(type) || types.includes(bareType(type))), () => ({
      expected: `Content-Type ${types.join(' or ')}, which the contract lists for the status ${name}`,
      saw: type ?? 'none',
      shown: [exchange],
    }));
  },
};

/** A body that the schema does not permit: without a required field, else a list or a text. */
const broken = (json: Json, schema: JsonObject): Json => {
  const [field] = requiredOf(schema);
  if (field !== undefined && isObject(json)) return withoutAt(json, [field]) ?? null;
  return [[], 'rejected'].find((one) => violationIn(schema, one)) ?? json;
};

const changeRejections = (
  operation: OperationId,
  change: (response: HttpResponse, schema: JsonObject) => HttpResponse,
): Mutant =>
  onResponse((response, request, contract) => {
    if (response.status < 400 || !isFor(contract, operation, request)) return response;
    const stated = rejectionBody(contract, operationIn(contract, operation), response.status);
    return stated ? change(response, stated.schema) : response;
  });

export default rules('all', ['rejections'], {
  'rejection-body': (operation) => ({
    title: 'the body of a rejection is as the contract describes it',
    claims: [ofApplication],
    mutants: {
      'rejections have other bodies': changeRejections(operation, (response, schema) => {
        const json = jsonOf(response.body);
        return json === undefined ? response : withJson(response, broken(json, schema));
      }),
    },
  }),
  'rejection-body-elsewhere': (operation) => ({
    title: 'the body of a rejection by a framework or a gateway is as the contract describes it, too',
    claims: [elsewhere],
    mutants: {
      'rejections are pages of HTML': changeRejections(operation, (response) =>
        withBody(response, Buffer.from('<h1>Rejected</h1>')),
      ),
    },
  }),
  'rejection-type': (operation) => ({
    title: 'a rejection with JSON has a Content-Type that the contract lists',
    claims: [saysItsType],
    mutants: {
      'rejections say that they are HTML': changeRejections(operation, (response) =>
        withHeader(response, 'content-type', 'text/html; charset=utf-8'),
      ),
    },
  }),
});
