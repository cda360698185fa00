import { createHash } from 'node:crypto';
import { neededParameters, parameterExample } from '../../src/contract/needed-parameters.ts';
import { isOfKind, type Operation, type OperationId, operationIn } from '../../src/contract/operations.ts';
import { sampleOf } from '../../src/contract/schema-values.ts';
import { bearer, type SecurityScheme } from '../../src/contract/security.ts';
import { type Header, type HttpRequest, withoutHeader } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, type Json } from '../../src/json/json.ts';
import { onceForText } from '../../src/once.ts';
import { credentialIn, withCredential } from '../../src/secrets/credentials.ts';
import type { ContractAndTarget } from './context.ts';
import type { Target } from './target.ts';

/** Any JSON is accepted; rules judge the type. */
const accept: Header = ['accept', 'application/json, application/*+json;q=0.9, */*;q=0.1'];

/** A request with what every request to an operation has: the headers of the target file, and what lets it in. */
export function letIn(
  { contract, target }: ContractAndTarget,
  operation: OperationId,
  request: Omit<HttpRequest, 'headers'>,
): HttpRequest {
  const isTold = target.headers.some(([name]) => name.toLowerCase() === 'accept');
  const withHeaders: HttpRequest = { ...request, headers: [...(isTold ? [] : [accept]), ...target.headers] };
  const own = operationIn(contract, operation);
  const open = credentialsFor(target, own).reduce(
    (one, [scheme, value]) => withCredential(one, scheme, value),
    withHeaders,
  );
  return neededParameters(own)
    .filter(({ place }) => !(isOfKind(contract, operation, 'list') && place.in === 'query'))
    .filter(({ place }) => credentialIn(open, place) === undefined)
    .reduce(
      (one, needed) => withCredential(one, needed.place, valueOfNeeded({ contract, target }, needed)),
      open,
    );
}

/** The value of a parameter that a request needs: that of the target file, else one that the contract shows or allows. */
export const valueOfNeeded = (
  { contract, target }: ContractAndTarget,
  { parameter, place }: ReturnType<typeof neededParameters>[number],
): string =>
  credentialIn({ target: '', headers: target.headers }, place) ??
  String(parameterExample(parameter) ?? sampleOf(parameter.schema, contract.texts));

/**
 * Whether it is known that a request to an operation has what it needs: the target file declares it, or a creation with
 * the same was accepted (READINGS P2).
 */
export const hasKnownParameters = (target: Target, operation: Operation, creation?: Operation): boolean =>
  neededParameters(operation).every(
    ({ place }) =>
      (operation.kind === 'list' && place.in === 'query') ||
      credentialIn({ target: '', headers: target.headers }, place) !== undefined ||
      (creation &&
        neededParameters(creation).some(
          (one) => one.place.in === place.in && one.place.field === place.field,
        )),
  );

type Credential = readonly [scheme: SecurityScheme, value: string];

/** The credentials of the first way into an operation that the target file has all of. */
function credentialsFor(target: Target, { id, security }: Operation): readonly Credential[] {
  const declared = ({ name }: SecurityScheme): string | undefined =>
    target.tokens[id] ?? target.tokens[name] ?? target.token;
  // Where the contract does not say how requests are let in, a token may be needed.
  const ways = security.length === 0 ? [[bearer]] : security.filter((way) => way.length > 0);
  const found = ways
    .map((way) =>
      way.flatMap((scheme): Credential[] => {
        const value = declared(scheme);
        return value === undefined ? [] : [[scheme, value]];
      }),
    )
    .find((credentials, index) => credentials.length === ways[index]?.length);
  return found ?? [];
}

export function textRequest(
  { contract, target }: ContractAndTarget,
  operation: OperationId,
  text: string,
  address = operationIn(contract, operation).path,
): HttpRequest {
  const { method, requestType = 'application/json' } = operationIn(contract, operation);
  const asked = { method, target: address, body: Buffer.from(text) };
  const request = letIn({ contract, target }, operation, asked);
  return { ...request, headers: [...request.headers, ['content-type', requestType]] };
}

