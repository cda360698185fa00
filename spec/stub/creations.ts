// What the creations of this contract share: a quota, and values that only one record may have.

import { hash } from 'node:crypto';
import type { Operation } from '../../src/contract/operations.ts';
import type { Setup } from '../../src/stub/operation.ts';
import { problemAt } from '../../src/stub/request-bodies.ts';
import { choiceReason, type Problem, type Rejection, rejectFor } from '../../src/stub/responses.ts';

export const problemFor = (pointer: string, what: string, choice: string): Problem =>
  problemAt(pointer, what, choiceReason(choice));

/** Counts a created resource, or rejects it if the quota is reached. */
export function countCreated({ choices, memory }: Setup, { id }: Operation): Rejection | undefined {
  const { quota } = choices;
  const created = memory.kept('created', () => new Map<string, number>());
  const count = created.get(id) ?? 0;
  if (typeof quota === 'number' && count >= quota)
    return rejectFor(
      'quota',
      Number(choices['business-status']),
      `there are ${quota} already, which is as many as there may be`,
    );
  created.set(id, count + 1);
  return undefined;
}

export const seenValuesLimit = 100_000;

/** Keeps digests, since a value may be a megabyte long; beyond the limit the oldest is forgotten. */
export function createSeenValues() {
  const digests = new Set<string>();
  return {
    has: (value: unknown): boolean => digests.has(digestOfState(value)),
    add: (value: unknown): void => {
      digests.add(digestOfState(value));
      const [oldest] = digests;
      if (digests.size > seenValuesLimit && oldest !== undefined) digests.delete(oldest);
    },
    clear: (): void => digests.clear(),
  };
}

const digestOfState = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? '', 'base64');
