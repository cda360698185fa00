import type { Header, Reply } from '../../http/exchange.ts';
import { replyWithJson } from './reply.ts';

/** An error response for something that is not part of the contract. */
export const problem = (status: number, detail: string, headers: readonly Header[] = []): Reply =>
  replyWithJson(status, { errors: [{ status: String(status), detail }] }, headers);
