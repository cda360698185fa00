import type { ShownExchange } from '../report.ts';

/** An exchange on one line: what was asked, and its response. */
export function requestLine({ request: { method, target }, reply }: ShownExchange): string {
  return `${method} ${target} → ${'lost' in reply ? reply.detail : reply.status}`;
}
