import { STATUS_CODES } from 'node:http';
import type { Header } from '../wire/exchange.ts';
import type { Choices } from './choices.ts';
import type { Why } from './why.ts';

/** One thing that is wrong with a request, and where it stands. */
export type Problem = {
  readonly detail: string;
  readonly source?:
    | { readonly pointer: string }
    | { readonly parameter: string }
    | { readonly header: string };
  /** Told in headers, whatever the shape of the body. */
  readonly why?: Why;
};

/** A request that is turned down: all that is wrong with it, at once. */
export type Refusal = {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers: readonly Header[];
};

/** Turns a request down. */
export const refuse = (
  status: number,
  problems: readonly Problem[],
  headers: readonly Header[] = [],
): Refusal => ({ status, problems, headers });

/** Tells a refusal from whatever else may stand in its place. */
export const isRefusal = (value: object): value is Refusal => 'problems' in value;

/** The body of a refusal and its content type, in the shape of choice. */
export function writeRefusal(
  { status, problems }: Refusal,
  shape: Choices['error-body'],
): { readonly text: string; readonly type?: string } {
  const title = STATUS_CODES[status] ?? 'Refused';
  const details = problems.map(({ detail }) => detail).join('; ');
  switch (shape) {
    case 'errors': {
      const errors = problems.map(({ why: _why, ...problem }) => ({
        status: String(status),
        title,
        ...problem,
      }));
      return { text: JSON.stringify({ errors }), type: 'application/json' };
    }
    case 'problem':
      return {
        text: JSON.stringify({ type: 'about:blank', title, status, detail: details }),
        type: 'application/problem+json',
      };
    case 'text':
      return { text: `${title}: ${details}\n`, type: 'text/plain; charset=utf-8' };
    case 'empty':
      return { text: '' };
  }
}
