import { type Call, header } from '../../src/http/exchange.ts';
import { depthLimit, measure, readBody } from '../../src/json/body.ts';
import type { Claim } from '../core/claim.ts';
import type { Answer, Breach } from '../core/evidence.ts';
import { isToBlame } from './never-accepted.ts';

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
