import type { Answer } from './ways.ts';

export const answer = (status: number, body: unknown): Answer => ({ status, body });

export const rejected = (status: number, title: string): Answer => answer(status, { errors: [{ title }] });

export type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** The `data` of a body; undefined where the body is no JSON or holds no such object. */
export function dataOf(text: string): Members | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) && isObject(body.data) ? body.data : undefined;
  } catch {
    return undefined;
  }
}
