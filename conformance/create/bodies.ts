import { memberOf } from '../../src/contract/clauses.ts';
import type { Constraint, Contract, MemberPath, OperationId } from '../../src/contract/contract.ts';
import { type Call, header } from '../../src/http/exchange.ts';
import { depthLimit, measure, readBody } from '../../src/json/body.ts';
import { at, instances, isObject, type Json, type Path } from '../../src/json/json.ts';
import type { Claim } from '../core/claim.ts';
import type { Answer, Breach } from '../core/evidence.ts';
import { printPath } from '../core/print.ts';
import { isMisshapen } from './flaws.ts';

/** A claim that no request with such a defect is accepted, whoever sent it (READINGS P1). */
export const neverAccepted = (isMeant: (breach: Breach, request: Answer['request']) => boolean): Claim => ({
  on: 'answer',
  judge: ({ accepted, request, call, reply }, judge) => {
    const defect = accepted ? request.defects.find((breach) => isMeant(breach, request)) : undefined;
    if (!defect) return;
    judge.claim(false, () => ({
      title: `${describe(defect)} is rejected`,
      expected: `${describe(defect)} is rejected (4xx)`,
      saw: 'accepted',
      shown: [{ call, reply }],
    }));
  },
});

/**
 * Whether a defect is one in every reading, and the one to blame. Whether null passes for a value has a rule of its own,
 * or is not specified (READINGS 3, 6); so has an optional object with nothing in it. A form is read where nothing else
 * is wrong with a value, and formats may be read wider than our validator reads them.
 */
export function isToBlame(
  { constraint, path, value }: Breach,
  { defects, json }: Answer['request'],
): boolean {
  const { keyword } = constraint;
  if (keyword === 'type') return value !== null;
  if (keyword === 'required') return path.length < 3 || !isEmpty(at(json, ...path.slice(0, -1)));
  const isAlone = defects.filter((other) => printPath(other.path) === printPath(path)).length === 1;
  if (keyword === 'pattern') return isAlone;
  return keyword !== 'format' || (isAlone && isMisshapen(constraint.value, String(value)));
}

/** Whether a text breaks a pattern only by the white space around it. */
export const isSpacedOnly = ({ constraint: { keyword, value: pattern }, value }: Breach): boolean =>
  keyword === 'pattern' &&
  typeof value === 'string' &&
  new RegExp(String(pattern), 'u').test(value.trim()) &&
  value !== value.trim();

function describe({ constraint, value }: Breach): string {
  const member = memberOf(constraint);
  return constraint.keyword === 'required'
    ? `a request without ${member}`
    : `a request with ${member} ${short(value)}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `of ${text.length - 2} characters` : text;
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** What keeps the body of a request from being one: nothing is in it, or no JSON value at its beginning. */
function flawOfBody({ body, headers }: Call): 'empty' | 'not JSON' | undefined {
  // What is compressed is not read.
  if (body === undefined || header(headers, 'content-encoding') !== undefined) return undefined;
  if (body.byteLength === 0) return 'empty';
  if ('json' in readBody(body) || measure(body).depth > depthLimit) return undefined;
  const text = Buffer.from(body).toString('utf8');
  return beginsWithJson(text) ? undefined : 'not JSON';
}

/** Whether a whole JSON value is at the beginning of a text; what follows it is not specified (READINGS 3). */
function beginsWithJson(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (/^(true|false|null|-?\d)/.test(start)) return true;
  if (!/^["[{]/.test(start)) return false;
  let depth = 0;
  for (const { 0: token, index } of start.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return isJson(start.slice(0, index + token.length));
  }
  return false;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A claim that no request with such a body is accepted, whoever sent it (READINGS P1). */
export const bodyNeverAccepted = (flaw: 'empty' | 'not JSON'): Claim => ({
  on: 'answer',
  judge: (answer, judge) => {
    const { accepted, call } = answer;
    if (!accepted || flawOfBody(call) !== flaw) return;
    judge.claim(false, () => ({
      title: `a request whose body is ${flaw} is rejected`,
      expected: `a request whose body is ${flaw} is rejected (4xx)`,
      saw: 'accepted',
      shown: [answer],
    }));
  },
});

/** Whether a request is to be rejected for its body. */
export const isBadRequest = ({ request, call }: Answer): boolean =>
  request.defects.some((defect) => isToBlame(defect, request) || isNullRequired(defect)) ||
  flawOfBody(call) !== undefined;

/** Whether a required field is there as null (READINGS 3). */
export const isNullRequired = ({ constraint, value }: Breach): boolean =>
  constraint.keyword === 'type' && value === null && !constraint.optional;

/** Whether a request has text with characters beyond the basic multilingual plane, however they are written. */
export function isBeyondBmp({ body = new Uint8Array() }: Call): boolean {
  const read = readBody(body);
  return 'json' in read && /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(read.json));
}

/** Keywords that reject everything the other keyword would reject too, so that dropping it shows nowhere. */
const masks: Record<string, readonly string[]> = {
  type: ['const', 'enum'],
  minLength: ['format', 'pattern'],
  maxLength: ['format', 'pattern'],
};

/** The constraint beside this one that hides it from outside, if there is one. */
export const maskOf = ({ constraints }: Contract, { pointer, keyword }: Constraint): Constraint | undefined =>
  constraints.find((other) => other.pointer === pointer && masks[keyword]?.includes(other.keyword));

/** Where a response shows `null` in an optional field whose type does not allow it. */
export const nullsIn = (contract: Contract, operation: OperationId, json: Json): Path[] =>
  optionalPaths(contract, operation)
    .flatMap((path) => instances(json, path))
    .filter(({ value }) => value === null)
    .map(({ path }) => path);

const known = new WeakMap<Contract, Map<OperationId, readonly MemberPath[]>>();

/** The places of optional fields, told once for each contract. */
function optionalPaths(contract: Contract, operation: OperationId): readonly MemberPath[] {
  const byOperation = known.get(contract) ?? new Map<OperationId, readonly MemberPath[]>();
  known.set(contract, byOperation);
  const made = byOperation.get(operation) ?? makePaths(contract, operation);
  byOperation.set(operation, made);
  return made;
}

const makePaths = ({ constraints }: Contract, operation: OperationId): MemberPath[] =>
  constraints
    .filter(
      (one) =>
        one.operation === operation && one.side === 'response' && one.keyword === 'type' && one.optional,
    )
    .filter(({ value }) => value !== 'null' && !(Array.isArray(value) && value.includes('null')))
    .flatMap(({ paths }) => paths);
