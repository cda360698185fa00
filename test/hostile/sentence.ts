import { expect } from 'vitest';
import type { Complaint } from './command.ts';

/** One sentence, or one and a list of what it rests on: no stack, nothing a terminal would obey, and an end with 2. */
export function expectSentence(said: Complaint | undefined, about: string): void {
  expect(said?.code, about).toBe(2);
  expect(said?.message, about).toMatch(/^[^\n]+(\n {2}[^\n]+)*$/);
  expect(said?.message, about).not.toMatch(
    /internal error of assay|\bat .*\.[jt]s:|undefined|\[object|(?!\n)\p{Cc}/u,
  );
}
