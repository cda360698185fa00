import type { Header } from '../../http/exchange.ts';
import { nodeHttp } from '../../http/node-http.ts';
import type { Choices } from '../choices/choices.ts';
import type { Reason } from './reason.ts';

/** One thing that is wrong with a request, and where. */
export type Problem = {
  readonly detail: string;
  readonly source?:
    | { readonly pointer: string }
    | { readonly parameter: string }
    | { readonly header: string };
  /** Sent in headers, whatever the form of the body. */
  readonly reason?: Reason;
};

/** The rejection of a request, with everything that is wrong with it. */
export type Rejection = {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers: readonly Header[];
};

/** Creates a rejection. */
export const reject = (
  status: number,
  problems: readonly Problem[],
  headers: readonly Header[] = [],
): Rejection => ({ status, problems, headers });

/** Whether a result is a rejection. */
export const isRejection = (value: object): value is Rejection => 'problems' in value;

/** The body of a rejection and its content type, in the form that was chosen. */
export function writeRejection(
  { status, problems }: Rejection,
  shape: Choices['error-body'],
): { readonly text: string; readonly type?: string } {
  const title = nodeHttp.STATUS_CODES[status] ?? 'Rejected';
  const details = problems.map(({ detail }) => detail).join('; ');
  switch (shape) {
    case 'errors': {
      const errors = problems.map(({ reason: _reason, ...problem }) => ({
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