/** A request without a body: to read or delete the record at a path. */
export const requestAt = (
  { contract, target }: ContractAndTarget,
  operation: OperationId,
  path: string,
): HttpRequest =>
  letIn({ contract, target }, operation, { method: operationIn(contract, operation).method, target: path });

/** Identifies a read, whatever the spelling and order of its parameters, and whether or not a cache may respond. */
export function askedBy({ method, target, headers }: HttpRequest): string {
  return JSON.stringify([method, wantedBy(target), withoutHeader(headers, 'cache-control')]);
}

/** Identifies a target, whatever the spelling and order of its parameters. */
export const wantedBy = onceForText((target) => {
  const [path = '', query = ''] = target.split('?');
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  return `${path}?${parameters.map(nameDecoded).toSorted().join('&')}`;
});

/** Decodes the name of a parameter only: the value may mean something else in another spelling. */
export const nameDecoded = onceForText((parameter) =>
  parameter.replace(/^[^=]*/, (name) => [...new URLSearchParams(name).keys()].join()),
);

/** The placeholder for the nonce in a body; as long as the nonce, so that lengths can be counted before. */
export const nonce = '{nonce-16-chars}';

/** The least of a nonce that tells records apart. */
const leastOfNonce = 6;

/** The placeholder for as much of the nonce as fits into so many characters; empty if that is too little. */
export const nonceWithin = (room: number): string =>
  room >= nonce.length ? nonce : room >= leastOfNonce ? `{${'n'.repeat(Math.floor(room) - 2)}}` : '';

const placeholders = /\{n(?:once-16-chars|n{3,12})\}/g;

export const hasNonce = (text: string): boolean => text.search(placeholders) !== -1;

/** Replaces the placeholders in a text, each by the first digits and the last of a nonce, half of its length each. */
export const fillNonce = (text: string, ofRun: string, own: string): string =>
  text.replaceAll(placeholders, ({ length }) => {
    const half = Math.floor(length / 2);
    return ofRun.slice(0, half) + own.slice(0, length - half);
  });

/** Finds nonces of a run in a text that was sent, also shortened ones. */
export const noncesOfRun = (text: string, run: string): readonly string[] =>
  text.match(new RegExp(`${run.slice(0, leastOfNonce / 2)}[0-9a-f]{3,13}`, 'g')) ?? [];

/** The first half of a nonce, which all of a run share. */
const nonceOfRun = (run: string): string => run.slice(0, 8).padEnd(8, '0');

/** Finds the whole nonces of a run, each with its own half: a part of one may be in an id of others. */
export const wholeNonces = (run: string): RegExp => new RegExp(`${nonceOfRun(run)}([0-9a-f]{8})`, 'g');

/** A placeholder in the form of a UUID: each body that is sent has another UUID instead. */
export const nonceUuid = 'a55a4000-0000-4000-8000-00006e6f6e63';

/**
 * Fills in the nonce. Each body of a run has its own, so that no two requests are equal, and each run has others.
 * `purpose` distinguishes bodies that are sent several times.
 */
export function withNonce(body: Json, run: string, purpose = ''): string {
  const text = JSON.stringify(body);
  const own = digestOf(`${purpose}${text}`);
  const ofRun = nonceOfRun(run);
  return fillNonce(text, ofRun, own).replaceAll(nonceUuid, `${own}-0000-4000-8000-${ofRun}0000`);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** A number from which an operation of a run can count: each has another one. */
export const numberOf = (run: string, operation: OperationId): number =>
  Number.parseInt(digestOf(`${run} ${operation}`), 16);

/** A text of a length, with as much of the nonce as fits. */
export const textWithNonce = (length: number): string => nonceWithin(length).padEnd(length, 'a');

/** An id that no record has, of the form that a schema asks for. */
export const unknownId = (schema: unknown): string =>
  ['integer', 'number'].includes(String(at(schema, 'type')))
    ? '2147480017'
    : 'a55a4000-0000-4000-8000-0000000000d1';

/** The JSON value in the body of a request; undefined if there is none. */
export const jsonOfRequest = ({ body = new Uint8Array() }: HttpRequest): Json | undefined => {
  const read = readBody(body);
  return 'json' in read ? read.json : undefined;
};
