import { memberOf } from '../../src/contract/constraint-words.ts';
import { at, isObject } from '../../src/json/json.ts';
import type { Claim } from '../core/claim.ts';
import type { Answer, Breach } from '../core/evidence.ts';
import { printPath } from '../core/print.ts';
import { isMisshapen } from '../interface/flaws.ts';

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
