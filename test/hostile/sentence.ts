import { expect } from 'vitest';
import type { Complaint } from './command.ts';

/** One sentence: no stack, no second line, nothing a terminal would obey, and an end with 2. */
export function expectSentence(said: Complaint | undefined, about: string): void {
  expect(said?.code, about).toBe(2);
  expect(said?.message, about).toMatch(/^[^\n]+$/);
  expect(said?.message, about).not.toMatch(/assay itself failed|\bat .*\.[jt]s:|undefined|\[object|\p{Cc}/u);
}
